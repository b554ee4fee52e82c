/* Arguments that nobody gave, made up from what the kernel does with them: a number that work-items
 * are held against (`if (x < width)`) is as large as the launch, so that all of them are within; a
 * number that something is multiplied by is a row's length (`y * pitch + x`), or a work-group's
 * share (`get_group_id(0) * n`); a number that is only added (`x + offset`) is 0. Others stay
 * unknown. Not modelled: numbers in vectors and structures. */
#include <math.h>
#include <string.h>

#include "analysis/ir/induction.h"
#include "base/vec.h"
#include "launch/assume.h"

/* Longer chains of computation, and sums of more levels, say nothing. */
enum { DEEPEST = 8, LEVELS = 3 };

struct role {
    double held;  /* largest value that is compared with it; 0: none */
    double wraps; /* for what is divided by it; 0: nothing */
    double share; /* size of the work-groups whose number is multiplied by it; 0: none */
    bool pitch;   /* something else that is not constant is multiplied by it */
    double row;   /* largest number that is added to such a product: rows do not overlap */
    bool stride;  /* of neighbouring work-items: such a product is of their number in the group */
    bool apart;   /* something that is no product is added to it: it is not 1 */
    bool bound;   /* a loop's variable is compared with it */
    bool offset;  /* it is added to an index */
    bool other;   /* it is used in a way that says nothing */
};

struct roles {
    const struct kernel *k;
    const struct launch *l;
    struct role *of; /* by parameter */
    double *extents; /* by value, of those before the one that is looked at */
};

/* Also without conversions from and to floats. */
static const struct value *stripped(const struct roles *r, uint32_t value) {
    const struct value *v = &r->k->values[an_strip(r->k, value)];
    bool converts =
        v->op == OP_SITOFP || v->op == OP_UITOFP || v->op == OP_FPTOSI || v->op == OP_FPTOUI;
    return converts ? stripped(r, v->args[0]) : v;
}

static bool is_flat(const struct launch *l) {
    return l->global[1] <= 1 && l->global[2] <= 1;
}

/* Where one work-item walks along a row, it is as long as a loop of unknown length has iterations.
 */
static double row_length(const struct launch *l) {
    uint32_t trips = l->unknown_trips ? l->unknown_trips : LAUNCH_USUAL_TRIPS;
    return is_flat(l) ? trips : (double)l->global[0];
}

static bool is_constant(const struct value *v) {
    return v->op == OP_CONST && v->comps == 1 && v->imm > 0;
}

/* What a work-item function gives at most, and one more; 1: nothing that is modelled. */
static double query_size(const struct roles *r, const struct value *v) {
    const struct launch *l = r->l;
    const struct value *dimension = v->n_args ? &r->k->values[v->args[0]] : NULL;
    double total = launch_items(l);
    if (v->imm == QUERY_GLOBAL_LINEAR_ID)
        return total;
    if (!dimension || dimension->op != OP_CONST || dimension->imm < 0 || dimension->imm > 2)
        return 1;
    double global = (double)l->global[dimension->imm], local = (double)l->local[dimension->imm];
    switch (v->imm) {
    case QUERY_GLOBAL_ID:
    case QUERY_GLOBAL_SIZE:
        return global;
    case QUERY_GROUP_ID:
    case QUERY_NUM_GROUPS:
        return global / local;
    case QUERY_LOCAL_ID:
    case QUERY_LOCAL_SIZE:
    case QUERY_ENQUEUED_LOCAL_SIZE:
        return local;
    default:
        return 1;
    }
}

static bool is_id(const struct value *v) {
    return v->op == OP_WORKITEM && (v->imm == QUERY_GLOBAL_ID || v->imm == QUERY_GROUP_ID ||
                                    v->imm == QUERY_GLOBAL_LINEAR_ID);
}

/* What something is multiplied by. */
static double factor(const struct roles *r, const struct value *v) {
    if (is_constant(v))
        return (double)v->imm;
    if (v->op == OP_WORKITEM)
        return query_size(r, v);
    return v->op == OP_PARAM ? row_length(r->l) : 0;
}

