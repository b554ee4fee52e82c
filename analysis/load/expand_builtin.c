/* OpenCL built-ins that are a few operations of the kernel model in a row. */
#include <stdlib.h>
#include <string.h>

#include "analysis/ir/builtins.h"
#include "analysis/load/expand_builtin.h"
#include "base/str.h"

/* f(x, ...) of the first n arguments. */
static uint32_t apply_to(struct builder *b, struct value like, enum op op, const uint32_t *args,
                         uint32_t n) {
    like.op = (uint8_t)op;
    like.n_args = n;
    like.args = copy_args(b, args, n);
    return emit(b, like);
}

uint32_t compose_apply(struct builder *b, struct value like, enum op op, uint32_t x, uint32_t y) {
    return apply_to(b, like, op, (uint32_t[]){x, y}, y == NONE ? 1 : 2);
}

uint32_t compose_apply3(struct builder *b, struct value like, enum op op, uint32_t x, uint32_t y,
                        uint32_t z) {
    return apply_to(b, like, op, (uint32_t[]){x, y, z}, 3);
}

uint32_t compose_argument(const struct call *c, uint32_t n) {
    return c->v.args[n];
}

const struct value *compose_operand(const struct call *c, uint32_t n) {
    return &c->b->v.at[c->v.args[n]];
}

struct value compose_shaped(const struct call *c, enum type type, unsigned bits) {
    struct value v = c->v;
    v.type = (uint8_t)type;
    v.bits = (uint16_t)bits;
    return v;
}

struct value compose_like_operand(const struct call *c, uint32_t n) {
    const struct value *x = compose_operand(c, n);
    struct value v = compose_shaped(c, (enum type)x->type, x->bits);
    v.comps = x->comps;
    return v;
}

uint32_t compose_component(const struct call *c, uint32_t n, uint32_t number) {
    struct value v = compose_like_operand(c, n);
    if (v.comps == 1)
        return compose_argument(c, n);
    v.comps = 1;
    return compose_apply(c->b, v, OP_EXTRACT, compose_argument(c, n),
                         constant_int(c->b, 32, number));
}

static uint32_t clamp(const struct call *c) {
    bool is_float = c->v.type == TYPE_FLOAT, is_unsigned = is_unsigned_code(c->code);
    enum op max = is_float ? OP_FMAX : is_unsigned ? OP_UMAX : OP_SMAX;
    enum op min = is_float ? OP_FMIN : is_unsigned ? OP_UMIN : OP_SMIN;
    uint32_t low = compose_apply(c->b, c->v, max, compose_argument(c, 0), compose_argument(c, 1));
    return compose_apply(c->b, c->v, min, low, compose_argument(c, 2));
}

/* select(a, b, c) takes b where c is true: not zero, or for vectors negative. */
static uint32_t select_by(const struct call *c) {
    struct value truth = compose_shaped(c, TYPE_INT, 1), v = c->v;
    truth.imm = v.comps > 1 ? COMPARE_SLT : COMPARE_NE;
    uint32_t zero = constant_int(c->b, compose_operand(c, 2)->bits, 0);
    uint32_t args[] = {compose_apply(c->b, truth, OP_ICMP, compose_argument(c, 2), zero),
                       compose_argument(c, 1), compose_argument(c, 0)};
    v.op = OP_SELECT;
    v.args = copy_args(c->b, args, 3);
    return emit(c->b, v);
}

static uint32_t multiply_add(const struct call *c) {
    bool high = str_starts(c->name, "mad_hi");
    struct value product = c->v;
    product.imm = high && is_unsigned_code(c->code);
    uint32_t n = compose_apply(c->b, product, high ? OP_MULHI : OP_MUL, compose_argument(c, 0),
                               compose_argument(c, 1));
    return compose_apply(c->b, c->v, OP_ADD, n, compose_argument(c, 2));
}

/* Whether the sign bit of any or of all components is set. */
static uint32_t any_or_all(const struct call *c) {
    enum op op = str_starts(c->name, "any") ? OP_OR : OP_AND;
    struct value part = compose_like_operand(c, 0), truth = compose_shaped(c, TYPE_INT, 1);
    uint32_t n = part.comps, bits = compose_component(c, 0, 0);
    part.comps = 1;
    for (uint32_t i = 1; i < n; i++)
        bits = compose_apply(c->b, part, op, bits, compose_component(c, 0, i));
    truth.imm = COMPARE_SLT;
    truth.comps = 1;
    uint32_t is_set = compose_apply(c->b, truth, OP_ICMP, bits, constant_int(c->b, part.bits, 0));
    return compose_apply(c->b, c->v, OP_ZEXT, is_set, NONE);
}

