#include "perfmodel/memory/l2_sharing.h"

#include <math.h>
#include <string.h>

#include "analysis/ir/query.h"
#include "analysis/lanes/group_shift.h"
#include "base/lot.h"
#include "perfmodel/memory/cache.h"
#include "perfmodel/memory/partial_stores.h"
#include "perfmodel/memory/random_reuse.h"
#include "perfmodel/memory/sector_set.h"
#include "perfmodel/memory/set_crowding.h"
#include "perfmodel/model_constants.h"
#include "perfmodel/study/traces.h"

uint32_t sharing_number(const struct sharing *s, uint64_t address) {
    uint64_t n = (address >> BUFFER_SHIFT) - 1;
    return n < s->n - 1 ? (uint32_t)n : s->n - 1;
}

const struct buffer_sharing *sharing_buffer(const struct sharing *s, uint64_t address) {
    return &s->buffers[sharing_number(s, address)];
}

/* What an access has touched last: lines, counted from that of an address. */
struct touch {
    const struct line *lines;
    uint64_t from;
};

/* Whether the access touches the same as before. */
static bool touches_again(struct touch *last, const struct footprint *f, uint64_t line) {
    struct touch this = {f->lines, line};
    bool again = last->lines == this.lines && last->from == this.from;
    *last = this;
    return again;
}

/* Whether nobody knows where a request goes: each of its lanes, or all together. */
static bool is_anywhere(const struct trace *t, const struct trace_op *op) {
    return t->patterns[op->pattern].scattered || op->shift == SHIFT_ANYWHERE;
}

/* The sectors that a trace touches in each buffer. */
static struct sectors *touched(struct arena *a, const struct sharing *s, const struct trace *t) {
    struct sectors *all = NEW_ARRAY(a, struct sectors, s->n);
    struct touch *last = NEW_ARRAY(a, struct touch, t->kernel->n_accesses);
    footprints_extend(s->footprints, t);
    for (uint32_t i = 0; i < s->n; i++)
        all[i].arena = a;
    for (size_t w = 0; w < t->n_warps; w++)
        for (size_t o = 0; o < t->warps[w].n_ops; o++) {
            const struct trace_op *op = &t->warps[w].ops[o];
            if (op->item == NONE)
                continue;
            const struct item *item = &t->kernel->items[op->item];
            if (item->kind != ITEM_ACCESS || !goes_through_l2(&t->kernel->accesses[item->access]) ||
                is_anywhere(t, op))
                continue;
            uint64_t address = an_op_address(&t->warps[w], op);
            const struct footprint *p = footprint_at(s->footprints, op->pattern, address);
            struct sectors *set = &all[sharing_number(s, address)];
            if (touches_again(&last[item->access], p, grid_line(&s->grid, address)))
                continue;
            uint32_t unit =
                t->kernel->accesses[item->access].kind == ACCESS_LOAD ? s->fetch_unit : 1;
            for (uint32_t l = 0; l < p->n_lines; l++)
                sectors_add(set, grid_line(&s->grid, address + (uint64_t)p->lines[l].offset),
                            whole_units(unit, p->lines[l].sectors));
        }
    return all;
}

/* The group's part of the trace; without warps if it has none. */
static struct trace part_of(const struct trace *t, uint64_t group) {
    struct trace part = *t;
    size_t n = 0, first = 0;
    while (first < t->n_warps && t->warps[first].group != group)
        first++;
    while (first + n < t->n_warps && t->warps[first + n].group == group)
        n++;
    part.warps = t->warps + first;
    part.n_warps = n;
    return part;
}

/* The group's trace. What is made up of addresses that nobody knows follows a group's place in the
 * trace, so that only what is known, or the first group, is taken from there. */
static struct trace trace_of(const struct sharing_request *r, uint64_t group) {
    struct trace part = part_of(r->trace, group);
    bool same = certain_is_followed(r->trace->certain) || part.warps == r->trace->warps;
    if (part.n_warps && same && !r->trace->truncated)
        return part;
    return *study_other_groups(r->trace, &group, 1, overlap_trace, NULL);
}

