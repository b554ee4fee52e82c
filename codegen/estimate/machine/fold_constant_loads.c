/* Machine view: constants that are operands. What a program keeps in constant memory at an address
 * that is known when it is compiled is no load: NVIDIA's arithmetic reads it from the constant
 * bank, AMD's from scalar registers that a few wide scalar loads fill. It costs no issue slot and
 * no vector register. Not modelled: the scalar loads, misses of the constant cache, and that an
 * instruction can take one such operand only. */
#include "base/vec.h"

#include "codegen/estimate/machine/machine.h"

static bool is_fixed_address(const struct kernel *k, uint32_t v) {
    while (k->values[v].op == OP_PTRADD && k->values[v].n_args == 1)
        v = k->values[v].args[0];
    return k->values[v].op == OP_OBJECT;
}

static bool is_operand(const struct kernel *k, const struct value *v) {
    return v->op == OP_LOAD && !v->in_trace_slice && k->accesses[v->site].space == SPACE_CONSTANT &&
           is_fixed_address(k, v->args[0]);
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