static bool spreads(enum op op) {
    return op == OP_ADD || op == OP_SUB || op == OP_OR || op == OP_SMAX || op == OP_UMAX ||
           op == OP_SMIN || op == OP_UMIN || (op >= OP_FADD && op <= OP_FMA) || op == OP_MATH;
}

/* How many values it takes over all work-items of the launch; 0 if it is not a matter of these
 * alone. Constants that are added do not count: they are the width of a border. Nor do factors of
 * floats, which are scales. */
static double extent(const struct roles *r, uint32_t value) {
    return r->extents[stripped(r, value) - r->k->values];
}

static double find_extent(const struct roles *r, const struct value *v) {
    if (v->comps != 1)
        return 0;
    if (v->op == OP_WORKITEM)
        return is_id(v) ? query_size(r, v) : 0;
    double x = v->n_args > 0 ? extent(r, v->args[0]) : 0;
    double y = v->n_args > 1 ? extent(r, v->args[1]) : 0;
    if (spreads((enum op)v->op))
        return fmax(x, y);
    if (v->n_args != 2)
        return 0;
    const struct value *by = stripped(r, v->args[1]);
    switch ((enum op)v->op) {
    case OP_MUL:
        return x > 0 ? x * factor(r, by) : y * factor(r, stripped(r, v->args[0]));
    case OP_SHL:
        return is_constant(by) ? ldexp(x, (int)by->imm) : 0;
    case OP_LSHR:
    case OP_ASHR:
        return is_constant(by) ? ldexp(x, -(int)by->imm) : 0;
    case OP_UDIV:
    case OP_SDIV:
        return is_constant(by) ? x / (double)by->imm : 0;
    default:
        return 0;
    }
}

static uint32_t number_of(const struct roles *r, const struct value *v) {
    return v->op == OP_PARAM && r->k->params[v->imm].type == TYPE_INT &&
                   r->k->params[v->imm].comps == 1
               ? (uint32_t)v->imm
               : NONE;
}

/* The parameter of which the value is made with constants alone, or NONE; *n, which is the value's
 * number, becomes the parameter's. */
static uint32_t solve(const struct roles *r, uint32_t value, double *n, int depth) {
    const struct value *v = stripped(r, value);
    if (number_of(r, v) != NONE)
        return number_of(r, v);
    if (v->n_args != 2 || v->comps != 1 || depth > DEEPEST)
        return NONE;
    const struct value *by = stripped(r, v->args[1]);
    if (by->op != OP_CONST)
        return NONE;
    switch ((enum op)v->op) {
    case OP_ADD:
    case OP_SUB:
        break;
    case OP_MUL:
        *n /= fmax(1, (double)by->imm);
        break;
    case OP_UDIV:
    case OP_SDIV:
        *n *= fmax(1, (double)by->imm);
        break;
    case OP_SHL:
        *n = ldexp(*n, -(int)by->imm);
        break;
    case OP_LSHR:
    case OP_ASHR:
        *n = ldexp(*n, (int)by->imm);
        break;
    default:
        return NONE;
    }
    return solve(r, v->args[0], n, depth + 1);
}

static bool is_sum(const struct value *v) {
    return v->op == OP_ADD || v->op == OP_SUB;
}

static bool is_loop_variable(const struct roles *r, uint32_t value, int depth) {
    const struct value *v = stripped(r, value);
    return v->op == OP_PHI || (is_sum(v) && depth < LEVELS &&
                               (is_loop_variable(r, v->args[0], depth + 1) ||
                                is_loop_variable(r, v->args[1], depth + 1)));
}

static bool is_term_of(const struct roles *r, uint32_t value, uint32_t param, int depth) {
    const struct value *v = stripped(r, value);
    if (v->op == OP_PARAM)
        return v->imm == param;
    for (uint32_t i = 0; i < v->n_args && is_sum(v) && depth < LEVELS; i++)
        if (is_term_of(r, v->args[i], param, depth + 1))
            return true;
    return false;
}

/* Terms of a sum of which something else is made than an index. */
static void note_other(struct roles *r, uint32_t value, uint32_t against, int depth) {
    const struct value *v = stripped(r, value);
    uint32_t p = number_of(r, v);
    if (p != NONE)
        r->of[p].other |= !is_term_of(r, against, p, 0);
    bool index = extent(r, value) > 0;
    for (uint32_t i = 0; i < v->n_args && is_sum(v) && !index && depth < LEVELS; i++)
        note_other(r, v->args[i], against, depth + 1);
}

