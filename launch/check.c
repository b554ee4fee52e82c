#include "launch/check.h"

#include <inttypes.h>
#include <string.h>

#include "base/str.h"
#include "launch/contents.h"
#include "launch/inline_syntax.h"
#include "launch/launch.h"
#include "launch/value.h"

const char *launch_sizes_text(struct arena *a, const uint64_t sizes[3]) {
    return arena_printf(a, "%" PRIu64 "x%" PRIu64 "x%" PRIu64, sizes[0], sizes[1], sizes[2]);
}

static int param_of(const struct param *params, uint32_t n_params, const struct launch_arg *arg) {
    for (uint32_t i = 0; i < n_params && arg->index == LAUNCH_DYNAMIC; i++)
        if (params[i].dynamic)
            return (int)i;
    if (!arg->name && arg->index == LAUNCH_DYNAMIC)
        return -1;
    if (!arg->name)
        return arg->index < (int)n_params ? arg->index : -1;
    for (uint32_t i = 0; i < n_params; i++)
        if (params[i].name && strcmp(params[i].name, arg->name) == 0)
            return (int)i;
    return -1;
}

static const char *params_text(struct arena *a, const struct param *params, uint32_t n_params) {
    struct str s = {.arena = a};
    for (uint32_t i = 0; i < n_params; i++)
        str_printf(&s, "%s'%s'", i ? ", " : "", params[i].name ? params[i].name : "");
    return n_params ? str_text(&s) : "none";
}

/* What a parameter takes, if that is not what the argument is. */
static const char *expected(struct arena *a, const struct param *p, const struct launch_arg *arg) {
    bool pointer = p->type == TYPE_POINTER, local = pointer && p->space == SPACE_LOCAL;
    if (pointer && arg->kind == ARG_NULL)
        return NULL;
    if (local)
        return arg->kind == ARG_LOCAL_BYTES ? NULL
                                            : "a size in bytes, as it points to local memory";
    if (pointer)
        return arg->kind == ARG_ELEMENTS || arg->kind == ARG_FILE
                   ? NULL
                   : "a number of elements or a file, as it points to a buffer";
    uint32_t n = p->type == TYPE_OTHER ? p->n_fields : p->comps;
    if (p->type == TYPE_OTHER)
        return arg->kind == ARG_FILE || (arg->kind == ARG_NUMBERS && arg->count == n)
                   ? NULL
                   : arena_printf(a, "an array of %u numbers or a file, as it is a structure", n);
    if (arg->kind == ARG_NUMBERS && arg->count != n)
        return arena_printf(a, "%u number%s", n, n == 1 ? "" : "s");
    return arg->kind == ARG_NUMBER || arg->kind == ARG_NUMBERS ? NULL
                                                               : "a number, as it is no pointer";
}

static bool is_image(const struct param *p) {
    return p->type_name && str_starts(p->type_name, "image");
}

/* Makes of a captured argument what the parameter takes. NULL, or one line why it does not fit. */
static const char *fit_captured(struct arena *a, const struct kernel *k, const struct param *p,
                                struct launch_arg *arg) {
    const char *why = NULL;
    if (arg->kind == ARG_FILE && arg->file && contents_read(a, arg->file, &why)) {
        arg->bytes = arg->file->at;
        arg->count = arg->file->bytes;
    }
    if (arg->kind == ARG_RAW)
        why = launch_take_value(a, p, arg);
    if (arg->kind == ARG_IMAGE && !is_image(p))
        why = "an image is given";
    return why ? arena_printf(a, "parameter '%s' of '%s': %s", p->name ? p->name : "", k->name, why)
               : NULL;
}

