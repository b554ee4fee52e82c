/* How much time samples stand for beside the clock. Warps that walk the same sample take different
 * times: in part by where the others stood just then, which evens out over the iterations that are
 * skipped, and in part by what they are, such as fewer lanes or a scheduler with more warps, which
 * lasts. Which of both it is shows in whether a warp differs in the same way each time. Where warps
 * share caches, what drifts apart in a sample goes on to do so after it; how far the samples
 * differ is how far the simulation can be off. */
#include <math.h>
#include <stdlib.h>

#include "analysis/ir/query.h"
#include "perfmodel/model_constants.h"
#include "perfmodel/sim/sim_state.h"

/* Whether the sample requests data through the caches: else nothing depends on where warps are. */
static bool reads(const struct sim *s, const struct skip *x, const struct warp_trace *w) {
    for (size_t i = x->start; i < x->end; i++) {
        const struct item *item = w->ops[i].item == NONE ? NULL : &s->k->items[w->ops[i].item];
        if (item && item->kind == ITEM_ACCESS && goes_through_l2(&s->k->accesses[item->access]))
            return true;
    }
    return false;
}

void sim_skip(struct sim *s, struct sim_warp *r, double cycles) {
    r->skipped += cycles;
    if (r->n_samples)
        return;
    struct skip x = {.sim_warp = (uint32_t)(r - s->sim_warps),
                     .turn = s->slots[r->slot].turn,
                     .start = r->outermost,
                     .end = r->next,
                     .repeats = r->trace->ops[r->next].address,
                     .nested = r->nested,
                     .cycles = cycles};
    x.reads = reads(s, &x, r->trace);
    vec_push(s->arena, &s->skips, x);
}

/* Orders samples so that those that warps have in common are neighbours, by time. */
static int compare_skips(const void *x, const void *y) {
    const struct skip *a = x, *b = y;
    if (a->turn != b->turn)
        return a->turn < b->turn ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->end != b->end)
        return a->end < b->end ? -1 : 1;
    if (a->repeats != b->repeats)
        return a->repeats < b->repeats ? -1 : 1;
    return (a->sim_warp > b->sim_warp) - (a->sim_warp < b->sim_warp);
}

static bool same_sample(const struct skip *a, const struct skip *b) {
    return a->turn == b->turn && a->start == b->start && a->end == b->end &&
           a->repeats == b->repeats;
}

/* What samples of all warps say together, in cycles. */
struct spread {
    double all;     /* that are skipped, of those that read */
    double squares; /* of what each of these is off the mean of its like, over that mean; weighed */
    double drifted; /* the same of what they are off beyond a wait for memory or two */
    double change;  /* of that mean from one sample to the next */
    double unlike;  /* of iterations with loops of their own, that no other warp has the like of */
};

/* The samples from `at` on are alike; `before` is the cycles of one of those before them, or 0, and
 * then of these. */
static void add_alike(const struct sim *s, struct spread *d, struct skip *at, size_t n,
                      double *before) {
    double mean = 0, wait = share_of_wait * s->gpu->dram.dram_latency * (double)at->repeats;
    for (size_t i = 0; i < n; i++)
        mean += at[i].cycles / (double)n;
    for (size_t i = 0; i < n; i++)
        at[i].off = at[i].cycles - mean;
    if (mean <= 0 || !at->reads)
        return;
    for (size_t i = 0; i < n; i++) {
        double beyond = fmax(0, fabs(at[i].off) - wait);
        d->squares += at[i].off * at[i].off / mean;
        d->drifted += beyond * beyond / mean;
    }
    d->unlike += n == 1 && at->nested ? mean : 0;
    double each = mean / (double)at->repeats;
    if (*before > 0)
        d->change += fabs(each / *before - 1) * mean * (double)n;
    d->all += mean * (double)n;
    *before = each;
}

static struct spread compare_samples(struct sim *s) {
    struct skip *at = s->skips.at;
    struct spread d = {0};
    double before = 0;
    if (s->skips.n)
        qsort(at, s->skips.n, sizeof *at, compare_skips);
    for (size_t i = 0, end; i < s->skips.n; i = end) {
        for (end = i; end < s->skips.n && same_sample(&at[i], &at[end]);)
            end++;
        bool next = i && at[i].turn == at[i - 1].turn &&
                    at[i].end - at[i].start == at[i - 1].end - at[i - 1].start;
        before = next ? before : 0;
        add_alike(s, &d, &at[i], end - i, &before);
    }
    return d;
}

/* The share of what a warp's samples are off that lasts: that of the best linear predictor, from
 * how much the warp's samples agree with one another. */
static double lasting_share(const struct sim *s) {
    double *sum = NEW_ARRAY(s->arena, double, s->n_sim_warps);
    double *n = NEW_ARRAY(s->arena, double, s->n_sim_warps);
    double squares = 0, products = 0, pairs = 0, all = (double)s->skips.n;
    for (size_t i = 0; i < s->skips.n; i++) {
        const struct skip *x = &s->skips.at[i];
        sum[x->sim_warp] += x->off;
        n[x->sim_warp]++;
        squares += x->off * x->off;
    }
    for (uint32_t i = 0; i < s->n_sim_warps; i++) {
        products += sum[i] * sum[i];
        pairs += n[i] * (n[i] - 1);
    }
    if (squares <= 0 || pairs <= 0)
        return 1;
    double variance = squares / all, lasting = fmax(0, (products - squares) / pairs);
    double each = all / s->n_sim_warps;
    return fmin(1, each * lasting / (variance + (each - 1) * lasting));
}

/* Whether lines of an array crowd into few sets of the L2, which do not hold it: then they are gone
 * before the iterations that would use the rest of them, and samples of fewer iterations agree with
 * one another, but do not see it. */
static bool lines_crowd(const struct sim *s) {
    for (uint32_t i = 0; i < s->in->sharing->n; i++) {
        const struct buffer_sharing *b = &s->in->sharing->buffers[i];
        if (b->sets < few_sets && (double)b->bytes > b->sets * s->gpu->cache.l2_bytes)
            return true;
    }
    return false;
}

struct drift sim_drift(struct sim *s) {
    struct spread d = compare_samples(s);
    double walked = 0, end = 0, skipped = 0;
    double lasting = lasting_share(s), *off = NEW_ARRAY(s->arena, double, s->n_sim_warps);
    for (size_t i = 0; i < s->skips.n; i++) {
        off[s->skips.at[i].sim_warp] += s->skips.at[i].off * (1 - lasting);
        skipped += s->skips.at[i].cycles;
    }
    for (uint32_t i = 0; i < s->n_sim_warps; i++) {
        const struct sim_warp *r = &s->sim_warps[i];
        walked = max_time(walked, r->time);
        end = max_time(end, r->time + r->skipped - off[i]);
    }
    struct drift result = {.skipped = end - walked};
    if (d.all <= 0 || end <= 0)
        return result;
    double share = (end - walked) / end * d.all / skipped;
    double unlike = error_of_unlike * d.unlike / d.all;
    result.sampling_error = (hypot(sqrt(d.squares / d.all), d.change / d.all / 2) + unlike) * share;
    result.drifted = (sqrt(d.drifted / d.all) + unlike) * share;
    if (lines_crowd(s))
        result.sampling_error = fmax(result.sampling_error, error_of_crowd * share);
    return result;
}
