/* Where a slice of the L2 numbers its sets by address bits (l2_sets_by_address), what is a multiple
 * of L2 / ways apart is in as many sets as there are slices, over which lines are spread evenly.
 *
 * What is in the L2 at one time are the requests of an access that all warps of a group make first,
 * or those that one warp makes one after another, and those of groups at work beside it. */
#include "perfmodel/memory/set_crowding.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/ir/query.h"
#include "analysis/lanes/group_shift.h"
#include "base/vec.h"
#include "perfmodel/memory/sector_set.h"
#include "perfmodel/model_constants.h"

/* Of neighbouring addresses in a channel of the L2 (AMD Accelerated Parallel Processing OpenCL
 * Optimization Guide, channel conflicts). */
enum { CHANNEL_BYTES = 256 };

static int by_address(const void *x, const void *y) {
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

/* What requests of a group's warps at an access touch. */
struct touched {
    VEC(uint64_t) lines; /* their addresses, each once, in order */
    uint64_t first;      /* the first request's address; none without lines */
};

/* Puts the lines in order, and keeps one of each. */
static void drop_repeated(struct touched *m) {
    size_t n = 0;
    if (m->lines.n)
        qsort(m->lines.at, m->lines.n, sizeof *m->lines.at, by_address);
    for (size_t i = 0; i < m->lines.n; i++)
        if (!n || m->lines.at[i] != m->lines.at[n - 1])
            m->lines.at[n++] = m->lines.at[i];
    m->lines.n = n;
}

/* The first operation of the warp at the access. */
static const struct trace_op *first_request(const struct trace *t, const struct warp_trace *w,
                                            uint32_t access) {
    for (size_t o = 0; o < w->n_ops; o++) {
        const struct trace_op *op = &w->ops[o];
        if (op->item != NONE && t->kernel->items[op->item].kind == ITEM_ACCESS &&
            t->kernel->items[op->item].access == access)
            return op;
    }
    return NULL;
}

static bool is_placed(const struct trace *t, const struct trace_op *op) {
    return !t->patterns[op->pattern].scattered && op->shift != SHIFT_ANYWHERE;
}

static void add_lines(const struct set_crowding *c, struct touched *m, const struct trace_op *op,
                      uint64_t address) {
    const struct footprint *f = footprint_at(c->footprints, op->pattern, address);
    m->first = m->lines.n ? m->first : address;
    for (uint32_t l = 0; l < f->n_lines; l++)
        vec_push(c->arena, &m->lines,
                 grid_line_start(&c->footprints->grid, address) + (uint64_t)f->lines[l].offset);
}

/* Of the first request of each warp. */
static struct touched touched_at_once(const struct set_crowding *c, const struct trace *t,
                                      uint32_t access) {
    struct touched m = {0};
    for (size_t w = 0; w < t->n_warps; w++) {
        const struct trace_op *op = first_request(t, &t->warps[w], access);
        if (op && is_placed(t, op))
            add_lines(c, &m, op, an_op_address(&t->warps[w], op));
    }
    drop_repeated(&m);
    return m;
}

/* Of the first warp's requests, one after another. */
static struct touched touched_in_turn(const struct set_crowding *c, const struct trace *t,
                                      uint32_t access) {
    struct touched m = {0};
    for (size_t o = 0; t->n_warps && o < t->warps[0].n_ops && m.lines.n < crowding_most; o++) {
        const struct trace_op *op = &t->warps[0].ops[o];
        const struct item *item = op->item == NONE ? NULL : &t->kernel->items[op->item];
        if (item && item->kind == ITEM_ACCESS && item->access == access && is_placed(t, op))
            add_lines(c, &m, op, an_op_address(&t->warps[0], op));
    }
    drop_repeated(&m);
    return m;
}

/* How far the access moves from the group to its neighbours. */
static bool find_moves(const struct set_crowding *c, const struct touched *here, uint32_t access,
                       int64_t *moves) {
    for (int d = 0; d < 3; d++) {
        struct touched there =
            c->next[d] ? touched_at_once(c, c->next[d], access) : (struct touched){0};
        if (c->next[d] && !there.lines.n)
            return false;
        moves[d] = c->next[d] ? (int64_t)(there.first - here->first) : 0;
    }
    return true;
}

uint32_t l2_set_blocks(const struct gpu *g) {
    double bytes = g->cache.l2_bytes / fmax(1, g->cache.l2_partitions);
    return (uint32_t)fmax(1, bytes / g->cache.l2_ways / set_block);
}

/* The sets that the group's lines are in, moved as those of a group so many further on. */
static uint32_t touch_sets(uint8_t *sets, uint32_t n, const struct touched *m, uint64_t moved) {
    uint32_t new = 0;
    for (size_t i = 0; i < m->lines.n; i++) {
        uint8_t *set = &sets[(m->lines.at[i] + moved) / set_block % n];
        new += !*set;
        *set = 1;
    }
    return new;
}

/* Of so many sets, those that as many lines would be in if pieces of set_block fell anywhere: the
 * mean, n (1 - exp(-pieces / n)). */
static double sets_by_chance(const struct set_crowding *c, double lines, double n) {
    double pieces = lines * c->footprints->grid.line_bytes / set_block;
    return n * (1 - exp(-pieces / n));
}

/* How far the access of the group of that number is from the first one's. */
static uint64_t moved_to(const struct set_crowding *c, const int64_t *moves, double number) {
    int64_t moved = 0;
    for (int d = 0; d < 3; d++) {
        moved += moves[d] * (int64_t)fmod(number, c->extent[d]);
        number = floor(number / c->extent[d]);
    }
    return (uint64_t)moved;
}

/* The share of sets that all groups at work touch, each with lines like these; all where they touch
 * about as many as chance would. */
static double share_of_sets(const struct set_crowding *c, uint32_t access,
                            const struct touched *here) {
    uint32_t n = l2_set_blocks(c->gpu);
    uint8_t *sets = NEW_ARRAY(c->arena, uint8_t, n);
    int64_t moves[3];
    if (here->lines.n < crowding_least || n < 2)
        return 1;
    uint32_t touched = touch_sets(sets, n, here, 0);
    if (2 * touched > here->lines.n || !find_moves(c, here, access, moves))
        return 1;
    double groups = fmin(crowding_groups, c->at_once);
    for (double i = 1; i < groups && touched < n; i++)
        touched += touch_sets(sets, n, here, moved_to(c, moves, floor(i * c->at_once / groups)));
    bool crowd = touched < crowding_chance * sets_by_chance(c, (double)here->lines.n * groups, n);
    return crowd ? (double)touched / n : 1;
}

static double least_share_of_sets(const struct set_crowding *c, uint32_t access) {
    struct touched at_once = touched_at_once(c, c->group, access),
                   in_turn = touched_in_turn(c, c->group, access);
    return fmin(share_of_sets(c, access, &at_once), share_of_sets(c, access, &in_turn));
}

const double *sets_touched(struct arena *a, const struct set_crowding *c) {
    const struct kernel *k = c->group->kernel;
    double *shares = NEW_ARRAY(a, double, k->n_accesses);
    footprints_extend(c->footprints, c->group);
    for (int d = 0; d < 3; d++)
        if (c->next[d])
            footprints_extend(c->footprints, c->next[d]);
    bool crowds = c->gpu->cache.l2_sets_by_address > 0;
    for (uint32_t i = 0; i < k->n_accesses; i++)
        shares[i] = crowds && goes_through_l2(&k->accesses[i]) ? least_share_of_sets(c, i) : 1;
    return shares;
}

/* Whether several warps of the group store parts of a sector, each at its first operation of the
 * access. */
static bool warps_share_sectors(const struct set_crowding *c, uint32_t access) {
    const struct trace *t = c->group;
    const struct memory_grid *grid = &c->footprints->grid;
    struct sectors parts = {.arena = c->arena};
    size_t stored = 0;
    for (size_t w = 0; w < t->n_warps; w++) {
        const struct trace_op *op = first_request(t, &t->warps[w], access);
        if (!op || !is_placed(t, op))
            continue;
        uint64_t address = an_op_address(&t->warps[w], op);
        const struct footprint *f = footprint_at(c->footprints, op->pattern, address);
        for (uint32_t l = 0; l < f->n_lines; l++) {
            uint64_t line = grid_line_start(grid, address) + (uint64_t)f->lines[l].offset;
            unsigned in_part = f->lines[l].sectors & ~f->lines[l].full;
            sectors_add(&parts, grid_line(grid, line), in_part);
            stored += (size_t)__builtin_popcount(in_part);
        }
    }
    return stored > parts.n;
}

/* Whether the lines of the access that groups at work touch at the same time are more than so many.
 */
static bool more_lines_at_once(const struct set_crowding *c, uint32_t access, double most) {
    struct touched here = touched_at_once(c, c->group, access);
    struct sectors lines = {.arena = c->arena};
    int64_t moves[3];
    if (!here.lines.n || !find_moves(c, &here, access, moves))
        return false;
    double groups = fmin(crowding_groups, c->at_once);
    for (double i = 0; i < groups; i++) {
        uint64_t moved = moved_to(c, moves, floor(i * c->at_once / groups));
        for (size_t l = 0; l < here.lines.n; l++)
            sectors_add(&lines, grid_line(&c->footprints->grid, here.lines.at[l] + moved), 1);
        if ((double)lines.lines * c->at_once / groups > most)
            return true;
    }
    return false;
}

bool parts_leave(const struct set_crowding *c, uint32_t access, double share) {
    const struct access *a = &c->group->kernel->accesses[access];
    double held = share * c->gpu->cache.l2_bytes / c->footprints->grid.line_bytes;
    return share < 1 && a->kind == ACCESS_STORE && !c->group->n_barriers &&
           warps_share_sectors(c, access) && more_lines_at_once(c, access, held);
}

/* Parts of channels that lines of one number lie in: enough for lines of 64 bytes. */
enum {
    CHANNELS_MOST = 64,
    PARTS = 4,
    PART_BYTES = CHANNEL_BYTES / PARTS,
    PARTS_MOST = CHANNELS_MOST * PARTS
};

/* Lines of an access by part, the distinct ones among the requests of the first warp (crowding_most
 * lines of them) and the first requests of all warps; and how far the access moves from the group
 * to its neighbours. False if either is not known. */
static bool count_parts(const struct set_crowding *c, uint32_t access, uint32_t parts,
                        double *count, int64_t *moves) {
    struct touched at_once = touched_at_once(c, c->group, access),
                   in_turn = touched_in_turn(c, c->group, access);
    if (!at_once.lines.n || !find_moves(c, &at_once, access, moves))
        return false;
    for (size_t i = 0; i < at_once.lines.n; i++)
        vec_push(c->arena, &in_turn.lines, at_once.lines.at[i]);
    drop_repeated(&in_turn);
    for (size_t i = 0; i < in_turn.lines.n; i++)
        count[in_turn.lines.at[i] / PART_BYTES % parts]++;
    return true;
}

/* Adds what all groups at work touch. */
static void count_channels(const struct set_crowding *c, uint32_t access, uint32_t channels,
                           double *count) {
    uint32_t parts = channels * PARTS;
    double here[PARTS_MOST] = {0};
    int64_t moves[3];
    if (!count_parts(c, access, parts, here, moves))
        return;
    double groups = fmin(crowding_groups, c->at_once);
    for (double i = 0; i < groups; i++) {
        double group = groups < c->at_once ? floor(fmod(i * spread_step, 1) * c->at_once) : i;
        uint64_t moved = moved_to(c, moves, group) / PART_BYTES;
        for (uint32_t p = 0; p < parts; p++)
            count[(p + moved) % parts / PARTS] += here[p];
    }
}

/* The busiest channel's lines over the mean; 1 where they are too few to tell. */
static double excess_of(const double *count, uint32_t channels) {
    double most = 0, all = 0;
    for (uint32_t i = 0; i < channels; i++) {
        most = fmax(most, count[i]);
        all += count[i];
    }
    return all >= (double)crowding_least * channels ? most * channels / all : 1;
}

/* Channels of the L2 that addresses take turns at; 1 where nothing is known of them. */
static uint32_t channels_of(const struct gpu *g) {
    double one = g->cache.l2_channel_bytes_per_clk;
    return one > 0 ? (uint32_t)fmin(CHANNELS_MOST, round(g->cache.l2_bytes_per_clk / one)) : 1;
}

const double *channel_excess(struct arena *a, const struct set_crowding *c, const uint32_t *buffers,
                             uint32_t n) {
    uint32_t channels = channels_of(c->gpu);
    double *excess = NEW_ARRAY(a, double, n);
    const size_t counts = (size_t)n * channels;
    double *count = NEW_ARRAY(c->arena, double, counts);
    for (uint32_t i = 0; channels > 1 && i < c->group->kernel->n_accesses; i++)
        if (goes_through_l2(&c->group->kernel->accesses[i]))
            count_channels(c, i, channels, &count[(size_t)buffers[i] * channels]);
    for (uint32_t i = 0; i < n; i++)
        excess[i] = channels > 1 ? excess_of(&count[(size_t)i * channels], channels) : 1;
    return excess;
}
