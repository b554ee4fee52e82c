#include "analysis/ir/induction.h"

#include "analysis/ir/query.h"

static bool is_computed(enum op op) {
    return op != OP_PHI && op != OP_LOAD && op != OP_ATOMIC && op != OP_CALL && op != OP_OPAQUE;
}

/* Longer chains of computation than this would make no readable formula. */
enum { DEEPEST = 6 };

static bool is_invariant_within(const struct kernel *k, uint32_t v, uint32_t loop, int depth) {
    const struct value *x = &k->values[v];
    if (!in_loop(k, x->block, loop))
        return true;
    if (!is_computed((enum op)x->op) || depth == 0)
        return false;
    for (uint32_t a = 0; a < x->n_args; a++)
        if (!is_invariant_within(k, x->args[a], loop, depth - 1))
            return false;
    return true;
}

bool is_invariant(const struct kernel *k, uint32_t v, uint32_t loop) {
    return is_invariant_within(k, v, loop, DEEPEST);
}

uint32_t an_strip(const struct kernel *k, uint32_t v) {
    while (k->values[v].op == OP_SEXT || k->values[v].op == OP_ZEXT ||
           k->values[v].op == OP_TRUNC || k->values[v].op == OP_COPY)
        v = k->values[v].args[0];
    return v;
}

bool is_step(enum op op) {
    return op == OP_ADD || op == OP_SUB || op == OP_SHL || op == OP_LSHR || op == OP_ASHR ||
           op == OP_UDIV || op == OP_SDIV || op == OP_MUL;
}

bool an_match_induction(const struct kernel *k, uint32_t loop, uint32_t phi, struct induction *iv) {
    const struct value *p = &k->values[phi];
    const struct block *header = &k->blocks[k->loops[loop].header];
    if (p->op != OP_PHI || p->block != k->loops[loop].header || p->n_args != 2)
        return false;
    uint32_t back = in_loop(k, header->preds[0], loop) ? 0 : 1;
    uint32_t update = an_strip(k, p->args[back]);
    const struct value *u = &k->values[update];
    if (!is_step((enum op)u->op) || u->n_args != 2)
        return false;
    uint32_t side = an_strip(k, u->args[0]) == phi ? 0 : 1;
    if (an_strip(k, u->args[side]) != phi || !is_invariant(k, u->args[1 - side], loop) ||
        (side == 1 && u->op != OP_ADD && u->op != OP_MUL))
        return false;
    *iv = (struct induction){phi, update, p->args[1 - back], u->args[1 - side], (enum op)u->op};
    return true;
}
