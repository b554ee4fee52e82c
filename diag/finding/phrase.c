#include "diag/finding/phrase.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "diag/finding/causes.h"
#include "diag/finding/kernel_total.h"
#include "diag/finding/messages.h"
#include "diag/text/terms.h"
#include "perfmodel/estimate.h"

const char *diag_ms(struct arena *a, double ms) {
    if (!(ms > 0) || !isfinite(ms))
        return "0.00";
    int decimals = 1 - (int)floor(log10(ms));
    return arena_printf(a, "%.*f", decimals < 0 ? 0 : decimals > 9 ? 9 : decimals, ms);
}

const char *diag_uncertainty(struct arena *a, struct certain c) {
    const char *reason = certainty_reason_text(c.reason);
    if (!reason)
        return "";
    return c.level == CERTAINTY_UNKNOWN
               ? arena_printf(a, " (%s)", reason)
               : arena_printf(a, " (%s: %s)", certainty_text(c.level), reason);
}

const char *diag_count(struct arena *a, double n) {
    double whole = round(n);
    if (fabs(n - whole) <= 1e-6 * whole)
        return arena_printf(a, "%.0f", whole);
    if (n >= 10 || (whole > 0 && fabs(n - whole) < 0.05))
        return arena_printf(a, "about %.0f", whole);
    return arena_printf(a, n < 1 ? "%.2g" : "%.1f", n);
}

const char *diag_plural(uint64_t n) {
    return n == 1 ? "" : "s";
}

static void add_size(struct str *s, const uint64_t size[3], int dims) {
    for (int d = 0; d < dims; d++)
        str_printf(s, "%s%llu", d ? "x" : "", (unsigned long long)size[d]);
}

const char *diag_launch(struct arena *a, const struct launch *l) {
    struct str s = {.arena = a};
    int dims = 3;
    while (dims > 1 && l->global[dims - 1] <= 1 && l->local[dims - 1] <= 1)
        dims--;
    add_size(&s, l->global, dims);
    if (l->local[0]) {
        str_add(&s, "/");
        add_size(&s, l->local, dims);
    }
    return str_text(&s);
}

const char *diag_size(struct arena *a, const uint64_t size[3]) {
    struct str s = {.arena = a};
    add_size(&s, size, size[2] > 1 ? 3 : size[1] > 1 ? 2 : 1);
    return str_text(&s);
}

const char *diag_bound(enum bound b) {
    static const char *const text[BOUNDS] = {
        [BOUND_DRAM] = "DRAM",       [BOUND_L2] = "L2",
        [BOUND_L1] = "L1",           [BOUND_SHARED] = "shared memory",
        [BOUND_ISSUE] = "issue",     [BOUND_FP32] = "FP32",
        [BOUND_FP64] = "FP64",       [BOUND_INT] = "integer",
        [BOUND_SFU] = "SFU",         [BOUND_MATRIX] = "matrix units",
        [BOUND_LATENCY] = "latency", [BOUND_LAUNCH] = "launch"};
    return text[b];
}

const char *diag_bound_named(const char *name) {
    for (int b = 0; b < BOUNDS; b++)
        if (strcmp(bound_name((enum bound)b), name) == 0)
            return diag_bound((enum bound)b);
    return NULL;
}

const char *diag_gpu(struct arena *a, const struct gpu *g) {
    if (!g->clock_given)
        return g->name;
    return arena_printf(a, "%s at %g:%g MHz", g->name, g->machine.core_mhz, g->machine.mem_mhz);
}

const char *diag_share(struct arena *a, double low, double high) {
    double from = round(100 * low), to = round(100 * high);
    if (from >= to)
        return arena_printf(a, "%.0f %%", to);
    return arena_printf(a, "%.0f to %.0f %%", from, to);
}

const char *diag_cost(struct arena *a, const struct kernel_result *r, const struct finding *f) {
    const char *gpu = diag_gpu(a, r->gpu);
    if (f->share_high > 0)
        return arena_printf(a, "costs %s of the kernel's time on %s%s",
                            diag_share(a, f->share_low, f->share_high), gpu,
                            r->launch->n_others ? " in every plausible launch" : "");
    if (f->cost_ms < 0)
        return NULL;
    return arena_printf(a, "costs %s of %s ms on %s", diag_ms(a, f->cost_ms),
                        diag_ms(a, r->estimate->time_ms), gpu);
}