/* One line why the argument does not fit, or NULL. */
static const char *misfit(struct arena *a, const struct kernel *k, struct launch_arg *arg) {
    int i = param_of(k->params, k->n_params, arg);
    const char *name = arg->name ? arg->name : arena_printf(a, "%d", arg->index);
    if (i < 0)
        return arena_printf(a, "'%s' has no parameter '%s'; its parameters are %s", k->name, name,
                            params_text(a, k->params, k->n_params));
    const struct param *p = &k->params[i];
    if (arg->kind == ARG_BUFFER_BYTES)
        return p->type == TYPE_POINTER ? NULL : "the size of a buffer";
    const char *range = arg->source == LAUNCH_HOST ? NULL : launch_value_range(a, p, arg);
    if (range)
        return arena_printf(a, "parameter '%s' of '%s' takes %s", name, k->name, range);
    const char *captured = fit_captured(a, k, p, arg);
    if (captured || arg->kind == ARG_IMAGE)
        return captured;
    const char *wanted = expected(a, p, arg);
    return wanted ? arena_printf(a, "parameter '%s' of '%s' takes %s", name, k->name, wanted)
                  : NULL;
}

/* Buffers whose elements are never touched, and images. */
static bool nobody_reads(const struct launch_arg *arg) {
    return arg->kind == ARG_IMAGE || (arg->kind == ARG_ELEMENTS && !arg->count);
}

/* A value that the host program gives a parameter that takes none such, as NULL for a buffer. */
static void add_misfit(struct arena *a, struct launch *l, const struct launch_arg *arg) {
    if (arg->kind == ARG_RAW && arg->index >= 0)
        launch_add_unknown(a, l, arena_printf(a, "argument %d", arg->index), "no buffer is given");
}

void launch_check_args(struct arena *a, const struct kernel *k, struct launch *l, const char *where,
                       struct problems *p) {
    VEC(struct launch_arg) good = {0};
    bool *given = NEW_ARRAY(a, bool, k->n_params);
    for (size_t i = 0; i < l->n_args; i++) {
        struct launch_arg arg = l->args[i];
        const char *reason = misfit(a, k, &arg);
        if (reason && (arg.source == LAUNCH_HOST || arg.index == LAUNCH_DYNAMIC)) {
            add_misfit(a, l, &l->args[i]);
            continue;
        }
        if (reason) {
            problems_add(p, SEVERITY_WARNING, "%s: %s; ignored", where, reason);
            continue;
        }
        int param = param_of(k->params, k->n_params, &arg);
        if (arg.index == LAUNCH_DYNAMIC)
            arg.index = param;
        if (arg.kind == ARG_BUFFER_BYTES) {
            const uint32_t each = k->params[param].elem_bytes;
            arg.kind = ARG_ELEMENTS;
            arg.count = each ? arg.count / each : 0;
        }
        if (!given[param] && nobody_reads(&arg))
            continue;
        if (!given[param])
            vec_push(a, &good, arg);
        given[param] = true;
    }
    l->args = good.at;
    l->n_args = good.n;
}

static bool has_reqd(const struct kernel *k) {
    return k->reqd_local[0] > 0;
}

static bool is_reqd(const struct kernel *k, const struct launch *l) {
    for (int d = 0; d < 3; d++)
        if (l->local[d] != (k->reqd_local[d] ? k->reqd_local[d] : 1))
            return false;
    return true;
}

const char *launch_check_sizes(struct arena *a, const struct kernel *k, const struct launch *l) {
    double items = launch_items(l);
    const char *global = launch_sizes_text(a, l->global), *local = launch_sizes_text(a, l->local);
    if (items > (double)LAUNCH_MOST_ITEMS)
        return arena_printf(a, "global %s has more than 2^40 work-items", global);
    if (has_reqd(k) && !is_reqd(k, l))
        return arena_printf(a, "local %s is not the kernel's reqd_work_group_size(%u,%u,%u)", local,
                            k->reqd_local[0], k->reqd_local[1], k->reqd_local[2]);
    for (int d = 0; d < 3; d++)
        if (l->global[d] % l->local[d] && !k->uneven_groups)
            return arena_printf(a, "local %s does not divide global %s", local, global);
    return NULL;
}

const char *launch_limit(struct arena *a, const struct launch *l, const struct gpu *g) {
    double items = (double)l->local[0] * (double)l->local[1] * (double)l->local[2];
    if (items <= g->machine.max_items_per_group)
        return NULL;
    return arena_printf(a, "local %s has %.0f work-items, %s takes at most %.0f in a group",
                        launch_sizes_text(a, l->local), items, g->name,
                        g->machine.max_items_per_group);
}
