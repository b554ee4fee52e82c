#include "analysis/ir/value_range.h"

#include "analysis/ir/induction.h"
#include "analysis/ir/query.h"
#include "base/integers.h"

/* Operands are followed so far, and so many of them: those of sums of sums would be without end. */
enum { MOST_STEPS = 24, MOST_VALUES = 65536 };

struct query {
    const struct kernel *kernel;
    const struct launch *launch;
    uint32_t block; /* where the value is used */
    int steps;
    int *left; /* values that are still looked at */
};

static struct range range_at(const struct query *q, uint32_t value);

static const struct range anything = {INT64_MIN, INT64_MAX};

static struct range of_type(const struct value *v) {
    if (v->type != TYPE_INT || v->comps != 1 || v->bits == 0 || v->bits >= 64)
        return anything;
    if (v->bits == 1)
        return (struct range){0, 1};
    return (struct range){-((int64_t)1 << (v->bits - 1)), ((int64_t)1 << (v->bits - 1)) - 1};
}

static bool is_within(struct range r, struct range in) {
    return r.low >= in.low && r.high <= in.high;
}

/* Both ends as they are, or all of the type where one does not fit. */
static struct range fit(const struct value *v, wide low, wide high) {
    struct range type = of_type(v);
    if (low < type.low || high > type.high)
        return type;
    return (struct range){(int64_t)low, (int64_t)high};
}

static struct range meet(struct range x, struct range y) {
    struct range r = {x.low > y.low ? x.low : y.low, x.high < y.high ? x.high : y.high};
    return r.low <= r.high ? r : x;
}

static struct range join(struct range x, struct range y) {
    return (struct range){x.low < y.low ? x.low : y.low, x.high > y.high ? x.high : y.high};
}

static struct range argument(const struct query *q, const struct value *v, uint32_t i) {
    return range_at(q, v->args[i]);
}

static struct range product(const struct value *v, struct range x, struct range y) {
    wide all[] = {(wide)x.low * y.low, (wide)x.low * y.high, (wide)x.high * y.low,
                  (wide)x.high * y.high};
    wide low = all[0], high = all[0];
    for (int i = 1; i < 4; i++) {
        low = all[i] < low ? all[i] : low;
        high = all[i] > high ? all[i] : high;
    }
    return fit(v, low, high);
}

/* Of numbers that are not negative, by positive ones. Unsigned ones may look negative. */
static struct range quotient(const struct value *v, struct range x, struct range y) {
    if (x.low < 0 && v->op == OP_UDIV && y.low > 1)
        return (struct range){0, (int64_t)((UINT64_MAX >> (64 - v->bits)) / (uint64_t)y.low)};
    if (x.low < 0 || y.low <= 0)
        return of_type(v);
    return (struct range){x.low / y.high, x.high / y.low};
}

static struct range remainder_of(const struct value *v, struct range x, struct range y) {
    if (y.low <= 0)
        return of_type(v);
    if (x.low < 0 && v->op == OP_UREM)
        return (struct range){0, y.high - 1};
    struct range r = {x.low < 0 ? 1 - y.high : 0, y.high - 1};
    return x.low >= 0 && x.high < y.low ? x
                                        : meet(r, (struct range){r.low, x.high < 0 ? 0 : x.high});
}

/* The smallest number of ones that is not less. */
static int64_t ones(int64_t n) {
    int64_t all = 0;
    while (all < n)
        all = all * 2 + 1;
    return all;
}

static struct range logic(const struct value *v, struct range x, struct range y) {
    if (v->op == OP_AND && (x.low >= 0 || y.low >= 0)) {
        int64_t most = x.low < 0 ? y.high : y.low < 0 ? x.high : x.high < y.high ? x.high : y.high;
        return (struct range){0, most};
    }
    if (x.low < 0 || y.low < 0)
        return of_type(v);
    return (struct range){0, ones(x.high | y.high)};
}

static struct range shifted(const struct value *v, struct range x, struct range by) {
    if (v->op == OP_LSHR && x.low < 0 && by.low > 0 && by.high < v->bits)
        return (struct range){0, (int64_t)(UINT64_MAX >> (64 - v->bits) >> by.low)};
    if (by.low < 0 || by.high >= v->bits || (x.low < 0 && v->op == OP_LSHR))
        return of_type(v);
    if (v->op == OP_SHL)
        return product(v, x,
                       (struct range){(int64_t)((uint64_t)1 << by.low),
                                      by.high < 63 ? (int64_t)1 << by.high : INT64_MAX});
    int64_t low = x.low < 0 ? x.low >> by.low : x.low >> by.high;
    int64_t high = x.high < 0 ? x.high >> by.high : x.high >> by.low;
    return (struct range){low, high};
}

