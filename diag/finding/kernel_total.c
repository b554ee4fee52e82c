#include "diag/finding/kernel_total.h"

#include <math.h>
#include <string.h>

#include "perfmodel/estimate.h"

double launch_times(const struct launch *l) {
    return (double)(l->count ? l->count : 1) + l->others_alike;
}

static bool is_known(const struct kernel_result *r) {
    return r->estimate && r->estimate->occupancy.groups_per_sm && !launch_is_guessed(r->launch);
}

static bool is_same_kernel(const struct kernel_result *x, const struct kernel_result *y) {
    return x->kernel == y->kernel ||
           (strcmp(x->kernel->name, y->kernel->name) == 0 && strcmp(x->file, y->file) == 0);
}

static bool is_comparable(const struct kernel_result *x, const struct kernel_result *y) {
    return x->estimate && y->estimate && x->gpu == y->gpu &&
           strcmp(x->estimate->model, y->estimate->model) == 0;
}

bool kernel_total_has(const struct kernel_result *of, const struct kernel_result *r) {
    return is_comparable(of, r) && is_known(r) && is_same_kernel(of, r);
}

static struct kernel_total *total_of(struct arena *a, const struct report *r,
                                     const struct kernel_result *k) {
    struct kernel_total *t = NEW(a, struct kernel_total);
    for (size_t i = 0; i < r->n_results; i++) {
        const struct kernel_result *x = &r->results[i];
        if (!kernel_total_has(k, x))
            continue;
        t->n++;
        t->launches += launch_times(x->launch);
        t->ms += launch_times(x->launch) * x->estimate->time_ms;
        t->largest_ms = fmax(t->largest_ms, x->estimate->time_ms);
    }
    return t;
}

/* Time of all kernels of the program on the result's GPU; 0 if that of one is not known. */
static double program_ms(const struct report *r, const struct kernel_result *k) {
    double ms = 0;
    for (size_t i = 0; i < r->n_results; i++) {
        const struct kernel_result *x = &r->results[i];
        if (!is_comparable(k, x) || x->launch->never)
            continue;
        if (!is_known(x) || !x->launch->count_known)
            return 0;
        ms += launch_times(x->launch) * x->estimate->time_ms;
    }
    return ms;
}

void kernel_totals(struct arena *a, const struct report *r, struct kernel_result *results) {
    for (size_t i = 0; i < r->n_results; i++) {
        const struct kernel_total *before = NULL;
        for (size_t k = 0; k < i && !before; k++)
            if (is_known(&results[i]) && kernel_total_has(&results[k], &results[i]))
                before = results[k].total;
        if (!is_known(&results[i]))
            continue;
        struct kernel_total *t = before ? NULL : total_of(a, r, &results[i]);
        if (t && r->whole_program)
            t->program_ms = program_ms(r, &results[i]);
        results[i].total = before ? before : t;
    }
}

double kernel_program_share(const struct kernel_result *r, double ms) {
    const struct kernel_total *t = r->total;
    if (!t || !(ms >= 0) || !(t->program_ms > t->ms))
        return -1;
    return ms / t->program_ms;
}