const char *diag_program_share(struct arena *a, const struct kernel_result *r, double ms) {
    const double share = kernel_program_share(r, ms);
    if (share < 0)
        return NULL;
    return arena_printf(a, "%s%.0f %% of the program's GPU time", share < 0.005 ? "less than " : "",
                        fmax(100 * share, 1));
}

const char *diag_total(struct arena *a, const struct kernel_result *r) {
    const struct kernel_total *t = r->total;
    const char *share = diag_program_share(a, r, t->ms);
    return arena_printf(a, "'%s': %.0f launches, %s ms in all on %s, the largest %s%s%s",
                        r->kernel->name, t->launches, diag_ms(a, t->ms), diag_gpu(a, r->gpu),
                        diag_ms(a, t->largest_ms), share ? "; " : "", share ? share : "");
}

/* "; 1.2 of 2.3 ms in 16 launches, 12 % of the program's GPU time"; "" where there is no more to
 * say than of one launch. */
static const char *launches_text(struct arena *a, const struct kernel_result *r,
                                 const struct finding *f) {
    const struct kernel_total *t = r->total;
    const double ms = causes_in_kernel(r, f);
    if (!t || ms < 0 || f->share_high > 0)
        return "";
    const char *share = diag_program_share(a, r, ms);
    if (t->launches < 2)
        return share ? arena_printf(a, "; %s", share) : "";
    return arena_printf(a, "; %s of %s ms in %.0f launches%s%s", diag_ms(a, ms), diag_ms(a, t->ms),
                        t->launches, share ? ", " : "", share ? share : "");
}

/* "; in 5 kernels, 1.3 ms in all"; "" of a finding of one kernel. */
static const char *instances_text(struct arena *a, const struct kernel_result *r,
                                  const struct finding *f) {
    if (!f->n_instances)
        return "";
    double total = causes_total(r, f);
    if (total < 0 || f->share_high > 0)
        return arena_printf(a, "; in %zu kernels", f->n_instances + 1);
    return arena_printf(a, "; in %zu kernels, %s ms in all", f->n_instances + 1, diag_ms(a, total));
}

const char *diag_message(struct arena *a, const struct kernel_result *r, const struct finding *f) {
    const char *cost = diag_cost(a, r, f), *more = instances_text(a, r, f);
    return cost ? arena_printf(a, "%s; %s%s%s", f->message, cost, launches_text(a, r, f), more)
                : arena_printf(a, "%s%s", f->message, more);
}

const char *diag_message_by_cost(struct arena *a, const struct kernel_result *r,
                                 const struct finding *f) {
    const char *cost = diag_cost(a, r, f);
    return cost ? arena_printf(a, "%s%s: %s%s", cost, launches_text(a, r, f), f->message,
                               instances_text(a, r, f))
                : diag_message(a, r, f);
}

const char *diag_instance(struct arena *a, const struct finding_instance *x) {
    const char *cost = diag_cost(a, x->result, x->finding);
    return arena_printf(a, "also in '%s'%s%s", x->result->kernel->name, cost ? ": " : "",
                        cost ? cost : "");
}

const char *diag_sentence(struct arena *a, const char *text) {
    if (!*text)
        return text;
    bool ended = strchr(".!?", text[strlen(text) - 1]) != NULL;
    char *s = arena_printf(a, "%s%s", text, ended ? "" : ".");
    if (s[0] >= 'a' && s[0] <= 'z')
        s[0] = (char)(s[0] - 'a' + 'A');
    return s;
}

