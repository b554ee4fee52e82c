/* Classes of work-groups that do the same: one of them is walked, the others take over its trace
 * with addresses shifted, as far as the limits of all shifts hold. */
#include <string.h>

#include "analysis/trace/tracer.h"
#include "base/hash.h"

/* Classes that a group is compared with, the last ones first. */
enum { MOST_COMPARED = 8 };

void tracer_place_group(const struct tracer *t, uint64_t number, uint64_t at[3], uint64_t size[3]) {
    const struct launch *l = t->launch;
    at[0] = number % t->n_groups[0];
    at[1] = number / t->n_groups[0] % t->n_groups[1];
    at[2] = number / t->n_groups[0] / t->n_groups[1];
    for (unsigned d = 0; d < 3; d++) {
        uint64_t left = l->global[d] - at[d] * l->local[d];
        size[d] = left < l->local[d] ? left : l->local[d];
    }
}

/* What addresses that nobody knows move by: another place for each group of a trace. */
static int64_t anywhere(size_t index) {
    enum { PART_BYTES = 1 << 20 };
    return (int64_t)((hash_of(index) >> 20) % PART_BYTES / PHASES * PHASES);
}

/* By shift, how far the class's addresses move for the group; NULL if it is not like the class. */
static const int64_t *distances(struct tracer *t, const struct group_class *c, uint64_t number,
                                size_t index) {
    uint64_t at[3], size[3];
    int64_t groups[3];
    tracer_place_group(t, number, at, size);
    bool alike = memcmp(size, c->size, sizeof size) == 0;
    for (int d = 0; d < 3; d++) {
        groups[d] = (int64_t)at[d] - (int64_t)c->group[d];
        alike &= !groups[d] || !(c->opaque >> d & 1);
    }
    if (!alike)
        return NULL;
    int64_t *moved = NEW_ARRAY(t->arena, int64_t, c->n_shifts);
    for (size_t i = 0; i < c->n_shifts; i++)
        if (!shift_distance(&c->shifts[i], groups, &moved[i]))
            return NULL;
    moved[SHIFT_ANYWHERE] = anywhere(index);
    return moved;
}

static void count_again(struct tracer *t, const struct group_class *c) {
    const struct kernel *k = t->k;
    for (uint32_t i = 0; i < k->n_loops; i++) {
        t->loops[i].entries += c->loops[i].entries;
        t->loops[i].trips += c->loops[i].trips;
    }
    for (uint32_t i = 0; i < k->n_branches; i++) {
        t->branches[i].executions += c->branches[i].executions;
        t->branches[i].divergent += c->branches[i].divergent;
    }
    for (uint32_t i = 0; i < t->n_barriers; i++) {
        t->barriers[i].executions += c->barriers[i].executions;
        t->barriers[i].divergent += c->barriers[i].divergent;
    }
}

const struct group_class *tracer_find_class(struct tracer *t, uint64_t group, size_t index,
                                            const int64_t **moved) {
    for (size_t i = t->classes.n, tried = 0; i-- > 0 && tried < MOST_COMPARED; tried++) {
        const struct group_class *c = &t->classes.at[i];
        bool fits = !c->cut || (t->allowed && t->n_ops + c->n_ops >= t->allowed);
        *moved = c->shifts && fits ? distances(t, c, group, index) : NULL;
        if (!*moved)
            continue;
        count_again(t, c);
        t->n_ops += c->n_ops;
        return c;
    }
    return NULL;
}

struct group_class tracer_begin_class(struct tracer *t, uint64_t group) {
    const struct kernel *k = t->k;
    struct group_class c = {.n_ops = t->n_ops};
    tracer_place_group(t, group, c.group, c.size);
    shift_begin(&t->shifts);
    t->opaque = t->moves = 0;
    if (t->request.whole)
        pattern_count_afresh(&t->patterns);
    c.loops = arena_memdup(t->arena, t->loops, k->n_loops * sizeof *t->loops);
    c.branches = arena_memdup(t->arena, t->branches, k->n_branches * sizeof *t->branches);
    c.barriers = arena_memdup(t->arena, t->barriers, t->n_barriers * sizeof *t->barriers);
    return c;
}

void tracer_end_class(struct tracer *t, struct group_class *c, const struct warp_trace *warps,
                      size_t n_warps) {
    const struct kernel *k = t->k;
    for (uint32_t i = 0; i < k->n_loops; i++) {
        c->loops[i].entries = t->loops[i].entries - c->loops[i].entries;
        c->loops[i].trips = t->loops[i].trips - c->loops[i].trips;
    }
    for (uint32_t i = 0; i < k->n_branches; i++) {
        c->branches[i].executions = t->branches[i].executions - c->branches[i].executions;
        c->branches[i].divergent = t->branches[i].divergent - c->branches[i].divergent;
        c->branches[i].followed = t->branches[i].followed - c->branches[i].followed;
        c->branches[i].followed_divergent =
            t->branches[i].followed_divergent - c->branches[i].followed_divergent;
    }
    for (uint32_t i = 0; i < t->n_barriers; i++) {
        c->barriers[i].executions = t->barriers[i].executions - c->barriers[i].executions;
        c->barriers[i].divergent = t->barriers[i].divergent - c->barriers[i].divergent;
    }
    c->n_ops = t->n_ops - c->n_ops;
    c->warps = arena_memdup(t->arena, warps, n_warps * sizeof *warps);
    c->n_warps = n_warps;
    c->n_shifts = t->shifts.at.n;
    c->cut = t->truncated;
    c->n_tallies = t->request.whole ? t->patterns.tallies.n : 0;
    c->tallies = arena_memdup(t->arena, t->patterns.tallies.at, c->n_tallies * sizeof *c->tallies);
    c->opaque = t->opaque;
    if (c->opaque != ALL_DIMENSIONS)
        c->shifts = arena_memdup(t->arena, t->shifts.at.at, c->n_shifts * sizeof *c->shifts);
    vec_push(t->arena, &t->classes, *c);
}
