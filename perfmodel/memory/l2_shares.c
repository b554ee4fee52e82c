#include "perfmodel/memory/l2_shares.h"

#include <math.h>

#include "perfmodel/memory/random_reuse.h"
#include "perfmodel/model_constants.h"

/* What n groups in a row share with groups farther on than the next one. */
static double shared_afar(const struct far_overlap *far, double n) {
    double shared = 0;
    for (int i = 0; far && i < FAR; i++)
        shared += far[i].groups > 0 ? fmax(0, n - far[i].groups) * far[i].overlap : 0;
    return shared;
}

/* Distinct sectors or DRAM rows, in units of one group's, that the first n groups of the launch
 * touch together: rows of groups one after another. */
static double distinct(const double *overlap, const struct far_overlap (*far)[FAR],
                       const double *extent, double n) {
    double total = 1;
    for (int d = 0; d < 3; d++) {
        double along = fmin(n, extent[d]);
        total *= 1 + (along - 1) * (1 - overlap[d]) - shared_afar(far ? far[d] : NULL, along);
        n = fmax(1, n / extent[d]);
    }
    return total;
}

static double distinct_sectors(const struct buffer_sharing *b, const double *extent, double n) {
    return distinct(b->overlap, b->far, extent, n);
}

/* How many groups' worth of distinct sectors n groups of one SM access. */
static double distinct_of_sm(double next_overlap, double n) {
    return 1 + (n - 1) * (1 - next_overlap);
}

/* Bytes of the caches that are taken by what the first n groups touch together: a sector of a line
 * takes the place of all of it. */
static double bytes_taken(const struct sharing *s, const struct buffer_sharing *buffers,
                          const double *extent, double n, double cache_line_bytes) {
    double bytes = 0, line_bytes = fmin(cache_line_bytes, s->grid.line_bytes);
    for (uint32_t i = 0; i < s->n; i++) {
        const struct buffer_sharing *b = &buffers[i];
        if (b->passes)
            continue;
        double sectors = b->group_sectors * distinct_sectors(b, extent, n);
        double lines = b->group_lines * distinct(b->line_overlap, b->far, extent, n);
        bytes += fmax(sectors * s->grid.sector_bytes, lines * line_bytes);
    }
    return bytes;
}

/* What caches have kept when their bytes are touched again: in the next round what the SMs of one
 * have brought, in the next launch what all have. */
struct survival_shares {
    double round, launch;
};

static struct survival_shares kept_by(double cache_bytes, double round_bytes, double launch_bytes) {
    return (struct survival_shares){survival_share(cache_bytes, round_bytes),
                                    launch_bytes > 0 ? survival_share(cache_bytes, launch_bytes)
                                                     : 0};
}

/* `own` of one round, without what a cache has from earlier rounds, of whose touches the share
 * `first` is new, and launches. */
static double compulsory_share(double own, double first, struct survival_shares kept) {
    own *= (1 - kept.round * (1 - first)) * (1 - kept.launch);
    return fmin(1, fmax(own, 0));
}

/* The share of the lines that SMs touch which they have for themselves, over that of the sectors:
 * neighbours may touch other sectors of a line, which takes its place in the L2 once. */
static double lines_over_sectors(const struct sharing *s, const struct buffer_sharing *b,
                                 const double *extent, double n, double per_sm) {
    double sectors = distinct(b->overlap, NULL, extent, n);
    double least = b->group_sectors * sectors / s->grid.sectors / fmax(1, b->group_lines);
    double lines = fmax(least, distinct(b->line_overlap, NULL, extent, n));
    return fmin(1, lines / distinct_of_sm(b->next_line_overlap, per_sm) /
                       (sectors / distinct_of_sm(b->next_overlap, per_sm)));
}

/* Lines of a group's private variables, as many times as they are asked for more often than those
 * that others touch as well: what is used again and again stays in the L2, what is passed by hardly
 * takes a place there. */
static double private_lines(const struct sharing *s, const struct buffer_sharing *buffers,
                            const struct sharing_request *r, const struct trace *group) {
    double private = r->private_bytes / s->grid.line_bytes, shared = 0;
    for (uint32_t i = 0; i < s->n; i++)
        shared += buffers[i].group_lines;
    if (private <= 0 || shared <= 0)
        return private;
    struct asked asked = lines_asked_for(s->footprints, group);
    return private * fmax(1, asked.private / private / fmax(1, asked.shared / shared));
}

/* Whether what groups touch, as far as their overlaps say, is more than the buffer has. */
static bool touches_more_than_all(const struct sharing *s, const struct buffer_sharing *b,
                                  double distinct) {
    return b->bytes != unknown_buffer &&
           b->group_sectors * distinct * s->grid.sector_bytes > (double)b->bytes;
}