static void note_comparison(struct roles *r, uint32_t other, uint32_t value) {
    double n = extent(r, other);
    uint32_t p = solve(r, value, &n, 0);
    if (p == NONE || is_term_of(r, other, p, 0))
        return;
    r->of[p].held = fmax(r->of[p].held, n);
    r->of[p].bound |= is_loop_variable(r, other, 0);
}

/* An index over several rows is taken apart by division: rows and columns are as many. */
static void note_division(struct roles *r, const struct value *v) {
    double n = extent(r, v->args[0]);
    if (is_flat(r->l))
        n = exp2(ceil(log2(fmax(1, n)) / 2));
    uint32_t p = solve(r, v->args[1], &n, 0);
    if (p != NONE && extent(r, v->args[0]) > 0)
        r->of[p].wraps = n;
}

/* The size of the work-groups if the value is the number of one, else 0. */
static double group_share(const struct roles *r, const struct value *v) {
    if (v->op != OP_WORKITEM || v->imm != QUERY_GROUP_ID || r->k->values[v->args[0]].op != OP_CONST)
        return 0;
    int64_t d = r->k->values[v->args[0]].imm;
    return d >= 0 && d < 3 ? (double)r->l->local[d] : 0;
}

static void note_factors(struct roles *r, uint32_t value, double share, int depth) {
    const struct value *v = stripped(r, value);
    uint32_t p = number_of(r, v);
    if (p != NONE && share > 0)
        r->of[p].share = share;
    else if (p != NONE)
        r->of[p].pitch = true;
    bool inner = v->op == OP_MUL || v->op == OP_ADD || v->op == OP_SUB;
    for (uint32_t i = 0; i < v->n_args && inner && depth < LEVELS; i++)
        note_factors(r, v->args[i], share, depth + 1);
}

/* Whether it is the work-item's own number in the first dimension. */
static bool is_of_lane(const struct roles *r, const struct value *v) {
    bool of_item = v->op == OP_WORKITEM && (v->imm == QUERY_GLOBAL_ID || v->imm == QUERY_LOCAL_ID);
    return of_item && r->k->values[v->args[0]].op == OP_CONST && r->k->values[v->args[0]].imm == 0;
}

static void note_product(struct roles *r, const struct value *v) {
    for (uint32_t i = 0; i < 2; i++) {
        const struct value *other = stripped(r, v->args[1 - i]);
        if (other->op != OP_CONST && other->op != OP_PARAM && other->op != OP_MUL)
            note_factors(r, v->args[i], group_share(r, other), 0);
        uint32_t p = number_of(r, stripped(r, v->args[i]));
        if (p != NONE)
            r->of[p].stride |= is_of_lane(r, other);
    }
}

/* x in y * pitch + x. */
static void note_row(struct roles *r, uint32_t product, uint32_t value) {
    const struct value *v = stripped(r, product), *added = stripped(r, value);
    bool apart = added->op != OP_MUL && added->op != OP_PARAM && !is_sum(added);
    for (uint32_t i = 0; i < v->n_args && v->op == OP_MUL; i++) {
        uint32_t p = number_of(r, stripped(r, v->args[i]));
        const struct value *other = stripped(r, v->args[1 - i]);
        if (p == NONE || other->op == OP_CONST || other->op == OP_PARAM)
            continue;
        r->of[p].row = fmax(r->of[p].row, extent(r, value));
        r->of[p].apart |= apart;
    }
}

static void note_sum(struct roles *r, const struct value *v) {
    if (v->op == OP_SUB)
        note_comparison(r, v->args[1], v->args[0]);
    for (uint32_t i = 0; i < 2; i++) {
        if (v->op == OP_ADD)
            note_row(r, v->args[i], v->args[1 - i]);
        uint32_t p = number_of(r, stripped(r, v->args[i]));
        bool index = v->op == OP_PTRADD || extent(r, v->args[1 - i]) > 0;
        if (p != NONE && index)
            r->of[p].offset = true;
    }
}