static struct sectors *touched_by(struct arena *a, const struct sharing *s,
                                  const struct sharing_request *r, uint64_t group) {
    struct trace t = trace_of(r, group);
    return touched(a, s, &t);
}

/* The DRAM rows that the sectors lie in, each as one sector of a line. */
static const struct sectors *rows_of(struct arena *a, const struct sectors *s, uint32_t row_lines) {
    struct sectors *rows = NEW(a, struct sectors);
    rows->arena = a;
    for (size_t i = 0; i < s->cap; i++)
        if (s->slots[i].line)
            sectors_add(rows, (s->slots[i].line - 1) / row_lines, 1);
    return rows;
}

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

/* Whether warps of the group ask for all they touch at about the same time. */
static bool is_short(const struct trace *t) {
    for (size_t w = 0; w < t->n_warps; w++) {
        size_t requests = 0;
        for (size_t o = 0; o < t->warps[w].n_ops; o++) {
            uint32_t item = t->warps[w].ops[o].item;
            requests += item == NONE || t->kernel->items[item].kind == ITEM_ACCESS;
        }
        if (requests > turns_in_step)
            return false;
    }
    return true;
}

/* Groups that touch all of theirs when they start share with the next row of groups only what the
 * L2 keeps until that one starts. */
static void forget_between_rows(const struct sharing *s, struct buffer_sharing *buffers,
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
 * a group loads last and another one first comes nearer than they are. */
static double bytes_between(const struct sharing *s, const struct buffer_sharing *buffers,
                            const struct buffer_sharing *b, const double *extent, double at_once,
                            double line, double round) {
    double groups = groups_between(b, extent);
    if (groups <= 0 || groups >= at_once)
        return round;
    groups = fmax(1, groups - nearer_at_once * at_once);
    return fmin(round, bytes_taken(s, buffers, extent, groups, line));
}

/* The share of first touches that are really the first: among the SMs of one round, and over the
 * rounds as far as the caches hold what a round leaves, and over launches in a row. Where SMs get
 * unequal numbers of groups, those that get as many as the simulated one count: it has their share
 * of the memory's rate. `group` is the first one's trace. */
static void find_own(struct sharing *s, struct buffer_sharing *buffers,
                     const struct sharing_request *r, const struct trace *group,
                     const double *extent) {
    double all = extent[0] * extent[1] * extent[2], per_sm = (double)r->groups_per_sm;
    double at_once = fmin(all, per_sm * r->sms), rounds = fmax(1, all / at_once);
    double full_sms = at_once / per_sm;
    double line = r->gpu->cache.l2_line_bytes;
    double private = at_once * (r->spilled_bytes + r->private_bytes);
    double round = bytes_taken(s, buffers, extent, at_once, line);
    double launch = r->launch->count > 1 ? bytes_taken(s, buffers, extent, all, line) + private : 0;
    double spilled_lines = r->spilled_bytes / s->grid.line_bytes;
    double traffic = per_sm * (spilled_lines + private_lines(s, buffers, r, group)),
           owned = traffic;
    for (uint32_t i = 0; i < s->n; i++) {
        struct buffer_sharing *b = &buffers[i];
        double between = private + bytes_between(s, buffers, b, extent, at_once, line, round);
        struct survival_shares l2 = kept_by(r->gpu->cache.l2_bytes, between, launch);
        struct survival_shares last = kept_by(r->gpu->cache.l3_bytes, between, launch);
        double alone = distinct_of_sm(b->next_overlap, per_sm);
        b->random_of_sm = b->at_random * fmax(1, all / r->sms);
        b->own = distinct_sectors(b, extent, at_once) / (full_sms * alone);
        double first =
            distinct_sectors(b, extent, all) / (rounds * distinct_sectors(b, extent, at_once));
        b->together = fmax(1, 1 / b->own);
        double next = fmin(1, next_as_well * b->own);
        b->to_dram = compulsory_share(b->own, first, last);
        b->own = compulsory_share(b->own, first, l2);
        b->under_way = compulsory_share(next, first, l2);
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

static void buffer_sizes(const struct sharing_request *r, struct buffer_sharing *buffers) {
    for (uint32_t i = 0; i < r->trace->kernel->n_params; i++) {
        const struct param *p = &r->trace->kernel->params[i];
        const struct launch_arg *arg = launch_arg(r->launch, (int)i, p->name);
        buffers[i].bytes = unknown_buffer;
        if (arg && arg->kind == ARG_ELEMENTS && p->elem_bytes)
            buffers[i].bytes = arg->count * p->elem_bytes;
        if (arg && arg->kind == ARG_FILE)
            buffers[i].bytes = arg->count;
    }
}

/* Groups along a dimension, and what one of them and its neighbour touch. */
struct row {
    int dimension;
    uint64_t place, groups; /* the one's, and how many there are */
    uint64_t step;          /* from the number of one to that of the next */
    struct sectors *here, *there;
};

/* How many groups on another one may touch the next of the runs of lines that a group touches: with
 * groups in one row over a matrix, those that are a row of the matrix apart. */
static size_t far_distances(struct arena *a, const struct sectors *here,
                            const struct sectors *there, uint64_t *distances, size_t most) {
    size_t n = 0;
    if (!here->lines || !there->lines)
        return 0;
    const uint64_t *lines = sectors_lines(a, here), *next = sectors_lines(a, there);
    uint64_t shift = next[0] > lines[0] ? next[0] - lines[0] : lines[0] - next[0], run = lines[0];
    for (size_t i = 1; i < here->lines && shift && n < most; i++) {
        if (lines[i] - lines[i - 1] <= shift)
            continue;
        uint64_t groups = (lines[i] - run + shift / 2) / shift;
        if (groups > 1 && (!n || groups != distances[n - 1]))
            distances[n++] = groups;
        run = lines[i];
    }
    return n;
}

/* The nearest FAR of them are looked at. */
enum { MOST_DISTANCES = FAR + 1 };

/* Those of all buffers, in ascending order, each once. */
static size_t all_distances(struct arena *a, const struct sharing *s, const struct row *row,
                            uint64_t *distances) {
    size_t n = 0;
    for (uint32_t b = 0; b < s->n; b++) {
        uint64_t found[MOST_DISTANCES];
        size_t more = far_distances(a, &row->here[b], &row->there[b], found, MOST_DISTANCES);
        for (size_t i = 0; i < more; i++) {
            size_t at = 0;
            while (at < n && distances[at] < found[i])
                at++;
            if (n == MOST_DISTANCES || (at < n && distances[at] == found[i]))
                continue;
            memmove(&distances[at + 1], &distances[at], (n++ - at) * sizeof *distances);
            distances[at] = found[i];
        }
    }
    return n;
}

/* What groups farther on touch of a group's sectors, and no nearer one does. */
static void share_afar(struct arena *a, const struct sharing *s, const struct sharing_request *r,
                       const struct row *row, struct buffer_sharing *buffers) {
    uint64_t distances[MOST_DISTANCES];
    size_t n = !certain_is_followed(r->trace->certain) ? 0 : all_distances(a, s, row, distances);
    for (size_t i = 0; i < n && i < FAR; i++) {
        uint64_t on = distances[i] * row->step;
        bool after = row->place + distances[i] < row->groups, before = row->place >= distances[i];
        if (!after && !before)
            break;
        const struct sectors *far =
            touched_by(a, s, r, after ? r->first_group + on : r->first_group - on);
        for (uint32_t b = 0; b < s->n; b++) {
            double nearer = sectors_overlap(&row->here[b], &row->there[b]);
            sectors_join(&row->there[b], &far[b]);
            double all = sectors_overlap(&row->here[b], &row->there[b]);
            buffers[b].far[row->dimension][i] =
                (struct far_overlap){(double)distances[i], all - nearer};
        }
    }
}

static struct footprints *footprints_on(struct arena *a, const struct sharing_request *r) {
    struct footprints *f = footprints_of(a, memory_grid_of(r->gpu), r->trace);
    f->without_quads = r->gpu->cache.l1_cycles_per_quad <= 0;
    return f;
}

/* Nothing is shared yet. */
static struct sharing *sharing_new(struct arena *a, const struct sharing_request *r) {
    struct sharing *s = NEW(a, struct sharing);
    s->n = r->trace->kernel->n_params + 1;
    s->grid = memory_grid_of(r->gpu);
    s->fetch_unit = l2_fetch_unit(r->gpu, &s->grid);
    s->footprints = footprints_on(a, r);
    s->trace = r->trace;
    s->incomplete =
        r->gpu->dram.dram_fills_parts > 0 ? incomplete_sectors(a, s->grid, r->trace) : NULL;
    return s;
}

const struct sharing *sharing_alone(struct arena *a, const struct sharing_request *r) {
    struct sharing *s = sharing_new(a, r);
    s->average = 1;
    struct buffer_sharing *buffers = NEW_ARRAY(a, struct buffer_sharing, s->n);
    s->buffers = buffers;
    buffer_sizes(r, buffers);
    for (uint32_t i = 0; i < s->n; i++)
        buffers[i].own = buffers[i].under_way = buffers[i].to_dram = buffers[i].own_rows =
            buffers[i].together = buffers[i].sets = 1;
    return s;
}

/* What the SM's next group has in common with the first. */
static void overlap_on_sm(struct arena *a, const struct sharing *s, const struct sharing_request *r,
                          struct buffer_sharing *buffers, const struct sectors *here,
                          const struct sectors *rows) {
    const struct sectors *there = touched_by(a, s, r, r->next_group);
    uint32_t row_lines = dram_row_bytes(r->gpu) / s->grid.line_bytes;
    for (uint32_t i = 0; i < s->n; i++) {
        buffers[i].next_overlap = sectors_overlap(&here[i], &there[i]);
        buffers[i].next_line_overlap = sectors_line_overlap(&here[i], &there[i]);
        buffers[i].next_row_overlap = sectors_overlap(&rows[i], rows_of(a, &there[i], row_lines));
    }
}

static bool touches_any(const struct sharing *s, const struct sectors *sectors) {
    for (uint32_t i = 0; i < s->n; i++)
        if (sectors[i].n)
            return true;
    return false;
}

/* What the next group of a row touches; where that has nothing to do, the one before it, or one a
 * little farther away. `place` is the first group's of the row's so many, `step` is from the number
 * of one to the next. */
static struct sectors *touched_beside(struct arena *a, const struct sharing *s,
                                      const struct sharing_request *r, uint64_t place,
                                      uint64_t groups, uint64_t step) {
    struct sectors *there = NULL;
    for (uint64_t away = 1; away <= farthest_neighbour; away *= 2) {
        if (place + away < groups)
            there = touched_by(a, s, r, r->first_group + away * step);
        if (there && touches_any(s, there))
            break;
        if (place >= away)
            there = touched_by(a, s, r, r->first_group - away * step);
        if (there && touches_any(s, there))
            break;
    }
    return there;
}

/* Whether requests of the group store or load parts of sectors, as the next groups may do with the
 * rest of them. Not of long groups, of which eight are too much work. */
static bool touches_parts(const struct sharing *s, const struct trace *t) {
    size_t ops = 0;
    for (size_t w = 0; w < t->n_warps; w++)
        ops += t->warps[w].n_ops;
    if (ops > in_a_row_trace)
        return false;
    for (size_t w = 0; w < t->n_warps; w++)
        for (size_t o = 0; o < t->warps[w].n_ops; o++) {
            const struct trace_op *op = &t->warps[w].ops[o];
            const struct item *item = op->item == NONE ? NULL : &t->kernel->items[op->item];
            if (!item || item->kind != ITEM_ACCESS ||
                !goes_through_l2(&t->kernel->accesses[item->access]) || is_anywhere(t, op))
                continue;
            const struct footprint *f =
                footprint_at(s->footprints, op->pattern, an_op_address(&t->warps[w], op));
            for (uint32_t l = 0; l < f->n_lines; l++)
                if (f->lines[l].sectors & ~f->lines[l].full)
                    return true;
        }
    return false;
}

/* What each of so many groups in a row shares with the next one, on average: where a group touches
 * parts of sectors, one of some groups begins new ones, and the others do not. */
static void average_overlaps(struct arena *a, const struct sharing *s,
                             const struct sharing_request *r, const struct row *row,
                             struct buffer_sharing *buffers) {
    uint64_t n = row->groups - 1 < groups_in_a_row ? row->groups - 1 : groups_in_a_row;
    uint64_t first = row->place < row->groups - 1 - n ? row->place : row->groups - 1 - n;
    uint64_t start = r->first_group - row->place * row->step;
    double *sum = NEW_ARRAY(a, double, s->n), *lines = NEW_ARRAY(a, double, s->n);
    const struct sectors *here = touched_by(a, s, r, start + first * row->step);
    for (uint64_t i = 1; i <= n; i++) {
        const struct sectors *there = touched_by(a, s, r, start + (first + i) * row->step);
        for (uint32_t b = 0; b < s->n; b++) {
            sum[b] += sectors_overlap(&here[b], &there[b]) / (double)n;
            lines[b] += sectors_line_overlap(&here[b], &there[b]) / (double)n;
        }
        here = there;
    }
    for (uint32_t b = 0; b < s->n; b++) {
        buffers[b].overlap[row->dimension] = sum[b];
        buffers[b].line_overlap[row->dimension] = lines[b];
    }
}

/* Lines of a group without an order are about as many different distances apart as they are, and
 * most of those of the next group are others. */
static bool is_irregular(struct arena *a, const struct sectors *s, const struct sectors *next) {
    enum { ALIKE = 4 };
    if (s->lines < irregular_lines || next->lines < irregular_lines)
        return false;
    const uint64_t *x = sectors_lines(a, s), *y = sectors_lines(a, next);
    struct sectors distances = {.arena = a};
    size_t alike = 0;
    for (size_t i = 1; i < s->lines; i++) {
        sectors_add(&distances, x[i] - x[i - 1], 1);
        alike += i < next->lines && x[i] - x[i - 1] == y[i] - y[i - 1];
    }
    size_t both = s->lines < next->lines ? s->lines : next->lines;
    return distances.lines > s->lines / ALIKE && 2 * alike < both;
}

/* Sectors of a group at places that nobody knows, by buffer. `run` is known where others of it are
 * at known places. */
static void count_anywhere(const struct sharing *s, struct buffer_sharing *buffers,
                           const struct trace *t) {
    struct arena scratch = {0};
    for (size_t w = 0; w < t->n_warps; w++) {
        const double *weights = an_op_weights(&scratch, &t->warps[w]);
        for (size_t o = 0; o < t->warps[w].n_ops; o++) {
            const struct trace_op *op = &t->warps[w].ops[o];
            const struct item *item = op->item == NONE ? NULL : &t->kernel->items[op->item];
            if (!item || item->kind != ITEM_ACCESS ||
                !goes_through_l2(&t->kernel->accesses[item->access]) || !is_anywhere(t, op))
                continue;
            uint64_t address = an_op_address(&t->warps[w], op);
            const struct pattern *p = &t->patterns[op->pattern];
            const struct footprint *f = footprint_at(s->footprints, op->pattern, address);
            struct buffer_sharing *b = &buffers[sharing_number(s, address)];
            b->at_random +=
                weights[o] * (p->scattered ? __builtin_popcountll(p->mask) : (int)f->n_sectors);
            if (!p->scattered && b->group_sectors <= 0)
                b->run = fmax(b->run, (double)f->n_sectors / fmax(1, f->n_lines));
        }
    }
    arena_free(&scratch);
}

static void find_random(struct arena *a, const struct sharing *s, struct buffer_sharing *buffers,
                        const struct sectors *here, const struct sectors *there) {
    for (uint32_t i = 0; i < s->n; i++)
        if (is_irregular(a, &here[i], &there[i]))
            buffers[i].at_random = fmax(buffers[i].at_random, (double)here[i].n);
}

bool sharing_is_same(const struct sharing_request *x, const struct sharing_request *y) {
    const struct gpu *g = x->gpu, *h = y->gpu;
    return x->trace == y->trace && x->groups_per_sm == y->groups_per_sm && x->sms == y->sms &&
           x->spilled_bytes == y->spilled_bytes && x->private_bytes == y->private_bytes &&
           x->first_group == y->first_group && x->next_group == y->next_group &&
           g->cache.l2_bytes == h->cache.l2_bytes && g->cache.l3_bytes == h->cache.l3_bytes &&
           g->cache.l3_sweep_bytes == h->cache.l3_sweep_bytes &&
           g->cache.l2_fetch_bytes == h->cache.l2_fetch_bytes &&
           g->cache.l2_line_bytes == h->cache.l2_line_bytes &&
           g->cache.l2_sector_bytes == h->cache.l2_sector_bytes &&
           g->cache.l2_sets_by_address == h->cache.l2_sets_by_address &&
           g->cache.l2_ways == h->cache.l2_ways &&
           g->cache.l2_partitions == h->cache.l2_partitions &&
           dram_row_bytes(g) == dram_row_bytes(h) && memory_grid_is_same(g, h) &&
           (g->dram.dram_fills_parts > 0) == (h->dram.dram_fills_parts > 0) &&
           (g->cache.l1_cycles_per_quad > 0) == (h->cache.l1_cycles_per_quad > 0);
}

/* The addresses at which the group's requests of an access begin say which buffer they are of. */
static uint32_t buffer_of(const struct sharing *s, const struct trace *t, uint32_t access) {
    for (size_t w = 0; w < t->n_warps; w++)
        for (size_t o = 0; o < t->warps[w].n_ops; o++) {
            const struct trace_op *op = &t->warps[w].ops[o];
            const struct item *item = op->item == NONE ? NULL : &t->kernel->items[op->item];
            if (item && item->kind == ITEM_ACCESS && item->access == access)
                return sharing_number(s, an_op_address(&t->warps[w], op));
        }
    return s->n - 1;
}

/* Buffers of which the group's accesses say that nobody touches it again soon, all of them. */
static void find_passing(const struct sharing *s, struct buffer_sharing *buffers,
                         const struct trace *group) {
    const struct kernel *k = group->kernel;
    for (int stays = 0; stays < 2; stays++)
        for (uint32_t i = 0; i < k->n_accesses; i++)
            if (goes_through_l2(&k->accesses[i]) && k->accesses[i].nontemporal == !stays)
                buffers[buffer_of(s, group, i)].passes = !stays;
    buffers[s->n - 1].passes = false;
}

/* Of what several accesses touch of a buffer, that which meets the most sets. */
static void find_sets(struct arena *a, const struct sharing *s, const struct sharing_request *r,
                      struct buffer_sharing *buffers, const struct trace *group,
                      const double *extent) {
    struct set_crowding c = {
        .arena = a,
        .gpu = r->gpu,
        .footprints = s->footprints,
        .group = group,
        .at_once = fmin(extent[0] * extent[1] * extent[2], (double)r->groups_per_sm * r->sms)};
    uint64_t step = 1;
    for (int d = 0; d < 3; d++) {
        uint64_t along = r->first_group / step % (uint64_t)extent[d];
        c.extent[d] = extent[d];
        if (extent[d] > 1) {
            struct trace *next = NEW(a, struct trace);
            *next = trace_of(r, along + 1 < (uint64_t)extent[d] ? r->first_group + step
                                                                : r->first_group - step);
            c.next[d] = next;
        }
        step *= (uint64_t)extent[d];
    }
    const double *met = sets_met(a, &c);
    for (uint32_t i = 0; i < group->kernel->n_accesses; i++)
        if (goes_through_l2(&group->kernel->accesses[i])) {
            struct buffer_sharing *b = &buffers[buffer_of(s, group, i)];
            b->sets = fmax(b->sets, met[i]);
        }
    for (uint32_t i = 0; i < s->n; i++)
        buffers[i].sets = i + 1 < s->n && buffers[i].sets > 0 ? buffers[i].sets : 1;
}

const struct sharing *sharing_of(struct arena *a, const struct sharing_request *r) {
    struct arena scratch = {0};
    struct sharing *s = sharing_new(a, r);
    struct buffer_sharing *buffers = NEW_ARRAY(a, struct buffer_sharing, s->n);
    s->buffers = buffers;
    buffer_sizes(r, buffers);
    double extent[3];
    for (int d = 0; d < 3; d++)
        extent[d] = ceil((double)r->launch->global[d] / (double)r->launch->local[d]);
    struct trace group = trace_of(r, r->first_group);
    struct sectors *here = touched(&scratch, s, &group);
    for (uint32_t i = 0; i < s->n; i++) {
        buffers[i].group_sectors = (double)here[i].n;
        buffers[i].group_lines = (double)here[i].lines;
        buffers[i].run = here[i].lines ? (double)here[i].n / (double)here[i].lines : 1;
    }
    find_passing(s, buffers, &group);
    count_anywhere(s, buffers, &group);
    uint32_t row_lines = dram_row_bytes(r->gpu) / s->grid.line_bytes;
    struct sectors *rows = NEW_ARRAY(&scratch, struct sectors, s->n);
    for (uint32_t i = 0; i < s->n; i++)
        rows[i] = *rows_of(&scratch, &here[i], row_lines);
    bool in_parts = touches_parts(s, &group);
    uint64_t step = 1;
    for (int d = 0; d < 3; d++) {
        uint64_t along = r->first_group / step % (uint64_t)extent[d];
        if (extent[d] < 2)
            continue;
        struct sectors *there = touched_beside(&scratch, s, r, along, (uint64_t)extent[d], step);
        for (uint32_t i = 0; i < s->n; i++) {
            buffers[i].overlap[d] = sectors_overlap(&here[i], &there[i]);
            buffers[i].line_overlap[d] = sectors_line_overlap(&here[i], &there[i]);
            buffers[i].row_overlap[d] =
                sectors_overlap(&rows[i], rows_of(&scratch, &there[i], row_lines));
        }
        find_random(&scratch, s, buffers, here, there);
        struct row row = {d, along, (uint64_t)extent[d], step, here, there};
        share_afar(&scratch, s, r, &row, buffers);
        if (in_parts)
            average_overlaps(&scratch, s, r, &row, buffers);
        step *= (uint64_t)extent[d];
    }
    if (r->groups_per_sm > 1)
        overlap_on_sm(&scratch, s, r, buffers, here, rows);
    find_sets(&scratch, s, r, buffers, &group, extent);
    if (is_short(&group))
        forget_between_rows(s, buffers, r, extent);
    find_own(s, buffers, r, &group, extent);
    arena_free(&scratch);
    return s;
}

/* The sectors of a line whose lot is not below `share`: lines have one lot each, as groups share
 * neighbouring sectors, and a load waits for the latest of its own. */
static unsigned lots_from(const struct sharing *s, double share, uint64_t line, unsigned sectors) {
    return share < 1 && hash_uniform(grid_line(&s->grid, line)) >= share ? sectors : 0;
}

unsigned sharing_brought_by_other(const struct sharing *s, uint64_t line, unsigned sectors) {
    return lots_from(s, sharing_buffer(s, line)->own, line, sectors);
}

unsigned sharing_under_way(const struct sharing *s, uint64_t line, unsigned sectors) {
    return sectors & ~lots_from(s, sharing_buffer(s, line)->under_way, line, sectors);
}

unsigned sharing_kept_last(const struct sharing *s, uint64_t line, unsigned sectors) {
    return lots_from(s, sharing_buffer(s, line)->to_dram, line, sectors);
}