/* The part of the caches that a buffer has for itself while as many groups as touch it once bring
 * what they touch of others. (Not asked for of gathers, which touch parts of lines: forces of
 * neighbours come out too slow with it, as neighbours lie together in memory.) */
static double part_of_caches(const struct sharing *s, const struct buffer_sharing *buffers,
                             const struct buffer_sharing *b, const double *extent) {
    double sectors = (double)b->bytes / s->grid.sector_bytes, all = sectors;
    double groups = sectors / fmax(1, fmax(b->at_random, b->group_sectors));
    for (uint32_t i = 0; i < s->n; i++) {
        const struct buffer_sharing *other = &buffers[i];
        double most =
            other->bytes == unknown_buffer ? INFINITY : (double)other->bytes / s->grid.sector_bytes;
        double brought = other->group_sectors * distinct_sectors(other, extent, fmax(1, groups)) +
                         groups * other->at_random;
        if (other != b)
            all += fmin(most, brought);
    }
    return all > 0 ? sectors / all : 1;
}

/* Whether all lines of a group are whole, but for what it has of the first and the last one. */
static bool touches_whole_lines(const struct sharing *s, const struct buffer_sharing *b) {
    return b->group_sectors >= fmax(1, b->group_lines - 1) * s->grid.sectors;
}

/* Misses of a cache, of which the share `random` is of touches without an order. Where most places
 * are not known, what the known ones say does not limit them. */
static double with_random(const struct buffer_sharing *b, double known, double random,
                          double missed) {
    double all = (1 - random) * known + random * missed;
    return b->at_random > b->group_sectors ? all : fmin(known, all);
}

/* Where sectors are touched without an order, or again and again by groups that do not overlap with
 * their neighbours: as often as that, the caches have what was touched before, anywhere in the
 * launch. */
static void use_again_at_random(const struct sharing *s, const struct buffer_sharing *buffers,
                                struct buffer_sharing *b, const struct sharing_request *r,
                                const double *extent, double distinct) {
    double groups = extent[0] * extent[1] * extent[2];
    bool more = touches_more_than_all(s, b, distinct);
    double touches = groups * b->at_random + (more ? b->group_sectors * distinct : 0);
    double share = more ? 1 : b->at_random / fmax(1, b->at_random + b->group_sectors);
    if (touches <= 0 || !b->bytes)
        return;
    const struct gpu *g = r->gpu;
    double line = fmax(s->grid.sector_bytes, fmin(g->cache.l2_line_bytes, s->grid.line_bytes));
    struct random_reuse x = {.touches = touches,
                             .buffer_sectors = (double)b->bytes / s->grid.sector_bytes,
                             .run = fmax(b->run, s->fetch_unit),
                             .touched_together = fmax(1, b->run),
                             .line_sectors = line / s->grid.sector_bytes,
                             .in_order = b->at_random <= 0,
                             .again = r->launch->count > 1};
    x.sweeps = x.in_order && touches_whole_lines(s, b);
    double at_once = fmin(groups, (double)r->groups_per_sm * r->sms);
    x.readers = at_once * b->group_sectors / x.buffer_sectors;
    double part = x.sweeps ? part_of_caches(s, buffers, b, extent) : 1;
    x.cache_lines = part * g->cache.l2_bytes / fmax(1, g->cache.l2_partitions) / line;
    b->own = with_random(b, b->own, share, random_reuse_misses(&x));
    b->under_way = fmin(b->under_way, b->own);
    /* Tables of sweeps show a cliff at the size of the L2, and none at that of the next cache, but
     * for those where it is known how much of a sweep that keeps. */
    x.sweeps = x.sweeps && g->cache.l3_sweep_bytes > 0;
    x.cache_lines = part * (x.sweeps ? g->cache.l3_sweep_bytes : g->cache.l3_bytes) / line;
    if (g->cache.l3_bytes > 0)
        b->to_dram = with_random(b, b->to_dram, share, random_reuse_misses(&x));
}

/* Whether no warp of the group waits for memory more often. */
static bool has_waits(const struct trace *t, size_t most) {
    for (size_t w = 0; w < t->n_warps; w++) {
        size_t requests = 0;
        for (size_t o = 0; o < t->warps[w].n_ops; o++) {
            uint32_t item = t->warps[w].ops[o].item;
            requests += item == NONE || t->kernel->items[item].kind == ITEM_ACCESS;
        }
        if (requests > most)
            return false;
    }
    return true;
}

bool shares_at_once(const struct trace *t) {
    return has_waits(t, turns_in_step);
}

