#include "diag/finding/apart.h"

#include "analysis/ir/induction.h"

enum { DEEPEST = 12 };

/* Whether both are computed alike, from the same leaves. */
static bool same_expression(const struct kernel *k, uint32_t x, uint32_t y, int depth) {
    x = an_strip(k, x);
    y = an_strip(k, y);
    const struct value *a = &k->values[x], *b = &k->values[y];
    if (x == y)
        return true;
    bool again = a->op != OP_PHI && a->op != OP_LOAD && a->op != OP_ATOMIC && a->op != OP_CALL &&
                 a->op != OP_OPAQUE && a->op != OP_SUBGROUP;
    if (depth == 0 || !again || a->op != b->op || a->imm != b->imm || a->n_args != b->n_args ||
        a->comps != 1 || b->comps != 1)
        return false;
    for (uint32_t i = 0; i < a->n_args; i++)
        if (!same_expression(k, a->args[i], b->args[i], depth - 1))
            return false;
    return true;
}

/* A sum of another value and a constant; false if it is none. */
static bool split_sum(const struct kernel *k, uint32_t value, uint32_t *rest, int64_t *constant) {
    const struct value *v = &k->values[value];
    bool one = v->op == OP_PTRADD && v->n_args == 1;
    const struct value *by = v->n_args == 2 ? &k->values[an_strip(k, v->args[1])] : NULL;
    bool adds = v->op == OP_ADD || v->op == OP_SUB || v->op == OP_PTRADD;
    if (!one && !(adds && by && by->op == OP_CONST && by->comps == 1))
        return false;
    *rest = an_strip(k, v->args[0]);
    *constant = one                  ? v->imm
                : v->op == OP_PTRADD ? v->imm * by->imm
                : v->op == OP_SUB    ? -by->imm
                                     : by->imm;
    return true;
}

static bool apart(const struct kernel *k, uint32_t x, uint32_t y, int depth, int64_t *by);

/* Of two operations of one kind, operand by operand. */
static bool operands_apart(const struct kernel *k, const struct value *a, const struct value *b,
                           int depth, int64_t *by) {
    int64_t first, second;
    if (a->op != b->op || a->n_args != 2 || b->n_args != 2)
        return false;
    if (a->op == OP_MUL || a->op == OP_SHL) {
        const struct value *factor = &k->values[an_strip(k, a->args[1])];
        if (factor->op != OP_CONST || !same_expression(k, a->args[1], b->args[1], depth) ||
            !apart(k, a->args[0], b->args[0], depth, &first))
            return false;
        *by = a->op == OP_MUL ? first * factor->imm
                              : (int64_t)((uint64_t)first << (factor->imm & 63));
        return true;
    }
    if ((a->op != OP_ADD && a->op != OP_PTRADD) || (a->op == OP_PTRADD && a->imm != b->imm) ||
        !apart(k, a->args[0], b->args[0], depth, &first) ||
        !apart(k, a->args[1], b->args[1], depth, &second))
        return false;
    *by = first + (a->op == OP_PTRADD ? a->imm : 1) * second;
    return true;
}

static bool apart(const struct kernel *k, uint32_t x, uint32_t y, int depth, int64_t *by) {
    uint32_t rest;
    int64_t constant;
    x = an_strip(k, x);
    y = an_strip(k, y);
    *by = 0;
    if (same_expression(k, x, y, DEEPEST))
        return true;
    if (depth == 0)
        return false;
    if (operands_apart(k, &k->values[x], &k->values[y], depth - 1, by))
        return true;
    bool of_x = split_sum(k, x, &rest, &constant);
    if (of_x && apart(k, rest, y, depth - 1, by)) {
        *by -= constant;
        return true;
    }
    if (!split_sum(k, y, &rest, &constant) || !apart(k, x, rest, depth - 1, by))
        return false;
    *by += constant;
    return true;
}

bool values_apart(const struct kernel *k, uint32_t x, uint32_t y, int64_t *by) {
    return apart(k, x, y, DEEPEST, by);
}
