/* Registers per work-item from live ranges: the largest number of 32-bit registers that hold a
 * value at one point, in the order of the machine view and in the one of an assembler that hides
 * latencies. Kernel parameters and constants need none on NVIDIA (constant bank); on AMD what is
 * the same for a whole warp has scalar registers, which do not limit residency (uniformity_amd.c).
 * What allocation adds to this, and what a GPU's limits take away, is
 * perfmodel/occupancy/register_limit.c.
 *
 * Not modelled: values that are computed again instead of kept. */
#include "codegen/estimate/registers/demand.h"

#include <string.h>

#include "analysis/ir/query.h"
#include "codegen/estimate/registers/pressure.h"

/* Copies that the machine view makes of the body of a loop whose trip count is not constant
 * (load.c). */
enum { UNROLLED = 4 };

/* Blocks of loops that were unrolled so, or of the loops beside them with the rest of the
 * iterations: such a loop has a quarter of the accesses, and is the loop as it was. */
struct unrolled {
    bool *bodies, *rests; /* by block */
};

static struct unrolled find_unrolled(struct arena *a, const struct kernel *k) {
    struct unrolled u = {NEW_ARRAY(a, bool, k->n_blocks), NEW_ARRAY(a, bool, k->n_blocks)};
    uint32_t *accesses = NEW_ARRAY(a, uint32_t, k->n_loops);
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        uint32_t block = k->values[k->accesses[i].value].block;
        for (uint32_t l = block == NONE ? NONE : k->blocks[block].loop; l != NONE;
             l = k->loops[l].parent)
            accesses[l]++;
    }
    for (uint32_t x = 0; x < k->n_loops; x++)
        for (uint32_t y = 0; y < k->n_loops; y++) {
            bool pair = x != y && k->loops[x].parent == k->loops[y].parent && accesses[y] &&
                        accesses[x] == UNROLLED * accesses[y];
            for (uint32_t b = 0; pair && b < k->n_blocks; b++) {
                u.bodies[b] |= in_loop(k, b, x);
                u.rests[b] |= in_loop(k, b, y);
            }
        }
    return u;
}

/* Private variables that are still accessed: those that passes could not take apart. */
static uint32_t private_bytes(const struct kernel *k) {
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < k->n_objects; i++)
        if (k->objects[i].space == SPACE_PRIVATE)
            bytes += (uint32_t)((k->objects[i].bytes + 3) / 4 * 4);
    return bytes;
}

/* Values that another one needs. */
static const bool *find_used(struct arena *a, const struct kernel *k) {
    bool *used = NEW_ARRAY(a, bool, k->n_values);
    for (uint32_t i = 0; i < k->n_values; i++)
        for (uint32_t n = 0; n < k->values[i].n_args; n++)
            used[k->values[i].args[n]] = true;
    return used;
}

static struct count count_of(struct arena *a, const struct regs *r, const struct orders *orders) {
    const struct kernel *k = r->k;
    bool vectors = r->target->scalar_registers, *all = NEW_ARRAY(a, bool, k->n_values);
    memset(all, 1, k->n_values * sizeof *all);
    struct count c = {.target = r->target, .orders = orders};
    c.varying = regs_varying(a, k);
    c.used = find_used(a, k);
    c.counted = vectors ? regs_vectors(a, k) : all;
    c.words = vectors ? regs_vector_words(a, r, c.counted) : r->words;
    c.skipped = r->target->unrolls ? NEW_ARRAY(a, bool, k->n_blocks) : find_unrolled(a, k).bodies;
    return c;
}

/* The order that keeps fewer alive becomes the compact one of each block. */
static void choose_orders(struct arena *kept, struct kernel *k) {
    struct arena a = {0};
    struct regs r = regs_of(&a, k, &target_ptxas);
    struct liveness l = regs_live(&a, &r);
    struct orders given = regs_order_blocks(&a, &r, false),
                  overlapped = regs_order_blocks(&a, &r, true);
    struct count c = count_of(&a, &r, &given);
    regs_take_thriftier(kept, k, &l, &c, &overlapped);
    arena_free(&a);
}

static const uint32_t *find_beside(struct arena *a, const struct liveness *l,
                                   const struct count *c) {
    uint32_t *words = NEW_ARRAY(a, uint32_t, l->r->k->n_values);
    for (uint32_t i = 0; i < l->r->k->n_values; i++)
        words[i] = l->r->computed[i] ? regs_temporaries(l, c, i) : 0;
    return words;
}

static uint32_t count_alive(const struct kernel *k, const struct target *t, bool overlapped,
                            uint32_t *assigned) {
    struct arena a = {0};
    struct regs r = regs_of(&a, k, t);
    struct liveness l = regs_live(&a, &r);
    struct orders orders = regs_order_blocks(&a, &r, overlapped);
    struct count c = count_of(&a, &r, &orders);
    uint32_t most = regs_highest_pressure(&a, &l, &c);
    if (t->numbers && overlapped)
        *assigned = regs_assign(&a, &l, &orders, find_beside(&a, &l, &c));
    arena_free(&a);
    return most;
}

/* The kernel as the target's assembler takes it apart and repeats it. */
static const struct kernel *assembled(struct arena *a, const struct kernel *k,
                                      const struct target *t) {
    if (t->overlapped.iterations)
        k = regs_repeat(a, k, find_unrolled(a, k).rests, t->overlapped);
    return t->splits_global_ids ? regs_split_ids(a, k) : k;
}

static struct register_demand demand_of(const struct kernel *k, const struct target_row *row) {
    struct arena a = {0};
    const struct target *t = row->target;
    struct register_demand d = {.target = row->name};
    d.least = count_alive(k, t->pressure ? t->pressure : t, false, NULL);
    d.overlapped = count_alive(assembled(&a, k, t), t, true, &d.assigned);
    arena_free(&a);
    return d;
}

void cg_estimate_registers(struct arena *kept, struct kernel *k, target_set targets) {
    struct arena a = {0};
    choose_orders(kept, k);
    struct register_demand *demand = NEW_ARRAY(kept, struct register_demand, target_count);
    for (uint32_t i = 0; i < target_count; i++)
        if (targets >> i & 1)
            demand[i] = demand_of(k, &target_table[i]);
    k->demand = demand;
    k->n_demand = target_count;
    k->private_bytes = private_bytes(k);
    regs_mark_scalar_loads(&a, k);
    arena_free(&a);
}
