/* How far into its buffers a launch gets, to tell sizes and arguments that cannot be together. */
#include <math.h>

#include "analysis/ir/induction.h"
#include "launch/assume.h"

struct reach {
    const struct kernel *k;
    const struct launch *l;
    double *most; /* by value, of those before the one that is looked at: its largest number */
};

static double query_most(const struct reach *r, const struct value *v) {
    const struct value *dimension = v->n_args ? &r->k->values[v->args[0]] : NULL;
    if (!dimension || dimension->op != OP_CONST || dimension->imm < 0 || dimension->imm > 2)
        return 0;
    double global = (double)r->l->global[dimension->imm],
           local = (double)r->l->local[dimension->imm];
    switch (v->imm) {
    case QUERY_GLOBAL_ID:
        return global - 1;
    case QUERY_GLOBAL_SIZE:
        return global;
    case QUERY_GROUP_ID:
        return global / local - 1;
    case QUERY_NUM_GROUPS:
        return global / local;
    case QUERY_LOCAL_ID:
        return local - 1;
    case QUERY_LOCAL_SIZE:
    case QUERY_ENQUEUED_LOCAL_SIZE:
        return local;
    default:
        return 0;
    }
}

static double parameter(const struct reach *r, const struct value *v) {
    const struct launch_arg *arg = launch_arg(r->l, (int)v->imm, r->k->params[v->imm].name);
    return arg && arg->kind == ARG_NUMBER ? arg->number : 0;
}

static double most_of(const struct reach *r, uint32_t value) {
    return r->most[an_strip(r->k, value)];
}

static double find_most(const struct reach *r, const struct value *v) {
    if (v->comps != 1)
        return 0;
    double x = v->n_args > 0 ? most_of(r, v->args[0]) : 0;
    double y = v->n_args > 1 ? most_of(r, v->args[1]) : 0;
    switch ((enum op)v->op) {
    case OP_CONST:
        return v->type == TYPE_INT ? (double)v->imm : 0;
    case OP_PARAM:
        return r->k->params[v->imm].type == TYPE_INT ? parameter(r, v) : 0;
    case OP_WORKITEM:
        return query_most(r, v);
    case OP_ADD:
    case OP_OR:
        return x + y;
    case OP_SUB:
    case OP_SMIN:
    case OP_UMIN:
        return v->op == OP_SUB ? fmax(0, x) : fmin(x, y);
    case OP_MUL:
        return x * y;
    case OP_SHL:
        return ldexp(x, (int)fmin(fmax(y, 0), 64));
    case OP_LSHR:
    case OP_ASHR:
        return ldexp(x, -(int)fmin(fmax(y, 0), 64));
    case OP_UDIV:
    case OP_SDIV:
        return y > 0 ? x / y : 0;
    case OP_UREM:
    case OP_SREM:
        return y > 0 ? fmin(x, y - 1) : 0;
    case OP_PTRADD:
        return v->n_args > 1 ? x + y * (double)v->imm : x + (double)v->imm;
    default:
        return 0;
    }
}

double launch_reach(struct arena *a, const struct kernel *k, const struct launch *l) {
    struct reach r = {k, l, NEW_ARRAY(a, double, k->n_values)};
    double most = 0;
    for (uint32_t i = 0; i < k->n_values; i++)
        r.most[i] = find_most(&r, &k->values[i]);
    for (uint32_t i = 0; i < k->n_accesses; i++)
        if (k->accesses[i].space == SPACE_GLOBAL)
            most = fmax(most, most_of(&r, k->values[k->accesses[i].value].args[0]));
    return most;
}