/* upsample(high, low). */
static uint32_t upsample(const struct call *c) {
    unsigned half = compose_operand(c, 0)->bits;
    uint32_t high = compose_apply(c->b, c->v, OP_ZEXT, compose_argument(c, 0), NONE);
    uint32_t low = compose_apply(c->b, c->v, OP_ZEXT, compose_argument(c, 1), NONE);
    high = compose_apply(c->b, c->v, OP_SHL, high, constant_int(c->b, c->v.bits, half));
    return compose_apply(c->b, c->v, OP_OR, high, low);
}

/* The mask is computed: component after component of x and y where the mask says so. */
static uint32_t shuffle_by(const struct call *c, uint32_t sources) {
    uint32_t last = c->v.n_args - 1, bits = compose_operand(c, last)->bits,
             n = compose_operand(c, 0)->comps;
    struct value index = compose_like_operand(c, last), truth = compose_shaped(c, TYPE_INT, 1),
                 picked = c->v;
    uint32_t low = compose_apply(c->b, index, OP_AND, compose_argument(c, last),
                                 constant_int(c->b, bits, (int64_t)sources - 1));
    uint32_t result = NONE;
    truth.imm = COMPARE_EQ;
    for (uint32_t i = 0; i < sources; i++) {
        struct value part = c->v;
        part.comps = 1;
        uint32_t x = compose_apply(c->b, part, OP_EXTRACT, compose_argument(c, i / n),
                                   constant_int(c->b, 32, i % n));
        uint32_t here = compose_apply(c->b, truth, OP_ICMP, low, constant_int(c->b, bits, i));
        uint32_t args[] = {here, x, result};
        picked.op = OP_SELECT;
        picked.n_args = 3;
        picked.args = copy_args(c->b, args, 3);
        result = i == 0 ? x : emit(c->b, picked);
    }
    return result;
}

/* shuffle(x, mask) and shuffle2(x, y, mask), of whose mask the low bits count. */
static uint32_t shuffle(const struct call *c) {
    uint32_t last = c->v.n_args - 1;
    const struct value *mask = compose_operand(c, last);
    if (last > 2)
        return NONE;
    int64_t sources = (int64_t)compose_operand(c, 0)->comps * last;
    if (mask->op != OP_CONST || !mask->imms)
        return shuffle_by(c, (uint32_t)sources);
    int64_t *from = NEW_ARRAY(c->b->arena, int64_t, c->v.comps);
    for (uint32_t i = 0; i < c->v.comps; i++)
        from[i] = mask->imms[i] & (sources - 1);
    struct value v = c->v;
    v.op = OP_SHUFFLE;
    v.imms = from;
    v.n_imms = v.comps;
    uint32_t args[] = {compose_argument(c, 0), compose_argument(c, last - 1)};
    v.n_args = 2;
    v.args = copy_args(c->b, args, 2);
    return emit(c->b, v);
}

/* A comparison of floats gives 1 for scalars and -1 for vectors. */
static uint32_t relation(const struct call *c, int predicate) {
    struct value truth = compose_shaped(c, TYPE_INT, 1);
    truth.imm = predicate;
    uint32_t y = compose_argument(c, c->v.n_args - 1);
    uint32_t is_true = compose_apply(c->b, truth, OP_FCMP, compose_argument(c, 0), y);
    return compose_apply(c->b, c->v, c->v.comps > 1 ? OP_SEXT : OP_ZEXT, is_true, NONE);
}

/* Keeps an integer within what the target type can hold. */
static uint32_t saturated(const struct call *c, bool to_unsigned) {
    struct value from = compose_like_operand(c, 0);
    bool from_unsigned = is_unsigned_code(c->code);
    unsigned to_bits = c->v.bits - !to_unsigned, from_bits = from.bits - !from_unsigned;
    uint32_t n = compose_argument(c, 0);
    if (!from_unsigned && (to_unsigned || c->v.bits < from.bits)) {
        int64_t low = to_unsigned ? 0 : -(1ll << to_bits);
        n = compose_apply(c->b, from, OP_SMAX, n, constant_int(c->b, from.bits, low));
    }
    if (to_bits < from_bits) {
        uint32_t high = constant_int(c->b, from.bits, (int64_t)((1ull << to_bits) - 1));
        n = compose_apply(c->b, from, from_unsigned ? OP_UMIN : OP_SMIN, n, high);
    }
    return n;
}