static void note_value(struct roles *r, const struct value *v) {
    bool equality = v->op == OP_ICMP && (v->imm == COMPARE_EQ || v->imm == COMPARE_NE);
    switch ((enum op)v->op) {
    case OP_ICMP:
    case OP_FCMP:
    case OP_SMIN:
    case OP_UMIN:
        for (uint32_t i = 0; i < 2 && !equality; i++) {
            note_comparison(r, v->args[i], v->args[1 - i]);
            note_other(r, v->args[i], v->args[1 - i], 0);
        }
        break;
    case OP_UREM:
    case OP_SREM:
    case OP_UDIV:
    case OP_SDIV:
        note_division(r, v);
        break;
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR:
        note_other(r, v->args[0], v->args[1], 0);
        note_other(r, v->args[1], v->args[0], 0);
        break;
    case OP_MUL:
        if (v->in_trace_slice)
            note_product(r, v);
        break;
    case OP_ADD:
    case OP_SUB:
    case OP_PTRADD:
        if (v->in_trace_slice)
            note_sum(r, v);
        break;
    default:
        break;
    }
}

static struct roles find_roles(struct arena *a, const struct kernel *k, const struct launch *l) {
    struct roles r = {k, l, NEW_ARRAY(a, struct role, k->n_params),
                      NEW_ARRAY(a, double, k->n_values)};
    for (uint32_t i = 0; i < k->n_values; i++)
        r.extents[i] = find_extent(&r, &k->values[i]);
    for (uint32_t i = 0; i < k->n_values; i++)
        if (k->values[i].comps == 1 && k->values[i].n_args == 2)
            note_value(&r, &k->values[i]);
    return r;
}

/* -1: none. */
static double number_for(const struct roles *r, uint32_t param, bool unit_strides) {
    const struct role *role = &r->of[param];
    double n = role->held > 0                                 ? role->held
               : role->share > 0                              ? role->share
               : role->wraps > 0                              ? role->wraps
               : unit_strides && role->stride && !role->apart ? 1
               : role->pitch                                  ? fmax(role->row, row_length(r->l))
               : role->offset && !role->other                 ? 0
                                                              : -1;
    n = floor(n);
    return r->k->params[param].bits < 64 && n >= ldexp(1, r->k->params[param].bits - 1) ? -1 : n;
}

bool launch_is_square(struct arena *a, const struct kernel *k, const struct launch *l) {
    struct roles r = find_roles(a, k, l);
    bool square = false;
    for (uint32_t i = 0; i < k->n_params && is_flat(l); i++)
        square |= r.of[i].held > 0 && (r.of[i].pitch || r.of[i].bound) &&
                  !launch_arg(l, (int)i, k->params[i].name);
    return square;
}

/* False: nothing is assumed of the parameter. */
static bool assumed(const struct roles *r, uint32_t i, bool unit_strides, struct launch_arg *arg) {
    const struct param *p = &r->k->params[i];
    const uint64_t *local = r->l->local;
    *arg = (struct launch_arg){.name = p->name, .index = (int)i, .source = LAUNCH_ASSUMED};
    if (p->type == TYPE_POINTER && p->space == SPACE_LOCAL) {
        arg->kind = ARG_LOCAL_BYTES;
        arg->count = local[0] * local[1] * local[2] * p->elem_bytes;
        return arg->count > 0;
    }
    arg->kind = ARG_NUMBER;
    arg->number = p->type == TYPE_INT && p->comps == 1 ? number_for(r, i, unit_strides) : -1;
    return arg->number >= 0;
}

void launch_assume_args(struct arena *a, const struct kernel *k, bool unit_strides,
                        struct launch *l) {
    struct roles r = find_roles(a, k, l);
    VEC(struct launch_arg) args = {0};
    for (size_t i = 0; i < l->n_args; i++)
        vec_push(a, &args, l->args[i]);
    for (uint32_t i = 0; i < k->n_params; i++) {
        struct launch_arg arg;
        bool given = launch_arg(l, (int)i, k->params[i].name) || launch_arg(l, (int)i, NULL);
        if (!given && assumed(&r, i, unit_strides, &arg))
            vec_push(a, &args, arg);
    }
    l->args = args.at;
    l->n_args = args.n;
}
