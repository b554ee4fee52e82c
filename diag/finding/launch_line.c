#include "diag/finding/launch_line.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "diag/finding/phrase.h"

/* Whether it matters for time what number the parameter is. */
static bool decides(const struct kernel *k, uint32_t param) {
    const struct param *p = &k->params[param];
    return p->type == TYPE_INT && p->comps == 1 && p->name && p->value != NONE &&
           k->values[p->value].in_trace_slice;
}

static bool is_given(const struct param *params, const struct launch *l, uint32_t param) {
    return launch_arg(l, (int)param, params[param].name) || launch_arg(l, (int)param, NULL);
}

struct names {
    const char **at;
    size_t n, cap;
};

/* More are only counted. */
enum { MOST_NAMES = 6 };

/* "a", "a and b", "a, b and c", "a, b, c, d, e and 3 more". */
static const char *listed(struct arena *a, const struct names *names) {
    struct str s = {.arena = a};
    bool all = names->n <= MOST_NAMES;
    size_t n = all ? names->n : MOST_NAMES - 1;
    for (size_t i = 0; i < n; i++)
        str_printf(&s, "%s%s", i == 0 ? "" : i + 1 < n || !all ? ", " : " and ", names->at[i]);
    if (!all)
        str_printf(&s, " and %zu more", names->n - n);
    return str_text(&s);
}

const char *diag_missing(struct arena *a, const struct kernel *k, const struct launch *l) {
    struct names names = {0};
    bool global = l->global_source == LAUNCH_ASSUMED, local = l->local_source == LAUNCH_ASSUMED;
    if (global || local)
        vec_push(a, &names,
                 global && local ? "global and local size"
                 : global        ? "global size"
                                 : "local size");
    for (uint32_t i = 0; i < k->n_params; i++) {
        const struct launch_arg *arg = launch_arg(l, (int)i, k->params[i].name);
        bool missing = arg ? arg->source == LAUNCH_ASSUMED && arg->kind == ARG_NUMBER
                           : decides(k, i) && !is_given(k->params, l, i);
        if (missing && k->params[i].name)
            vec_push(a, &names, arena_printf(a, "'%s'", k->params[i].name));
    }
    return listed(a, &names);
}

static void add_sizes(struct str *s, const char *name, const uint64_t *size, int dims) {
    str_printf(s, " %s=", name);
    for (int d = 0; d < dims; d++)
        str_printf(s, "%s%llu", d ? "x" : "", (unsigned long long)size[d]);
}

static void add_argument(struct str *s, const struct kernel *k, const struct launch *l,
                         uint32_t param) {
    const char *name = k->params[param].name;
    const struct launch_arg *arg = launch_arg(l, (int)param, name);
    if (arg && arg->kind == ARG_NUMBER && name)
        str_printf(s, " %s=%.17g", name, arg->number);
    else if (arg && arg->kind == ARG_ELEMENTS && name)
        str_printf(s, " %s=elements:%llu", name, (unsigned long long)arg->count);
    else if (arg && arg->kind == ARG_LOCAL_BYTES && name)
        str_printf(s, " %s=local:%llu", name, (unsigned long long)arg->count);
    else if (!is_given(k->params, l, param) && decides(k, param))
        str_printf(s, " %s=%u", name, l->unknown_trips ? l->unknown_trips : LAUNCH_USUAL_TRIPS);
}

const char *diag_launch_line(struct arena *a, const struct kernel *k, const struct launch *l) {
    struct str s = {.arena = a};
    int dims = 3;
    while (dims > 1 && l->global[dims - 1] <= 1 && l->local[dims - 1] <= 1)
        dims--;
    str_add(&s, "// clperf: launch");
    add_sizes(&s, "global", l->global, dims);
    add_sizes(&s, "local", l->local, dims);
    for (uint32_t i = 0; i < k->n_params; i++)
        add_argument(&s, k, l, i);
    return str_text(&s);
}

const char *diag_open(struct arena *a, const struct kernel_result *r) {
    struct names names = {0};
    for (size_t i = 0; i < r->n_open; i++) {
        const struct finding *f = &r->open[i];
        const char *line = f->loc.line ? arena_printf(a, " (line %u)", f->loc.line) : "";
        vec_push(a, &names, arena_printf(a, "%s%s", f->rule->id, line));
    }
    return listed(a, &names);
}

static int by_size(const void *x, const void *y) {
    const double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double median(struct arena *a, const double *times, size_t n) {
    double *sorted = arena_memdup(a, times, n * sizeof *times);
    qsort(sorted, n, sizeof *sorted, by_size);
    return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
}

static bool is_gpu(struct arena *a, const char *device, const struct gpu *gpu) {
    const char *ignored;
    const struct gpu *found = device ? gpu_find(a, device, &ignored) : NULL;
    return found && strcmp(found->name, gpu->name) == 0;
}

struct captured_time diag_captured(struct arena *a, const struct kernel_result *r) {
    const struct launch *l = r->launch;
    if (!l->n_times)
        return (struct captured_time){0};
    return (struct captured_time){.median_ms = median(a, l->times, l->n_times),
                                  .n = l->n_times,
                                  .device = l->device,
                                  .same_gpu = is_gpu(a, l->device, r->gpu)};
}

const char *diag_captured_text(struct arena *a, const struct kernel_result *r) {
    const struct captured_time c = diag_captured(a, r);
    if (!c.n)
        return "";
    const char *where = c.same_gpu ? ""
                        : c.device ? arena_printf(a, " on %s", c.device)
                                   : " on a device that is not known";
    const char *of = c.n > 1 ? arena_printf(a, ", the median of %zu", c.n) : "";
    return arena_printf(a, "; captured%s: %s ms%s", where, diag_ms(a, c.median_ms), of);
}