/* Ids and sizes of the launch. */
static struct range of_query(const struct query *q, const struct value *v) {
    const struct value *d = v->n_args ? &q->kernel->values[v->args[0]] : NULL;
    const struct launch *l = q->launch;
    if (!d || d->op != OP_CONST || d->imm < 0 || d->imm > 2)
        return of_type(v);
    uint64_t local = l->local[d->imm], global = l->global[d->imm], offset = l->offset[d->imm];
    if (!local || !global || global > UINT32_MAX || offset > UINT32_MAX)
        return of_type(v);
    int64_t groups = (int64_t)((global + local - 1) / local);
    switch (v->imm) {
    case QUERY_GLOBAL_ID:
        return fit(v, (wide)offset, (wide)(offset + global - 1));
    case QUERY_LOCAL_ID:
        return fit(v, 0, (wide)local - 1);
    case QUERY_GROUP_ID:
        return fit(v, 0, groups - 1);
    case QUERY_GLOBAL_SIZE:
        return fit(v, (wide)global, (wide)global);
    case QUERY_LOCAL_SIZE:
        return fit(v, 1, (wide)local);
    case QUERY_ENQUEUED_LOCAL_SIZE:
        return fit(v, (wide)local, (wide)local);
    case QUERY_NUM_GROUPS:
        return fit(v, groups, groups);
    default:
        return of_type(v);
    }
}

static struct range of_param(const struct query *q, const struct value *v) {
    const struct launch_arg *arg =
        launch_arg(q->launch, (int)v->imm, q->kernel->params[v->imm].name);
    if (!arg || arg->kind != ARG_NUMBER || arg->source == LAUNCH_ASSUMED)
        return of_type(v);
    int64_t n = arg->wholes ? (int64_t)arg->wholes[0] : (int64_t)arg->number;
    return fit(v, n, n);
}

/* A loop's variable does not go back beyond its start where its steps have one sign. */
static struct range of_loop_variable(const struct query *q, const struct value *v, uint32_t phi,
                                     uint32_t loop) {
    struct induction iv;
    if (!an_match_induction(q->kernel, loop, phi, &iv) || iv.op != OP_ADD)
        return of_type(v);
    bool first = v->args[0] == iv.start;
    struct query before = *q;
    before.block = q->kernel->blocks[v->block].preds[first ? 0 : 1];
    struct range start = range_at(&before, iv.start), step = range_at(&before, iv.step);
    struct range r = of_type(v);
    if (step.low >= 0)
        r.low = start.low;
    if (step.high <= 0)
        r.high = start.high;
    return is_within(r, of_type(v)) ? r : of_type(v);
}

static struct range of_phi(const struct query *q, const struct value *v, uint32_t phi) {
    uint32_t loop = q->kernel->blocks[v->block].loop;
    if (loop != NONE && q->kernel->loops[loop].header == v->block)
        return of_loop_variable(q, v, phi, loop);
    struct range r = {INT64_MAX, INT64_MIN};
    struct query from = *q;
    for (uint32_t i = 0; i < v->n_args; i++) {
        from.block = q->kernel->blocks[v->block].preds[i];
        r = join(r, argument(&from, v, i));
    }
    return r;
}

