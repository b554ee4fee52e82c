/* Samples of loops in the simulation. A sampled stretch of a trace that stands for more takes its
 * time so many times again, as if the machine went on as it was. That time is added up beside the
 * clock, so that all warps walk their samples at the same time and compete as they would. */
#include <math.h>

#include "analysis/ir/query.h"
#include "perfmodel/sim/sim_state.h"

/* The operation's next execution before `end`, or `end`. */
static size_t next_execution(const struct warp_trace *w, size_t op, size_t end) {
    size_t i = op + 1;
    while (i < end && w->ops[i].item != w->ops[op].item)
        i++;
    return i;
}

/* Where an access of a sample goes on in the iterations that it stands for: as from its first
 * execution in the sample to the second. */
static void note_stretch(struct sim *s, const struct sim_warp *r, size_t op, uint64_t iterations,
                         uint64_t repeats) {
    const struct warp_trace *w = r->trace;
    const struct trace_op *first = &w->ops[op];
    const struct item *item = &s->k->items[first->item];
    if (item->kind != ITEM_ACCESS || !goes_through_l2(&s->k->accesses[item->access]) ||
        s->in->trace->patterns[first->pattern].scattered)
        return;
    size_t second = next_execution(w, op, r->next);
    if (second == r->next || w->ops[second].pattern != first->pattern)
        return;
    uint64_t from = an_op_address(w, first), to = an_op_address(w, &w->ops[second]);
    const struct footprint *f = footprint_at(s->requests.shapes.footprints, first->pattern, from);
    const struct line *last = &f->lines[f->n_lines - 1];
    const struct memory_grid *grid = &s->requests.memory->grid;
    from = grid_line_start(grid, from) + (uint64_t)f->lines[0].offset;
    struct stretch x = {.step = (int64_t)(to - an_op_address(w, first)),
                        .count = iterations * repeats,
                        .span = (uint64_t)(last->offset - f->lines[0].offset) + grid->line_bytes};
    bool dense =
        last->offset >= f->lines[0].offset && x.span <= 2 * (uint64_t)f->n_lines * grid->line_bytes;
    x.first = from + iterations * (uint64_t)x.step + r->moved;
    if (dense)
        memory_skipped(s->requests.memory, x);
}

/* The sample that ends here stands for more iterations; what these bring is in the L2 then. Of
 * samples in samples only the innermost are noted. */
static void note_skipped(struct sim *s, const struct sim_warp *r, uint64_t repeats) {
    const struct trace_op *ops = r->trace->ops;
    size_t start = r->sample + 1, end = next_execution(r->trace, start, r->next);
    uint64_t iterations = 1;
    for (size_t i = end; i < r->next; i = next_execution(r->trace, i, r->next))
        iterations++;
    for (size_t i = start; i < end && end < r->next && ops[i].item != NONE; i++)
        note_stretch(s, r, i, iterations, repeats);
}

bool sim_has_nested_samples(const struct trace *t) {
    for (size_t w = 0; w < t->n_warps && !certain_is_exact(t->certain); w++) {
        const struct warp_trace *x = &t->warps[w];
        unsigned depth = 0;
        for (size_t i = 0; i < x->n_ops; i++) {
            if (x->ops[i].item != NONE)
                continue;
            depth += x->ops[i].pattern == MARK_START ? 1 : -1;
            if (depth > 1)
                return true;
        }
    }
    return false;
}

/* A warp that is in no sample begins one. */
static void enter_samples(struct sim *s, struct sim_warp *r) {
    r->outermost = r->next;
    r->sample_period = s->sample_period;
    s->sampling++;
}

/* A warp has ended its outermost sample, and what it skips went through the caches. That comes
 * after what other warps still have to walk of their samples, and before what those ask for that
 * are through: a sample period lasts from the first that ends its sample to the first that ends the
 * next one, and when all have come to it, the caches forget what they have had before. (Not where
 * samples hold others: of the outer loop single iterations are walked, which go on to find what the
 * one before them brought.) */
static void leave_samples(struct sim *s, struct sim_warp *r) {
    s->sampling--;
    if (r->sample_period != s->sample_period) {
        s->behind--;
    } else if (!s->behind) {
        s->sample_period++;
        s->behind = s->sampling;
        memory_mark(s->requests.memory);
    }
    if (!s->behind && !s->nests)
        memory_forget(s->requests.memory);
}

void sim_mark(struct sim *s, struct sim_warp *r, const struct trace_op *op) {
    double now = r->time + r->skipped + sim_pending_wait(s, r);
    if (op->pattern == MARK_START) {
        r->sample = r->next;
        if (r->n_samples < MAX_SAMPLES)
            r->sample_start[r->n_samples] = now;
        r->nested = r->n_samples;
        if (!r->n_samples++)
            enter_samples(s, r);
        return;
    }
    r->n_samples--;
    if (r->n_samples < MAX_SAMPLES)
        sim_skip(s, r, (now - r->sample_start[r->n_samples]) * (double)op->address);
    if (r->sample != SIZE_MAX)
        note_skipped(s, r, op->address);
    r->sample = SIZE_MAX;
    if (!r->n_samples)
        leave_samples(s, r);
}

/* Operations walked over all there are, repeats of samples counted: what share of the round's
 * cycles, without those skipped, a simulation that was cut stands for. */
double sim_share_walked(const struct sim *s) {
    const struct trace *t = s->in->trace;
    double walked = s->taken, all = an_trace_work(t);
    for (uint32_t i = 0; i < s->n_sim_warps; i++)
        walked += (double)s->sim_warps[i].next;
    all *= (double)s->in->groups / (double)t->n_groups;
    return all > 0 ? fmin(1, max_time(walked, 1) / all) : 1;
}