void shares_forget_between_rows(const struct sharing *s, struct buffer_sharing *buffers,
                                const struct sharing_request *r, const double *extent) {
    double row = extent[0], all = fmax(r->gpu->cache.l2_bytes, r->gpu->cache.l3_bytes);
    for (int d = 1; d < 3; row *= extent[d++]) {
        double taken = bytes_taken(s, buffers, extent, row, r->gpu->cache.l2_line_bytes);
        for (uint32_t i = 0; i < s->n; i++) {
            double kept = survival_share(all * buffers[i].sets, taken);
            buffers[i].overlap[d] *= kept;
            buffers[i].line_overlap[d] *= kept;
        }
    }
}

/* Groups from one that touches some of the buffer to the last one that does so again: as many as a
 * row has where rows of groups share with the next one, and more with those farther on. */
static double groups_between(const struct buffer_sharing *b, const double *extent) {
    double row = 1, most = 0;
    for (int d = 0; d < 3; row *= extent[d++]) {
        if (extent[d] > 1 && b->overlap[d] > 0)
            most = row;
        for (int i = 0; i < FAR; i++)
            if (b->far[d][i].overlap > 0)
                most = fmax(most, row * b->far[d][i].groups);
    }
    return most;
}

/* What has come to the caches since, of a round that goes on to the next group as one ends: the
 * last groups of it share with those that follow, so that what came before them need not stay. What
 * a group loads last and another one first comes nearer than they are. (Not of groups that run on
 * through what they share: all of a round are far from its beginning when the next ones start.) */
static double bytes_between(const struct sharing *s, const struct buffer_sharing *buffers,
                            const struct buffer_sharing *b, const double *extent, double at_once,
                            double line, double round) {
    double groups = groups_between(b, extent);
    if (groups <= 0 || groups >= at_once)
        return round;
    groups = fmax(1, groups - nearer_at_once * at_once);
    return fmin(round, bytes_taken(s, buffers, extent, groups, line));
}

/* What all groups touch in whole comes again whenever one of them gets to it: data of their own
 * keeps them from staying in step from round to round. */
static bool touched_by_all(const struct buffer_sharing *b, const double *extent, double at_once) {
    return distinct_sectors(b, extent, at_once) <= 1;
}

void shares_find_own(struct sharing *s, struct buffer_sharing *buffers,
                     const struct sharing_request *r, const struct trace *group,
                     const double *extent) {
    double all = extent[0] * extent[1] * extent[2], per_sm = (double)r->groups_per_sm;
    double at_once = fmin(all, per_sm * r->sms), rounds = fmax(1, all / at_once);
    double full_sms = at_once / per_sm;
    double line = r->gpu->cache.l2_line_bytes;
    double private = at_once * (r->spilled_bytes + r->private_bytes);
    double round = bytes_taken(s, buffers, extent, at_once, line);
    bool passing = has_waits(group, waits_in_passing);
    double launch = r->launch->count > 1 ? bytes_taken(s, buffers, extent, all, line) + private : 0;
    double spilled_lines = r->spilled_bytes / s->grid.line_bytes;
    double traffic = per_sm * (spilled_lines + private_lines(s, buffers, r, group)),
           owned = traffic;
    for (uint32_t i = 0; i < s->n; i++) {
        struct buffer_sharing *b = &buffers[i];
        double between =
            private +
            (passing ? bytes_between(s, buffers, b, extent, at_once, line, round) : round);
        if (touched_by_all(b, extent, at_once))
            between /= at_once;
        struct survival_shares l2 = kept_by(r->gpu->cache.l2_bytes, between, launch);
        struct survival_shares last = kept_by(r->gpu->cache.l3_bytes, between, launch);
        double alone = distinct_of_sm(b->next_overlap, per_sm);
        b->random_of_sm = b->at_random * fmax(1, all / r->sms);
        b->own = distinct_sectors(b, extent, at_once) / (full_sms * alone);
        double first =
            distinct_sectors(b, extent, all) / (rounds * distinct_sectors(b, extent, at_once));
        b->together = fmax(1, 1 / b->own);
        b->to_dram = compulsory_share(b->own, first, last);
        b->own = compulsory_share(b->own, first, l2);
        b->under_way = compulsory_share(1, first, l2);
        use_again_at_random(s, buffers, b, r, extent, distinct_sectors(b, extent, all));
        b->to_dram = fmin(b->own, b->to_dram);
        b->own_rows = distinct(b->row_overlap, NULL, extent, at_once) /
                      (full_sms * distinct_of_sm(b->next_row_overlap, per_sm));
        double lines = b->group_lines * distinct_of_sm(b->next_line_overlap, per_sm);
        traffic += lines;
        owned += lines * b->own * lines_over_sectors(s, b, extent, at_once, per_sm);
    }
    s->average = traffic > 0 ? fmax(owned / traffic, 1 / full_sms) : 1;
}