static struct range computed(const struct query *q, uint32_t value) {
    const struct value *v = &q->kernel->values[value];
    struct range x = anything, y = anything;
    if (v->op != OP_PHI && v->op != OP_WORKITEM && v->n_args > 0 && v->op != OP_SELECT)
        x = argument(q, v, 0);
    if (v->op != OP_PHI && v->n_args == 2)
        y = argument(q, v, 1);
    switch (v->op) {
    case OP_CONST:
        return fit(v, v->imm, v->imm);
    case OP_PARAM:
        return of_param(q, v);
    case OP_WORKITEM:
        return of_query(q, v);
    case OP_PHI:
        return of_phi(q, v, value);
    case OP_SELECT:
        return join(argument(q, v, 1), argument(q, v, 2));
    case OP_COPY:
    case OP_SEXT:
    case OP_TRUNC:
        return v->imm ? of_type(v) : fit(v, x.low, x.high);
    case OP_ZEXT:
        return x.low < 0 ? fit(v, 0, (wide)(((uwide)1 << q->kernel->values[v->args[0]].bits) - 1))
                         : fit(v, x.low, x.high);
    case OP_ADD:
        return fit(v, (wide)x.low + y.low, (wide)x.high + y.high);
    case OP_SUB:
        return fit(v, (wide)x.low - y.high, (wide)x.high - y.low);
    case OP_MUL:
        return product(v, x, y);
    case OP_UDIV:
    case OP_SDIV:
        return quotient(v, x, y);
    case OP_UREM:
    case OP_SREM:
        return remainder_of(v, x, y);
    case OP_AND:
    case OP_OR:
    case OP_XOR:
        return logic(v, x, y);
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR:
        return shifted(v, x, y);
    case OP_SMIN:
        return (struct range){x.low < y.low ? x.low : y.low, x.high < y.high ? x.high : y.high};
    case OP_UMIN:
        return x.low < 0 && y.low < 0 ? of_type(v)
                                      : (struct range){0, x.low < 0         ? y.high
                                                          : y.low < 0       ? x.high
                                                          : x.high < y.high ? x.high
                                                                            : y.high};
    case OP_SMAX:
        return (struct range){x.low > y.low ? x.low : y.low, x.high > y.high ? x.high : y.high};
    default:
        return of_type(v);
    }
}

/* What the value is where value < bound, <= bound and so on is true. */
static struct range satisfying(enum compare c, struct range v, struct range bound) {
    bool not_negative = v.low >= 0;
    switch (c) {
    case COMPARE_EQ:
        return meet(v, bound);
    case COMPARE_ULT:
        if (bound.low < 0)
            return v;
        v = meet(v, (struct range){0, INT64_MAX});
        __attribute__((fallthrough));
    case COMPARE_SLT:
        return bound.high == INT64_MIN ? v : meet(v, (struct range){INT64_MIN, bound.high - 1});
    case COMPARE_ULE:
        if (bound.low < 0)
            return v;
        v = meet(v, (struct range){0, INT64_MAX});
        __attribute__((fallthrough));
    case COMPARE_SLE:
        return meet(v, (struct range){INT64_MIN, bound.high});
    case COMPARE_UGT:
    case COMPARE_SGT:
        if ((c == COMPARE_UGT && !not_negative) || bound.low == INT64_MAX)
            return v;
        return meet(v, (struct range){bound.low + 1, INT64_MAX});
    case COMPARE_UGE:
    case COMPARE_SGE:
        if (c == COMPARE_UGE && !not_negative)
            return v;
        return meet(v, (struct range){bound.low, INT64_MAX});
    default:
        return v;
    }
}

static enum compare negated(enum compare c) {
    static const uint8_t opposite[] = {COMPARE_NE,  COMPARE_EQ,  COMPARE_ULE, COMPARE_ULT,
                                       COMPARE_UGE, COMPARE_UGT, COMPARE_SLE, COMPARE_SLT,
                                       COMPARE_SGE, COMPARE_SGT};
    return opposite[c - COMPARE_EQ];
}

static enum compare mirrored(enum compare c) {
    static const uint8_t other[] = {COMPARE_EQ,  COMPARE_NE,  COMPARE_ULT, COMPARE_ULE,
                                    COMPARE_UGT, COMPARE_UGE, COMPARE_SLT, COMPARE_SLE,
                                    COMPARE_SGT, COMPARE_SGE};
    return other[c - COMPARE_EQ];
}

static struct range narrow_by(const struct query *q, uint32_t condition, bool holds, uint32_t value,
                              struct range r) {
    const struct value *values = q->kernel->values;
    const struct value *c = &values[condition];
    if (c->op == (holds ? OP_AND : OP_OR) && c->bits == 1)
        return narrow_by(q, c->args[1], holds, value, narrow_by(q, c->args[0], holds, value, r));
    if (c->op != OP_ICMP || c->comps != 1)
        return r;
    for (uint32_t i = 0; i < 2; i++) {
        enum compare compare = (enum compare)c->imm;
        const struct value *side = &values[c->args[i]];
        bool widened = side->op == OP_SEXT && side->args[0] == value;
        if (c->args[i] != value && !widened)
            continue;
        compare = i ? mirrored(compare) : compare;
        r = satisfying(holds ? compare : negated(compare), r, range_at(q, c->args[1 - i]));
    }
    return r;
}

