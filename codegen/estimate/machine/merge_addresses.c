/* Machine view: address computations that are equal become one. LLVM sees a
 * getelementptr as a whole; on a GPU its variable part is computed once and the
 * constants around it are offsets in the instructions that use it. */
#include "codegen/estimate/machine/machine.h"

#include "analysis/ir/query.h"
#include "base/hash.h"
#include "base/vec.h"

static bool is_address(const struct value *v) {
    return v->op == OP_PTRADD && v->block != NONE;
}

static bool same(const struct value *x, const struct value *y) {
    if (x->imm != y->imm || x->n_args != y->n_args)
        return false;
    for (uint32_t a = 0; a < x->n_args; a++)
        if (x->args[a] != y->args[a])
            return false;
    return true;
}

static uint64_t hash(const struct value *v) {
    uint64_t h = hash_of((uint64_t)v->imm);
    for (uint32_t a = 0; a < v->n_args; a++)
        h = hash_of(h ^ v->args[a]);
    return h ^ h >> 29;
}

/* Chained hash table of the address values that stay. */
struct table {
    uint32_t *first, *next; /* by hash, by value; NONE ends */
    size_t mask;
};

static uint32_t find(const struct kernel *k, const struct table *t, uint32_t n) {
    const struct value *v = &k->values[n];
    for (uint32_t i = t->first[hash(v) & t->mask]; i != NONE; i = t->next[i])
        if (same(&k->values[i], v) && dominates(k, k->values[i].block, v->block))
            return i;
    return NONE;
}

static void keep(const struct kernel *k, struct table *t, uint32_t n) {
    uint32_t *head = &t->first[hash(&k->values[n]) & t->mask];
    t->next[n] = *head;
    *head = n;
}

static void replace_args(struct arena *a, struct value *v, const uint32_t *by) {
    uint32_t *args = arena_memdup(a, v->args, v->n_args * sizeof *args);
    for (uint32_t i = 0; i < v->n_args; i++)
        args[i] = by[args[i]];
    v->args = args;
}

/* Drops the values that were replaced from the block. */
static void merge_in_block(struct arena *a, struct kernel *k, struct block *b, struct table *t,
                           uint32_t *by) {
    uint32_t *left = NEW_ARRAY(a, uint32_t, b->n_values), n = 0;
    for (uint32_t i = 0; i < b->n_values; i++) {
        uint32_t v = b->values[i];
        if (k->values[v].op != OP_PHI)
            replace_args(a, &k->values[v], by);
        if (is_address(&k->values[v])) {
            by[v] = find(k, t, v);
            if (by[v] != NONE)
                continue;
            by[v] = v;
            keep(k, t, v);
        }
        left[n++] = v;
    }
    b->values = left;
    b->n_values = n;
}

void cg_merge_addresses(struct arena *a, struct kernel *k) {
    struct arena scratch = {0};
    uint32_t *by = NEW_ARRAY(&scratch, uint32_t, k->n_values);
    struct table t = {.mask = 1023};
    t.first = NEW_ARRAY(&scratch, uint32_t, t.mask + 1);
    t.next = NEW_ARRAY(&scratch, uint32_t, k->n_values);
    for (size_t i = 0; i <= t.mask; i++)
        t.first[i] = NONE;
    for (uint32_t i = 0; i < k->n_values; i++)
        by[i] = i;
    for (uint32_t i = 0; i < k->n_blocks; i++)
        merge_in_block(a, k, &k->blocks[i], &t, by);
    for (uint32_t i = 0; i < k->n_values; i++)
        if (k->values[i].op == OP_PHI)
            replace_args(a, &k->values[i], by);
    arena_free(&scratch);
}
