/* The orders of blocks in which registers are counted, and which of them is the compact one. */
#include <string.h>

#include "analysis/ir/query.h"
#include "codegen/estimate/registers/pressure.h"

/* As the machine view orders a block before loads move up, without what is not computed. */
static uint32_t keep_computed(const struct regs *r, const struct block *b, bool phis,
                              uint32_t *order) {
    uint32_t n = 0;
    const uint32_t *values = regs_compact(r, b);
    for (uint32_t i = 0; i < b->n_values; i++)
        if (r->computed[values[i]] && (!phis || r->k->values[values[i]].op == OP_PHI))
            order[n++] = values[i];
    return n;
}

struct orders regs_order_blocks(struct arena *a, const struct regs *r, bool overlapped) {
    const struct kernel *k = r->k;
    uint32_t *zeros = NEW_ARRAY(a, uint32_t, k->n_values);
    struct orders o = {NEW_ARRAY(a, const uint32_t *, k->n_blocks),
                       NEW_ARRAY(a, uint32_t, k->n_blocks)};
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        struct arena scratch = {0};
        uint32_t *order = NEW_ARRAY(a, uint32_t, k->blocks[b].n_values), n, more = 0;
        n = keep_computed(r, &k->blocks[b], overlapped, order);
        if (overlapped) {
            const uint32_t *rest = regs_order(&scratch, r, b, zeros, &more);
            memcpy(order + n, rest, more * sizeof *rest);
        }
        arena_free(&scratch);
        o.values[b] = order;
        o.n[b] = n + more;
    }
    return o;
}

/* With more words than this, compilers look for another order. */
enum { MANY_WORDS = 64 };

/* The order of a block that keeps few alive, whatever it costs in time; in place of the one in `o`.
 */
static void find_thrifty(struct arena *a, const struct liveness *l, struct orders *o,
                         uint32_t block) {
    struct arena scratch = {0};
    uint32_t *zeros = NEW_ARRAY(&scratch, uint32_t, l->r->k->n_values), more;
    uint32_t *order = NEW_ARRAY(a, uint32_t, l->r->k->blocks[block].n_values);
    uint32_t n = keep_computed(l->r, &l->r->k->blocks[block], true, order);
    const uint32_t *rest = regs_order_by_pressure(&scratch, l, block, zeros, &more);
    memcpy(order + n, rest, more * sizeof *rest);
    arena_free(&scratch);
    o->values[block] = order;
    o->n[block] = n + more;
}

static void make_compact(struct arena *a, struct block *b, const struct regs *r,
                         const struct orders *o, uint32_t block) {
    uint32_t n = o->n[block], *order = NEW_ARRAY(a, uint32_t, b->n_values);
    memcpy(order, o->values[block], n * sizeof *order);
    for (uint32_t i = 0; i < b->n_values; i++)
        if (!r->computed[b->values[i]])
            order[n++] = b->values[i];
    b->compact = order;
}

void regs_take_thriftier(struct arena *a, struct kernel *k, const struct liveness *l,
                         const struct count *c, struct orders *other) {
    struct arena own = {0};
    struct count second = *c;
    second.orders = other;
    uint64_t *set = NEW_ARRAY(&own, uint64_t, l->words);
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        uint32_t first = regs_block_pressure(l, c, b, set);
        uint32_t words = regs_block_pressure(l, &second, b, set);
        if (words < first)
            make_compact(a, &k->blocks[b], l->r, other, b);
        if (words <= MANY_WORDS || first <= MANY_WORDS)
            continue;
        find_thrifty(&own, l, other, b);
        if (regs_block_pressure(l, &second, b, set) < (words < first ? words : first))
            make_compact(a, &k->blocks[b], l->r, other, b);
    }
    for (uint32_t b = 0; b < k->n_blocks; b++)
        regs_order_units(a, k, b);
    arena_free(&own);
}