/* By the branches on the only way to the block. */
static struct range narrow(const struct query *q, uint32_t value, struct range r) {
    const struct kernel *k = q->kernel;
    for (uint32_t b = q->block; b != NONE && k->blocks[b].idom != NONE; b = k->blocks[b].idom) {
        if (k->blocks[b].n_preds != 1)
            continue;
        const struct block *from = &k->blocks[k->blocks[b].preds[0]];
        const struct value *branch = &k->values[from->values[from->n_values - 1]];
        if (branch->op == OP_BR && branch->n_args && from->succs[0] != from->succs[1])
            r = narrow_by(q, branch->args[0], from->succs[0] == b, value, r);
    }
    return r;
}

/* A loop's variable with a constant start and step takes every so many numbers only. */
static struct range aligned(const struct query *q, uint32_t value, struct range r) {
    const struct kernel *k = q->kernel;
    const struct value *v = &k->values[value];
    struct induction iv;
    uint32_t loop = v->op == OP_PHI ? k->blocks[v->block].loop : NONE;
    if (loop == NONE || k->loops[loop].header != v->block ||
        !an_match_induction(k, loop, value, &iv) || iv.op != OP_ADD ||
        k->values[iv.start].op != OP_CONST || k->values[iv.step].op != OP_CONST)
        return r;
    int64_t start = k->values[iv.start].imm, step = k->values[iv.step].imm;
    wide beyond = (wide)r.high - start;
    if (step > 0 && r.low >= start && beyond >= 0)
        r.high = (int64_t)(start + beyond / step * step);
    return r;
}

static struct range range_at(const struct query *q, uint32_t value) {
    struct query inner = *q;
    const struct value *v = &q->kernel->values[value];
    if (inner.steps-- <= 0 || v->type != TYPE_INT || v->comps != 1 || *q->left <= 0)
        return of_type(v);
    --*q->left;
    struct range r = narrow(&inner, value, computed(&inner, value));
    return meet(aligned(&inner, value, r), of_type(v));
}

struct range an_range(const struct kernel *k, const struct launch *l, uint32_t value,
                      uint32_t block) {
    int left = MOST_VALUES;
    struct query q = {k, l, block, MOST_STEPS, &left};
    return range_at(&q, value);
}

struct widths {
    const struct kernel *k;
    bool *wide;
    uint32_t *stack;
    uint32_t n;
};

bool is_modular(const struct value *v) {
    switch ((enum op)v->op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_PHI:
    case OP_SELECT:
    case OP_COPY:
    case OP_PTRADD:
        return true;
    default:
        return false;
    }
}

static void widen(struct widths *w, uint32_t v) {
    if (w->wide[v])
        return;
    w->wide[v] = true;
    w->stack[w->n++] = v;
}

/* Local memory and constant banks are smaller than 4 GiB. */
static bool has_short_pointers(enum space s) {
    return s == SPACE_LOCAL || s == SPACE_CONSTANT;
}

/* Whether a use needs the operand's high half, whatever becomes of the result. */
static bool needs_high_half(const struct access *accesses, const struct value *v, uint32_t arg) {
    if (is_access(v))
        return arg > 0 || !has_short_pointers(accesses[v->site].space);
    if (v->op == OP_TRUNC)
        return v->bits > 32;
    if (v->op == OP_SHL)
        return arg > 0;
    return !is_modular(v);
}

const bool *demanded_high_halves(struct arena *a, const struct kernel *k) {
    struct widths w = {k, NEW_ARRAY(a, bool, k->n_values), NEW_ARRAY(a, uint32_t, k->n_values), 0};
    for (uint32_t i = 0; i < k->n_values; i++)
        for (uint32_t arg = 0; arg < k->values[i].n_args; arg++)
            if (needs_high_half(k->accesses, &k->values[i], arg))
                widen(&w, k->values[i].args[arg]);
    while (w.n) {
        const struct value *v = &k->values[w.stack[--w.n]];
        for (uint32_t arg = 0; arg < v->n_args && (is_modular(v) || v->op == OP_SHL); arg++)
            widen(&w, v->args[arg]);
    }
    return w.wide;
}
