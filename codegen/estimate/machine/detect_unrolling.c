/* Loops of the machine view that LLVM unrolled. Where it knew their trip count, the source view has
 * more iterations. Where it did not, one iteration does several of the source's, and a second loop
 * beside it, at the same place of the source, does those that are left over. How many copies of an
 * instruction the first has for each of the second tells how often it was unrolled. Where that loop
 * has been taken apart (unroll_remainder.c), there is one copy less before the loop than in it. Else
 * a loop without such a neighbour counts as not unrolled, and so do two loops of one line that are
 * copies of an inlined function's. */
#include <stdlib.h>

#include "analysis/ir/names.h"
#include "analysis/ir/query.h"
#include "codegen/estimate/machine/machine.h"

/* What copies of one instruction have in common. */
struct origin {
    uint32_t line, col, op;
};

static int by_origin(const void *x, const void *y) {
    const struct origin *a = x, *b = y;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->col != b->col)
        return a->col < b->col ? -1 : 1;
    return a->op < b->op ? -1 : a->op > b->op;
}

static uint32_t collect(const struct kernel *k, uint32_t loop, struct origin *all) {
    uint32_t n = 0;
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        if (k->blocks[b].loop != loop)
            continue;
        for (uint32_t i = 0; i < k->blocks[b].n_values; i++) {
            const struct value *v = &k->values[k->blocks[b].values[i]];
            if (v->loc.line && v->op != OP_PHI)
                all[n++] = (struct origin){v->loc.line, v->loc.col, v->op};
        }
    }
    return n;
}

/* The most copies of one instruction in the loop's own blocks. */
static uint32_t most_copies(const struct kernel *k, uint32_t loop, struct origin *all) {
    uint32_t n = collect(k, loop, all), most = 1, run = 1;
    qsort(all, n, sizeof *all, by_origin);
    for (uint32_t i = 1; i < n; i++) {
        run = by_origin(&all[i - 1], &all[i]) ? 1 : run + 1;
        most = max32(most, run);
    }
    return most;
}

/* Copies in the loop's own blocks, or with NONE in those of no loop, of what is written at a place.
 */
static uint32_t copies_of(const struct kernel *k, uint32_t loop, const struct value *x) {
    uint32_t n = 0;
    for (uint32_t b = 0; b < k->n_blocks; b++)
        for (uint32_t i = 0; k->blocks[b].loop == loop && i < k->blocks[b].n_values; i++) {
            const struct value *v = &k->values[k->blocks[b].values[i]];
            n += v->op == x->op && loc_same(v->loc, x->loc);
        }
    return n;
}

static bool beside(const struct loop *loops, uint32_t l, uint32_t o) {
    return loops[o].parent == loops[l].parent && loc_same(loops[o].loc, loops[l].loc);
}

/* Loops of the same place of the source in the same loop, this one among them. */
static uint32_t loops_beside(const struct kernel *k, uint32_t loop) {
    uint32_t n = 0;
    for (uint32_t o = 0; o < k->n_loops; o++)
        n += beside(k->loops, loop, o);
    return n;
}

/* Iterations of the source's in one of the loop, whose first access is in the blocks around it, and
 * loops beside it, as often as iterations may be left over; 1 if it is not. */
static uint32_t without_rest(const struct kernel *k, uint32_t loop) {
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct value *v = &k->values[k->accesses[i].value];
        if (!v->loc.line || k->blocks[v->block].loop != loop)
            continue;
        uint32_t n = copies_of(k, loop, v);
        uint32_t left = (n - 1) * loops_beside(k, loop);
        return copies_of(k, k->loops[loop].parent, v) == left ? n : 1;
    }
    return 1;
}

/* Iterations of the source's loop in one of the machine view's, whose numbers are constant and
 * which is the only one of its place; 1 of others. */
static uint32_t of_constant_trips(const struct kernel *k, const struct kernel *source,
                                  uint32_t loop) {
    const struct loop *l = &k->loops[loop];
    int64_t trips = 0;
    if (l->const_trips <= 0 || loops_beside(k, loop) > 1)
        return 1;
    for (uint32_t s = 0; s < source->n_loops; s++)
        if (loc_same(source->loops[s].loc, l->loc)) {
            if (trips)
                return 1;
            trips = source->loops[s].const_trips;
        }
    return trips > l->const_trips && trips % l->const_trips == 0
               ? (uint32_t)(trips / l->const_trips)
               : 1;
}

void cg_find_unrolled(struct arena *a, struct kernel *k, const struct kernel *source) {
    struct origin *all = NEW_ARRAY(a, struct origin, k->n_values);
    uint32_t *copies = NEW_ARRAY(a, uint32_t, k->n_loops);
    for (uint32_t l = 0; l < k->n_loops; l++)
        copies[l] = most_copies(k, l, all);
    for (uint32_t l = 0; l < k->n_loops; l++) {
        uint32_t least = copies[l], most = copies[l];
        for (uint32_t o = 0; o < k->n_loops && k->loops[l].loc.line; o++)
            if (beside(k->loops, l, o)) {
                least = copies[o] < least ? copies[o] : least;
                most = max32(most, copies[o]);
            }
        k->loops[l].unrolled = most > least && copies[l] == least ? 0 : copies[l] / least;
        if (k->loops[l].unrolled == 1)
            k->loops[l].unrolled = max32(without_rest(k, l), of_constant_trips(k, source, l));
    }
}
