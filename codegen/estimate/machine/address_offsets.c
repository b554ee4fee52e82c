/* Machine view: an address that differs from another one by a constant is that one with an offset
 * in the instruction. What only computed it is dropped: the index arithmetic of unrolled iterations
 * above all. */
#include "analysis/ir/address_sums.h"
#include "analysis/ir/query.h"
#include "base/hash.h"
#include "base/vec.h"
#include "codegen/estimate/machine/machine.h"

/* Where nobody sees what becomes of an address, it has to be in a register. */
static void keep_opaque(struct kernel *k, struct offset_address *equal) {
    for (uint32_t i = 0; i < k->n_values; i++)
        if (k->values[i].op == OP_COPY && k->values[i].imm)
            equal[k->values[i].args[0]].address = NONE;
}

static void take_offsets(struct arena *a, struct kernel *k) {
    struct offset_address *equal = an_equal_addresses(a, k, (struct array_bases){0});
    keep_opaque(k, equal);
    for (uint32_t i = 0; i < k->n_values; i++) {
        struct value *v = &k->values[i];
        if (equal[i].address == NONE)
            continue;
        v->args = arena_memdup(a, &equal[i].address, sizeof equal[i].address);
        v->n_args = 1;
        v->imm = equal[i].offset;
    }
}

static bool is_arithmetic(const struct value *v) {
    switch ((enum op)v->op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_OR:
    case OP_SHL:
    case OP_SEXT:
    case OP_ZEXT:
    case OP_PTRADD:
        return v->block != NONE;
    default:
        return false;
    }
}

/* Marks arithmetic that nobody needs, and what only that needs. */
static const bool *find_unused(struct arena *a, const struct kernel *k) {
    uint32_t *uses = an_count_uses(a, k), *stack = NEW_ARRAY(a, uint32_t, k->n_values);
    bool *unused = NEW_ARRAY(a, bool, k->n_values);
    uint32_t n = 0;
    for (uint32_t i = 0; i < k->n_values; i++)
        if (!uses[i] && is_arithmetic(&k->values[i]))
            stack[n++] = i;
    while (n) {
        const struct value *v = &k->values[stack[--n]];
        unused[v - k->values] = true;
        for (uint32_t arg = 0; arg < v->n_args; arg++)
            if (!--uses[v->args[arg]] && is_arithmetic(&k->values[v->args[arg]]))
                stack[n++] = v->args[arg];
    }
    return unused;
}

static void drop(struct kernel *k, uint32_t value) {
    struct value *v = &k->values[value];
    v->op = OP_CONST;
    v->block = NONE;
    v->n_args = 0;
}

void cg_offset_addresses(struct arena *a, struct kernel *k) {
    take_offsets(a, k);
    const bool *unused = find_unused(a, k);
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        VEC(uint32_t) kept = {0};
        for (uint32_t i = 0; i < k->blocks[b].n_values; i++) {
            uint32_t v = k->blocks[b].values[i];
            if (unused[v])
                drop(k, v);
            else
                vec_push(a, &kept, v);
        }
        k->blocks[b].values = kept.at;
        k->blocks[b].n_values = (uint32_t)kept.n;
    }
}

/* Machine view: address computations that are equal become one. LLVM sees a
 * getelementptr as a whole; on a GPU its variable part is computed once and the
 * constants around it are offsets in the instructions that use it. */

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

static void keep(const struct value *values, struct table *t, uint32_t n) {
    uint32_t *head = &t->first[hash(&values[n]) & t->mask];
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
            keep(k->values, t, v);
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

/* Machine view: constants that are operands. What a program keeps in constant memory at an address
 * that is known when it is compiled is no load: NVIDIA's arithmetic reads it from the constant
 * bank, AMD's from scalar registers that a few wide scalar loads fill. It costs no issue slot and
 * no vector register. Not modelled: the scalar loads, misses of the constant cache, and that an
 * instruction can take one such operand only. */

static bool is_fixed_address(const struct value *values, uint32_t v) {
    while (values[v].op == OP_PTRADD && values[v].n_args == 1)
        v = values[v].args[0];
    return values[v].op == OP_OBJECT;
}

static bool is_operand(const struct kernel *k, const struct value *v) {
    return v->op == OP_LOAD && !v->in_trace_slice && k->accesses[v->site].space == SPACE_CONSTANT &&
           is_fixed_address(k->values, v->args[0]);
}

void cg_fold_operands(struct arena *a, struct kernel *k) {
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        VEC(uint32_t) kept = {0};
        for (uint32_t i = 0; i < k->blocks[b].n_values; i++) {
            uint32_t n = k->blocks[b].values[i];
            struct value *v = &k->values[n];
            if (is_operand(k, v)) {
                v->op = OP_CONST;
                v->block = NONE;
            } else {
                vec_push(a, &kept, n);
            }
        }
        k->blocks[b].values = kept.at;
        k->blocks[b].n_values = (uint32_t)kept.n;
    }
}
