/* The dimensions of a launch and of its work-groups, from the ids that a kernel asks for. */
#include <math.h>

#include "analysis/ir/induction.h"
#include "launch/assume.h"

/* The dimension that a value asks for, or -1. */
static int dimension_of(const struct value *values, const struct value *v) {
    if (v->op != OP_WORKITEM || !v->n_args || values[v->args[0]].op != OP_CONST)
        return -1;
    int64_t d = values[v->args[0]].imm;
    return d >= 0 && d < 3 ? (int)d : -1;
}

static bool is_of_item(const struct value *v) {
    return v->imm == QUERY_LOCAL_ID || v->imm == QUERY_GLOBAL_ID;
}

static bool shares_memory(const struct kernel *k) {
    for (uint32_t i = 0; i < k->n_objects; i++)
        if (k->objects[i].space == SPACE_LOCAL)
            return true;
    for (uint32_t i = 0; i < k->n_params; i++)
        if (k->params[i].type == TYPE_POINTER && k->params[i].space == SPACE_LOCAL)
            return true;
    return false;
}

/* The constant that a group's number is multiplied by, with the dimension in *d; 0: it is not. */
static uint64_t group_factor(const struct kernel *k, uint32_t value, int *d) {
    const struct value *v = &k->values[an_strip(k, value)];
    if ((v->op != OP_MUL && v->op != OP_SHL) || v->comps != 1)
        return 0;
    const struct value *id = &k->values[an_strip(k, v->args[0])];
    const struct value *by = &k->values[an_strip(k, v->args[1])];
    *d = dimension_of(k->values, id);
    if (*d < 0 || id->imm != QUERY_GROUP_ID || by->op != OP_CONST || by->imm <= 0 || by->imm > 1024)
        return 0;
    return v->op == OP_MUL ? (uint64_t)by->imm : by->imm <= 10 ? 1ull << by->imm : 0;
}

static bool is_local_id(const struct kernel *k, uint32_t value, int d) {
    const struct value *v = &k->values[an_strip(k, value)];
    return dimension_of(k->values, v) == d && v->imm == QUERY_LOCAL_ID;
}

/* get_group_id(d) * 64 + get_local_id(d): groups of 64. */
static void note_stride(const struct kernel *k, const struct value *v, struct launch_shape *s) {
    for (uint32_t i = 0; i < 2; i++) {
        int d = -1;
        uint64_t size = group_factor(k, v->args[i], &d);
        if (size && is_local_id(k, v->args[1 - i], d))
            s->local[d] = s->local[d] > size ? s->local[d] : size;
    }
}

/* Whether nothing happens from the block to the end of the kernel; a loop without an end has none.
 */
static bool ends(const struct kernel *k, uint32_t block) {
    const struct block *b = &k->blocks[block];
    for (uint32_t n = 0; n < k->n_blocks && b->n_items == 0 && b->n_succs == 1; n++)
        b = &k->blocks[b->succs[0]];
    for (uint32_t i = 0; i < b->n_items; i++)
        if (k->items[b->first_item + i].kind != ITEM_COMPUTE)
            return false;
    return b->n_succs == 0;
}

/* How many of 0, 1, 2... the comparison with the constant is true for, from 0 on; 0: others too. */
static int64_t first_numbers(enum compare compare, int64_t with) {
    switch (compare) {
    case COMPARE_ULT:
    case COMPARE_SLT:
        return with;
    case COMPARE_ULE:
    case COMPARE_SLE:
        return with + 1;
    case COMPARE_EQ:
        return with == 0;
    default:
        return 0;
    }
}

static enum compare opposite(enum compare compare) {
    static const enum compare of[] = {
        [COMPARE_EQ] = COMPARE_NE,   [COMPARE_NE] = COMPARE_EQ,   [COMPARE_UGT] = COMPARE_ULE,
        [COMPARE_UGE] = COMPARE_ULT, [COMPARE_ULT] = COMPARE_UGE, [COMPARE_ULE] = COMPARE_UGT,
        [COMPARE_SGT] = COMPARE_SLE, [COMPARE_SGE] = COMPARE_SLT, [COMPARE_SLT] = COMPARE_SGE,
        [COMPARE_SLE] = COMPARE_SGT};
    return of[compare];
}

/* A branch on the global id with one side on which the work-item is done. */
static void note_bound(const struct kernel *k, const struct value *branch, struct launch_shape *s) {
    if (branch->op != OP_BR || branch->n_args != 1 || k->blocks[branch->block].n_succs != 2)
        return;
    const uint32_t *sides = k->blocks[branch->block].succs;
    const struct value *v = &k->values[branch->args[0]];
    if (v->op != OP_ICMP || ends(k, sides[0]) == ends(k, sides[1]))
        return;
    const struct value *id = &k->values[an_strip(k, v->args[0])];
    const struct value *by = &k->values[an_strip(k, v->args[1])];
    int d = dimension_of(k->values, id);
    if (d < 0 || id->imm != QUERY_GLOBAL_ID || by->op != OP_CONST)
        return;
    enum compare compare = (enum compare)v->imm;
    int64_t n = first_numbers(ends(k, sides[0]) ? opposite(compare) : compare, by->imm);
    if (n > 0)
        s->most[d] = (uint64_t)n;
}

static void note_dimensions(const struct kernel *k, struct launch_shape *s, bool *by_local) {
    for (uint32_t i = 0; i < k->n_values; i++) {
        const struct value *v = &k->values[i];
        int d = dimension_of(k->values, v);
        if (v->op == OP_WORKITEM && (!v->n_args || d < 0) && s->dims < 1)
            s->dims = 1;
        if (d >= 0 && (unsigned)d + 1 > s->dims)
            s->dims = (unsigned)d + 1;
        note_bound(k, v, s);
        if (d >= 0 && is_of_item(v))
            s->within[d] = true;
        if (d >= 0 && (v->imm == QUERY_LOCAL_ID || v->imm == QUERY_LOCAL_SIZE))
            by_local[d] = true;
        if ((v->op == OP_ADD || v->op == OP_OR) && v->comps == 1 && v->n_args == 2)
            note_stride(k, v, s);
    }
}

/* Where work-items of a group share memory, they are told apart by local ids alone. */
struct launch_shape launch_shape(const struct kernel *k, const struct launch *l) {
    struct launch_shape s = {0};
    bool by_local[3] = {false};
    note_dimensions(k, &s, by_local);
    for (unsigned d = s.dims; d < 3; d++)
        if (l->global[d] > 1 || l->local[d] > 1)
            s.dims = d + 1;
    if (l->one_dimension && s.dims > 1)
        s.dims = 1;
    bool any_local = by_local[0] || by_local[1] || by_local[2];
    bool by_local_only = any_local && shares_memory(k);
    for (unsigned d = 0; d < 3; d++)
        s.within[d] = by_local_only ? by_local[d] : s.within[d] || l->global[d] > 1;
    for (unsigned d = 0; d < 3 && l->local[0]; d++)
        s.within[d] = l->local[d] > 1;
    for (unsigned d = 0; d < 3; d++)
        s.within[d] &= s.most[d] != 1;
    if (s.dims && s.most[0] != 1 && !s.within[0] && !s.within[1] && !s.within[2])
        s.within[0] = true;
    if (s.local[0] * s.local[1] * s.local[2] > 1024)
        s.local[0] = s.local[1] = s.local[2] = 0;
    return s;
}

/* How far into its buffers a launch gets, to tell sizes and arguments that cannot be together. */

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