static uint32_t resize(const struct call *c, uint32_t n, enum op widen, enum op narrow) {
    unsigned from = compose_operand(c, 0)->bits, to = c->v.bits;
    return compose_apply(c->b, c->v, from == to ? OP_COPY : from < to ? widen : narrow, n, NONE);
}

/* The float rounded to a whole number as the name's suffix says; none is toward zero. */
static uint32_t rounded(const struct call *c, const char *suffix) {
    struct value v = compose_like_operand(c, 0);
    v.cls = CLASS_FP32;
    v.imm = strstr(suffix, "_rte")   ? MATH_RINT
            : strstr(suffix, "_rtp") ? MATH_CEIL
            : strstr(suffix, "_rtn") ? MATH_FLOOR
                                     : MATH_OTHER;
    return v.imm == MATH_OTHER ? compose_argument(c, 0)
                               : compose_apply(c->b, v, OP_MATH, compose_argument(c, 0), NONE);
}

/* convert_TYPE[_sat][_rte, _rtz, _rtp, _rtn]. Not computed: results that are floats and not rounded
 * to the nearest. */
static uint32_t convert(const struct call *c) {
    const char *type = c->name + strlen("convert_"), *suffix = strchr(type, '_');
    bool from_float = compose_operand(c, 0)->type == TYPE_FLOAT, to_float = c->v.type == TYPE_FLOAT;
    bool sat = suffix && str_starts(suffix, "_sat"), to_unsigned = *type == 'u';
    if (to_float && suffix && strcmp(suffix, "_rte") != 0)
        return NONE;
    if (from_float && to_float)
        return resize(c, compose_argument(c, 0), OP_FPEXT, OP_FPTRUNC);
    if (to_float)
        return compose_apply(c->b, c->v, is_unsigned_code(c->code) ? OP_UITOFP : OP_SITOFP,
                             compose_argument(c, 0), NONE);
    if (from_float) {
        struct value v = c->v;
        v.imm = sat;
        return compose_apply(c->b, v, to_unsigned ? OP_FPTOUI : OP_FPTOSI,
                             rounded(c, suffix ? suffix : ""), NONE);
    }
    return resize(c, sat ? saturated(c, to_unsigned) : compose_argument(c, 0),
                  is_unsigned_code(c->code) ? OP_ZEXT : OP_SEXT, OP_TRUNC);
}

static const struct {
    const char *name;
    uint32_t n_args;
    uint32_t (*compose)(const struct call *c);
} composed[] = {
    {"clamp", 3, clamp},         {"select", 3, select_by}, {"mad24", 3, multiply_add},
    {"mad_hi", 3, multiply_add}, {"any", 1, any_or_all},   {"all", 1, any_or_all},
    {"upsample", 2, upsample},   {"shuffle", 2, shuffle},  {"shuffle2", 3, shuffle},
};

static const struct {
    const char *name;
    uint32_t n_args;
    int predicate;
} relations[] = {
    {"isequal", 2, FCMP_OEQ},   {"isnotequal", 2, FCMP_UNE},     {"isgreater", 2, FCMP_OGT},
    {"isless", 2, FCMP_OLT},    {"isgreaterequal", 2, FCMP_OGE}, {"islessequal", 2, FCMP_OLE},
    {"isordered", 2, FCMP_ORD}, {"islessgreater", 2, FCMP_ONE},  {"isunordered", 2, FCMP_UNO},
    {"isnan", 1, FCMP_UNO},
};

uint32_t load_composed(struct builder *b, struct value call, const char *name, char code) {
    struct call c = {b, call, name, code};
    for (size_t i = 0; i < sizeof composed / sizeof *composed; i++)
        if (strcmp(name, composed[i].name) == 0 && call.n_args == composed[i].n_args)
            return composed[i].compose(&c);
    for (size_t i = 0; i < sizeof relations / sizeof *relations; i++)
        if (strcmp(name, relations[i].name) == 0 && call.n_args == relations[i].n_args)
            return relation(&c, relations[i].predicate);
    if (str_starts(name, "convert_") && call.n_args == 1)
        return convert(&c);
    return load_geometry(&c);
}
