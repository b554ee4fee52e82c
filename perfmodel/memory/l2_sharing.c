#include "perfmodel/memory/l2_sharing.h"

#include <math.h>
#include <string.h>

#include "analysis/ir/query.h"
#include "base/lot.h"
#include "perfmodel/memory/group_touches.h"
#include "perfmodel/memory/l2_shares.h"
#include "perfmodel/memory/partial_stores.h"
#include "perfmodel/memory/set_crowding.h"
#include "perfmodel/model_constants.h"

uint32_t sharing_number(const struct sharing *s, uint64_t address) {
    uint64_t n = (address >> BUFFER_SHIFT) - 1;
    return n < s->n - 1 ? (uint32_t)n : s->n - 1;
}

const struct buffer_sharing *sharing_buffer(const struct sharing *s, uint64_t address) {
    return &s->buffers[sharing_number(s, address)];
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
            touched_by_group(a, s, r, after ? r->first_group + on : r->first_group - on);
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
            buffers[i].together = buffers[i].sets = buffers[i].channel_excess = 1;
    return s;
}

/* What the SM's next group has in common with the first. */
static void overlap_on_sm(struct arena *a, const struct sharing *s, const struct sharing_request *r,
                          struct buffer_sharing *buffers, const struct sectors *here,
                          const struct sectors *rows) {
    const struct sectors *there = touched_by_group(a, s, r, r->next_group);
    uint32_t row_lines = dram_row_bytes(r->gpu) / s->grid.line_bytes;
    for (uint32_t i = 0; i < s->n; i++) {
        buffers[i].next_overlap = sectors_overlap(&here[i], &there[i]);
        buffers[i].next_line_overlap = sectors_line_overlap(&here[i], &there[i]);
        buffers[i].next_row_overlap =
            sectors_overlap(&rows[i], rows_of_sectors(a, &there[i], row_lines));
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
            there = touched_by_group(a, s, r, r->first_group + away * step);
        if (there && touches_any(s, there))
            break;
        if (place >= away)
            there = touched_by_group(a, s, r, r->first_group - away * step);
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
                !goes_through_l2(&t->kernel->accesses[item->access]) || touches_anywhere(t, op))
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
    const struct sectors *here = touched_by_group(a, s, r, start + first * row->step);
    for (uint64_t i = 1; i <= n; i++) {
        const struct sectors *there = touched_by_group(a, s, r, start + (first + i) * row->step);
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
                !goes_through_l2(&t->kernel->accesses[item->access]) || !touches_anywhere(t, op))
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
           g->cache.l2_channel_bytes_per_clk == h->cache.l2_channel_bytes_per_clk &&
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

/* How a buffer crowds into the L2: of what several accesses touch of it, that which meets the most
 * sets, and its busiest channel. */
static void find_crowding(struct arena *a, const struct sharing *s, const struct sharing_request *r,
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
            *next = group_trace(r, along + 1 < (uint64_t)extent[d] ? r->first_group + step
                                                                   : r->first_group - step);
            c.next[d] = next;
        }
        step *= (uint64_t)extent[d];
    }
    const double *touched = sets_touched(a, &c);
    uint32_t *of = NEW_ARRAY(a, uint32_t, group->kernel->n_accesses);
    for (uint32_t i = 0; i < group->kernel->n_accesses; i++)
        if (goes_through_l2(&group->kernel->accesses[i])) {
            of[i] = buffer_of(s, group, i);
            buffers[of[i]].sets = fmax(buffers[of[i]].sets, touched[i]);
            buffers[of[i]].parts_leave |= parts_leave(&c, i, touched[i]);
        }
    const double *excess = channel_excess(a, &c, of, s->n);
    for (uint32_t i = 0; i < s->n; i++) {
        buffers[i].sets = i + 1 < s->n && buffers[i].sets > 0 ? buffers[i].sets : 1;
        buffers[i].channel_excess = i + 1 < s->n ? excess[i] : 1;
    }
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
    struct trace group = group_trace(r, r->first_group);
    struct sectors *here = touched_in_trace(&scratch, s, &group);
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
        rows[i] = *rows_of_sectors(&scratch, &here[i], row_lines);
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
                sectors_overlap(&rows[i], rows_of_sectors(&scratch, &there[i], row_lines));
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
    find_crowding(&scratch, s, r, buffers, &group, extent);
    if (shares_at_once(&group))
        shares_forget_between_rows(s, buffers, r, extent);
    shares_find_own(s, buffers, r, &group, extent);
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
