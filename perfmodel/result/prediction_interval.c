/* Each cause widens the interval by a factor of its own; independent causes add in squares.
 * The widths are for 90 % and come from the errors on the measured tables (docs/accuracy.md), by
 * what a kernel spends its time on and by what makes that hard to tell, never by kernel. What DRAM
 * limits in whole rows is within 17 % almost always; what follows the compiler's choice and order
 * of instructions is within 45 %. Of architectures on which little was measured the GPU says how
 * far off the model is (model_width). Not modelled: correlation between causes, and skew. */
#include "perfmodel/result/prediction_interval.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/ir/query.h"
#include "perfmodel/memory/coalesce.h"
#include "perfmodel/memory/l2_sharing.h"
#include "perfmodel/model_constants.h"

/* Of the model itself, by what limits the kernel. */
static double bound_width(enum bound b) {
    switch (b) {
    case BOUND_DRAM:
    case BOUND_LAUNCH:
        return streamed_width;
    case BOUND_SHARED:
    case BOUND_SFU:
        return moved_width;
    case BOUND_L1:
    case BOUND_INT:
    case BOUND_LATENCY:
        return waiting_width;
    case BOUND_L2:
        return l2_width;
    case BOUND_FP64:
        return fp64_width;
    default:
        return computed_width;
    }
}

/* Whether something else is busy for so much of the time that DRAM limits that its own errors
 * count. */
static bool competes_with_dram(const struct estimate *e) {
    double most = 0;
    for (int b = 0; b < BOUND_LATENCY; b++)
        most = b == BOUND_DRAM ? most : fmax(most, e->busy[b]);
    return e->bound == BOUND_DRAM && most > competing_busy;
}

enum { MAX_MODELS = 32 };

/* Share of the GPU's values that nobody measured or documented; without those of products of
 * matrices, which few kernels have. */
static double inferred_share(const struct gpu *g) {
    double inferred = 0, set = 0;
    for (int i = 0; i < GPU_KEYS; i++) {
        if (i >= GPU_rate_matrix_fp16 && i <= GPU_lat_matrix)
            continue;
        set += g->origin[i].kind != GPU_UNSET;
        inferred += g->origin[i].kind == GPU_INFERRED;
    }
    return set > 0 ? inferred / set : 1;
}

/* Sectors of global requests, and the least that their data needs. */
struct moved {
    double sectors, ideal;
};

static void add_warp(struct arena *a, const struct trace *t, const struct warp_trace *w,
                     struct footprints *f, struct moved *m) {
    const double *often = an_op_weights(a, w);
    for (size_t i = 0; i < w->n_ops; i++) {
        const struct trace_op *op = &w->ops[i];
        const struct item *item = op->item == NONE ? NULL : &t->kernel->items[op->item];
        if (!item || item->kind != ITEM_ACCESS ||
            !goes_through_l2(&t->kernel->accesses[item->access]))
            continue;
        const struct footprint *p = footprint_at(f, op->pattern, an_op_address(w, op));
        m->sectors += p->n_sectors * often[i];
        m->ideal += p->ideal_sectors * often[i];
    }
}

/* The ratio of these, of the trace's first work-group. */
static double sector_ratio(const struct gpu *g, const struct estimate *e, const struct trace *t) {
    struct arena scratch = {0};
    struct footprints *f =
        e->sharing ? e->sharing->footprints : footprints_of(&scratch, memory_grid_of(g), t);
    struct moved m = {0};
    for (size_t i = 0; i < t->n_warps && t->warps[i].group == t->warps[0].group; i++)
        add_warp(&scratch, t, &t->warps[i], f, &m);
    arena_free(&scratch);
    return m.ideal > 0 ? m.sectors / m.ideal : 1;
}

static double square(bool holds, double width) {
    return holds ? width * width : 0;
}

/* What DRAM limits rests on its bandwidth, which is known for every board, more than on how SMs
 * work. */
static double model_width(const struct gpu *g, enum bound b) {
    return b == BOUND_DRAM ? g->machine.model_width / 2 : g->machine.model_width;
}

/* By what limits the kernel, and by what is nearly as busy. */
static double squares_of_model(const struct gpu *g, const struct estimate *e) {
    enum bound b = competes_with_dram(e) ? BOUND_ISSUE : e->bound;
    return square(true, bound_width(b)) + square(true, model_width(g, b));
}

static bool moves_data(const struct gpu *g, enum bound b) {
    return (b == BOUND_SHARED && g->local.local_shares_port > 0) || b == BOUND_DRAM ||
           b == BOUND_L2 || b == BOUND_L1 || b == BOUND_LATENCY;
}

static void set_bounds(struct estimate *e, double width) {
    double factor = 1 + width, kernel = e->time_ms - e->launch_overhead_ms;
    double launch = launch_us_width / 1e3;
    e->width = width;
    e->low_ms = kernel / factor + fmax(0, e->launch_overhead_ms - launch);
    e->high_ms = kernel * factor + e->launch_overhead_ms + launch;
}

void interval_set(struct estimate *e, const struct study *study, const struct trace *t) {
    const struct gpu *g = study->gpu;
    double warps = (double)e->occupancy.warps / fmax(1, e->occupancy.max_warps);
    double squares = squares_of_model(g, e);
    squares += square(true, constants_width * inferred_share(g));
    squares += square(e->occupancy.limiter == LIMIT_REGISTERS, registers_width);
    squares += square(warps < few_warps, few_warps_width);
    squares += square(study->registers.private_bytes > 0, private_width);
    squares += square(moves_data(g, e->bound) && sector_ratio(g, e, t) > uncoalesced_ratio,
                      uncoalesced_width);
    squares += square(e->bound == BOUND_DRAM && e->row_changes, rows_width);
    squares += square(!certain_is_followed(t->certain), unknown_width);
    squares += square(t->certain.level == CERTAINTY_FOLLOWED && !e->walked, sampled_width);
    squares += square(true, sampling_error_factor * e->sampling_error);
    squares += square(e->deadline_reached, truncated_width);
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
