/* Sides of branches that programs hardly ever take. */
#include "analysis/trace/tracer.h"

/* Bits of OP_FCMP. */
enum { FCMP_EQUAL = 1, FCMP_APART = 2 | 4, FCMP_ORDERED = FCMP_EQUAL | FCMP_APART };

/* What a condition hardly ever is. */
enum outcome { OUTCOME_EITHER, OUTCOME_TRUE, OUTCOME_FALSE };

static bool is_constant_but_zero(const struct value *v) {
    int64_t but_sign = (int64_t)(((uint64_t)1 << (v->bits - 1)) - 1);
    return v->op == OP_CONST && v->comps == 1 && (v->imm & but_sign);
}

static enum outcome unlikely_comparison(const struct kernel *k, const struct value *v) {
    if (!is_constant_but_zero(&k->values[v->args[0]]) &&
        !is_constant_but_zero(&k->values[v->args[1]]))
        return OUTCOME_EITHER;
    int64_t ordered = v->imm & FCMP_ORDERED;
    return ordered == FCMP_EQUAL   ? OUTCOME_TRUE
           : ordered == FCMP_APART ? OUTCOME_FALSE
                                   : OUTCOME_EITHER;
}

static enum outcome unlikely_outcome(struct warp *w, uint32_t value);

/* Of two conditions one of which is enough: for `or` that is a true one, for `and` a false one. */
static enum outcome unlikely_sum(struct warp *w, const struct value *v) {
    enum outcome left = unlikely_outcome(w, v->args[0]), right = unlikely_outcome(w, v->args[1]),
                 enough = v->op == OP_OR ? OUTCOME_FALSE : OUTCOME_TRUE;
    if (left == enough || right == enough)
        return enough;
    return left == right ? left : OUTCOME_EITHER;
}

static enum outcome unlikely_choice(struct warp *w, const struct value *v) {
    const struct lanes *condition = warp_operand(w, v->args[0], 0);
    if (lanes_uniform(condition))
        return unlikely_outcome(w, v->args[condition->base ? 1 : 2]);
    enum outcome then = unlikely_outcome(w, v->args[1]);
    return then == unlikely_outcome(w, v->args[2]) ? then : OUTCOME_EITHER;
}

static enum outcome unlikely_outcome(struct warp *w, uint32_t value) {
    const struct value *v = &w->t->k->values[value];
    if (v->comps != 1)
        return OUTCOME_EITHER;
    switch (v->op) {
    case OP_FCMP:
        return unlikely_comparison(w->t->k, v);
    case OP_AND:
    case OP_OR:
        return unlikely_sum(w, v);
    case OP_SELECT:
        return unlikely_choice(w, v);
    default: {
        const struct lanes *known = warp_operand(w, value, 0);
        return !lanes_uniform(known) ? OUTCOME_EITHER : known->base ? OUTCOME_FALSE : OUTCOME_TRUE;
    }
    }
}

uint32_t warp_unlikely_successor(struct warp *w, const struct value *branch) {
    if (branch->op != OP_BR || !branch->n_args)
        return NONE;
    enum outcome never = unlikely_outcome(w, branch->args[0]);
    return never == OUTCOME_TRUE ? 0 : never == OUTCOME_FALSE ? 1 : NONE;
}
