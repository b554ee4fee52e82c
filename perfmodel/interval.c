/* Each cause widens the interval by a factor of its own; independent causes add in squares.
 * The widths are for 90 % and come from the errors on the measured tables (docs/accuracy.md): of
 * kernels bound by memory or local memory four in five are within 25 %, of those bound by their
 * instructions, latency or L1 within twice the time; on AMD GPUs no part of the model is measured.
 * Not modelled: correlation between causes, and skew. */
#include "perfmodel/interval.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Relative half-widths. */
static const double model_width = 0.22, constants_width = 0.30, registers_width = 0.12,
                    sampled_width = 0.05, unknown_width = 0.45, truncated_width = 1.0,
                    schedule_width = 0.60, unmeasured_width = 1.5;

enum { MAX_MODELS = 32 };

/* Kernel launch times scatter by about this much. */
static const double launch_us_width = 1.0;

/* Share of the GPU's values that nobody measured or documented. */
static double inferred_share(const struct gpu *g) {
    double inferred = 0, set = 0;
    for (int i = 0; i < GPU_KEYS; i++) {
        set += g->origin[i].kind != GPU_UNSET;
        inferred += g->origin[i].kind == GPU_INFERRED;
    }
    return set > 0 ? inferred / set : 1;
}

/* Bound by what compilers' choices decide: instructions, their order, what L1 serves. */
static bool follows_schedule(enum bound b) {
    return b == BOUND_LATENCY || b == BOUND_ISSUE || b == BOUND_INT || b == BOUND_FP32 ||
           b == BOUND_L1;
}

static void set_bounds(struct estimate *e, double width) {
    double factor = 1 + width, kernel = e->time_ms - e->launch_overhead_ms;
    double launch = launch_us_width / 1e3;
    e->width = width;
    e->low_ms = kernel / factor + fmax(0, e->launch_overhead_ms - launch);
    e->high_ms = kernel * factor + e->launch_overhead_ms + launch;
}

void interval_set(struct estimate *e, const struct model_input *in, const struct trace *t) {
    double squares = model_width * model_width;
    double constants = constants_width * inferred_share(in->gpu);
    squares += constants * constants;
    if (follows_schedule(e->bound))
        squares += schedule_width * schedule_width;
    if (strcmp(in->gpu->vendor, "nvidia") != 0)
        squares += unmeasured_width * unmeasured_width;
    if (e->occupancy.limiter == LIMIT_REGISTERS)
        squares += registers_width * registers_width;
    if (t->guessed)
        squares += unknown_width * unknown_width;
    else if (!t->exact)
        squares += sampled_width * sampled_width;
    if (e->hurried)
        squares += truncated_width * truncated_width;
    set_bounds(e, sqrt(squares));
}

static int compare(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

/* The median does not ask for a model that leaves out what matters to a kernel. */
static double median_distance(const struct estimate *all, size_t n, size_t from) {
    double distance[MAX_MODELS];
    size_t others = 0;
    for (size_t i = 0; i < n && others < MAX_MODELS; i++)
        if (i != from && all[i].time_ms > 0 && all[from].time_ms > 0)
            distance[others++] = fabs(log(all[i].time_ms / all[from].time_ms));
    if (!others)
        return 0;
    qsort(distance, others, sizeof *distance, compare);
    return (distance[(others - 1) / 2] + distance[others / 2]) / 2;
}

void interval_spread(struct estimate *all, size_t n) {
    double width[MAX_MODELS];
    for (size_t i = 0; i < n && i < MAX_MODELS; i++) {
        double spread = median_distance(all, n, i);
        width[i] = sqrt(all[i].width * all[i].width + spread * spread);
    }
    for (size_t i = 0; i < n && i < MAX_MODELS; i++)
        set_bounds(&all[i], width[i]);
}
