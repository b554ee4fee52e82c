#include "analysis/ir/query.h"

bool may_alias(const struct access *x, const struct access *y) {
    bool spaces = x->space == y->space || x->space == SPACE_GENERIC || y->space == SPACE_GENERIC;
    return spaces &&
           (x->unique_base == y->unique_base || x->unique_base == NONE || y->unique_base == NONE);
}

uint32_t instruction_count(const struct kernel *k, const struct value *v) {
    uint32_t comps = v->comps;
    if (v->op == OP_OPAQUE && v->imm)
        return (uint32_t)v->imm;
    if ((v->op == OP_MATH || v->op == OP_CALL) && v->n_args && k->values[v->args[0]].comps > comps)
        comps = k->values[v->args[0]].comps;
    if (v->cls == CLASS_FP16)
        return (comps + 1) / 2;
    return v->cls == CLASS_FREE ? 0 : comps;
}

uint32_t block_predecessor(const struct block *b, uint32_t from) {
    uint32_t p = 0;
    while (p < b->n_preds && b->preds[p] != from)
        p++;
    return p;
}

uint32_t *an_count_uses(struct arena *a, const struct kernel *k) {
    uint32_t *n_uses = NEW_ARRAY(a, uint32_t, k->n_values);
    for (uint32_t i = 0; i < k->n_values; i++)
        for (uint32_t arg = 0; arg < k->values[i].n_args; arg++)
            n_uses[k->values[i].args[arg]]++;
    return n_uses;
}
