/* Machine view: an address that differs from another one by a constant is that one with an offset
 * in the instruction. What only computed it is dropped: the index arithmetic of unrolled iterations
 * above all. */
#include "base/vec.h"

#include "analysis/ir/address_sums.h"
#include "analysis/ir/query.h"
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