const char *diag_fix_text(struct arena *a, const struct kernel_result *r,
                          const struct finding_fix *f) {
    double gain = 1 - f->time_ms / r->estimate->time_ms;
    if (launch_is_guessed(r->launch))
        return arena_printf(a, "%s: takes %.0f %% less time on %s in launch %s, which is assumed",
                            f->title, 100 * gain, diag_gpu(a, r->gpu), diag_launch(a, r->launch));
    return arena_printf(a, "%s: takes %s instead of %s ms on %s", f->title, diag_ms(a, f->time_ms),
                        diag_ms(a, r->estimate->time_ms), diag_gpu(a, r->gpu));
}

const char *diag_size_text(struct arena *a, const struct kernel_result *r,
                           const struct group_size *size) {
    const char *format = terms_fill(a, speech_of(r->kernel->language, r->gpu), MSG_BETTER_SIZE);
    return arena_printf(a, format, diag_size(a, size->local), diag_ms(a, size->time_ms),
                        diag_ms(a, r->estimate->time_ms), diag_gpu(a, r->gpu));
}

bool diag_in_own_file(const struct kernel_result *r, struct loc loc) {
    return !loc.file || strcmp(loc.file, r->file) == 0 ||
           (r->kernel->file && strcmp(loc.file, r->kernel->file) == 0);
}

const char *diag_file_of(const struct kernel_result *r, struct loc loc) {
    return diag_in_own_file(r, loc) ? r->file : loc.file;
}

static int compare(double a, double b) {
    return (a > b) - (a < b);
}

static int compare_places(const struct diag_entry *a, const struct diag_entry *b) {
    int c = strcmp(a->file, b->file);
    c = c ? c : compare(a->loc.line, b->loc.line);
    return c ? c : compare(a->loc.col, b->loc.col);
}

/* Two findings of one rule at one place are in the order of their result's list. */
static int compare_rest(const struct diag_entry *a, const struct diag_entry *b) {
    int c = compare((double)a->order, (double)b->order);
    c = c ? c : strcmp(a->finding->rule->id, b->finding->rule->id);
    return c ? c : (a->finding > b->finding) - (a->finding < b->finding);
}

int diag_by_place(const void *x, const void *y) {
    const struct diag_entry *a = x, *b = y;
    int c = compare_places(a, b);
    c = c ? c : compare(b->finding->cost_ms, a->finding->cost_ms);
    return c ? c : compare_rest(a, b);
}

int diag_by_result(const void *x, const void *y) {
    const struct diag_entry *a = x, *b = y;
    int c = compare((double)a->order, (double)b->order);
    c = c ? c : compare_places(a, b);
    return c ? c : compare_rest(a, b);
}

struct diag_entry *diag_entries(struct arena *a, const struct report *r, diag_order *order,
                                size_t *n) {
    VEC(struct diag_entry) v = {0};
    for (size_t i = 0; i < r->n_results; i++) {
        const struct kernel_result *k = &r->results[i];
        for (size_t j = 0; j < k->n_findings; j++) {
            const struct finding *f = &k->findings[j];
            struct loc loc = f->loc.line ? f->loc : k->kernel->loc;
            vec_push(a, &v, (struct diag_entry){k, f, loc, diag_file_of(k, loc), i});
        }
    }
    if (v.n)
        qsort(v.at, v.n, sizeof *v.at, order);
    *n = v.n;
    return v.at;
}

static const char *const problem_ids[] = {
#define PROBLEM(name, id, what, help) id,
#include "diag/problems.def"
#undef PROBLEM
};

static bool same_launch(const struct kernel_result *a, const struct kernel_result *b) {
    return a->kernel == b->kernel && a->launch == b->launch && a->gpu == b->gpu;
}

size_t report_models(const struct report *r, size_t first) {
    size_t n = 1;
    while (first + n < r->n_results && same_launch(&r->results[first], &r->results[first + n]))
        n++;
    return n;
}

const char *problem_id(enum problem_kind k) {
    return problem_ids[k];
}

const char *diag_problem(struct arena *a, const struct report_problem *p) {
    return p->help ? arena_printf(a, "%s; %s", p->text, p->help) : p->text;
}

bool diag_is_of_place(const struct diag_entry *x, const struct diag_entry *y) {
    return x->loc.line == y->loc.line && x->loc.col == y->loc.col && strcmp(x->file, y->file) == 0;
}
