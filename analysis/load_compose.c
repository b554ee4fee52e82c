/* OpenCL built-ins that are a few operations of the kernel model in a row. */
#include <stdlib.h>
#include <string.h>

#include "analysis/builtins.h"
#include "analysis/load_inst.h"
#include "base/str.h"

/* LLVM's predicates of float comparisons. */
enum { FCMP_OEQ = 1, FCMP_OGT, FCMP_OGE, FCMP_OLT, FCMP_OLE, FCMP_ONE, FCMP_ORD, FCMP_UNO };
enum { FCMP_UNE = 14 };

/* A call under composition. */
struct call {
    struct builder *b;
    struct value v; /* template of the result, with the call's operands */
    const char *name;
    char code;
};

/* f(x), f(x, y) as a value shaped like `like`; y may be NONE. */
static uint32_t apply(struct builder *b, struct value like, enum op op, uint32_t x, uint32_t y) {
    uint32_t args[] = {x, y};
    like.op = (uint8_t)op;
    like.n_args = y == NONE ? 1 : 2;
    like.args = copy_args(b, args, like.n_args);
    return emit(b, like);
}

static uint32_t argument(const struct call *c, uint32_t n) {
    return c->v.args[n];
}

static const struct value *operand(const struct call *c, uint32_t n) {
    return &c->b->v.at[c->v.args[n]];
}

/* The result's shape in components of another type. */
static struct value shaped(const struct call *c, enum type type, unsigned bits) {
    struct value v = c->v;
    v.type = (uint8_t)type;
    v.bits = (uint16_t)bits;
    return v;
}

/* The shape of an operand. */
static struct value like_operand(const struct call *c, uint32_t n) {
    struct value v = shaped(c, (enum type)operand(c, n)->type, operand(c, n)->bits);
    v.comps = operand(c, n)->comps;
    return v;
}

static uint32_t clamp(const struct call *c) {
    bool is_float = c->v.type == TYPE_FLOAT, is_unsigned = is_unsigned_code(c->code);
    enum op max = is_float ? OP_FMAX : is_unsigned ? OP_UMAX : OP_SMAX;
    enum op min = is_float ? OP_FMIN : is_unsigned ? OP_UMIN : OP_SMIN;
    uint32_t low = apply(c->b, c->v, max, argument(c, 0), argument(c, 1));
    return apply(c->b, c->v, min, low, argument(c, 2));
}

/* select(a, b, c) takes b where c is true: not zero, or for vectors negative. */
static uint32_t select_by(const struct call *c) {
    struct value truth = shaped(c, TYPE_INT, 1), v = c->v;
    truth.imm = v.comps > 1 ? COMPARE_SLT : COMPARE_NE;
    uint32_t zero = constant_int(c->b, operand(c, 2)->bits, 0);
    uint32_t args[] = {apply(c->b, truth, OP_ICMP, argument(c, 2), zero), argument(c, 1),
                       argument(c, 0)};
    v.op = OP_SELECT;
    v.args = copy_args(c->b, args, 3);
    return emit(c->b, v);
}

static uint32_t multiply_add(const struct call *c) {
    bool high = str_starts(c->name, "mad_hi");
    struct value product = c->v;
    product.imm = high && is_unsigned_code(c->code);
    uint32_t n = apply(c->b, product, high ? OP_MULHI : OP_MUL, argument(c, 0), argument(c, 1));
    return apply(c->b, c->v, OP_ADD, n, argument(c, 2));
}

/* a where the bit of c is 0, b where it is 1. */
static uint32_t bit_select(const struct call *c) {
    if (c->v.type != TYPE_INT)
        return NONE;
    uint32_t differ = apply(c->b, c->v, OP_XOR, argument(c, 0), argument(c, 1));
    uint32_t taken = apply(c->b, c->v, OP_AND, differ, argument(c, 2));
    return apply(c->b, c->v, OP_XOR, argument(c, 0), taken);
}

static uint32_t component(const struct call *c, uint32_t n, uint32_t number) {
    struct value v = like_operand(c, n);
    if (v.comps == 1)
        return argument(c, n);
    v.comps = 1;
    return apply(c->b, v, OP_EXTRACT, argument(c, n), constant_int(c->b, 32, number));
}

/* Whether the sign bit of any or of all components is set. */
static uint32_t any_or_all(const struct call *c) {
    enum op op = str_starts(c->name, "any") ? OP_OR : OP_AND;
    struct value part = like_operand(c, 0), truth = shaped(c, TYPE_INT, 1);
    uint32_t n = part.comps, bits = component(c, 0, 0);
    part.comps = 1;
    for (uint32_t i = 1; i < n; i++)
        bits = apply(c->b, part, op, bits, component(c, 0, i));
    truth.imm = COMPARE_SLT;
    truth.comps = 1;
    uint32_t is_set = apply(c->b, truth, OP_ICMP, bits, constant_int(c->b, part.bits, 0));
    return apply(c->b, c->v, OP_ZEXT, is_set, NONE);
}

/* upsample(high, low). */
static uint32_t upsample(const struct call *c) {
    unsigned half = operand(c, 0)->bits;
    uint32_t high = apply(c->b, c->v, OP_ZEXT, argument(c, 0), NONE);
    uint32_t low = apply(c->b, c->v, OP_ZEXT, argument(c, 1), NONE);
    high = apply(c->b, c->v, OP_SHL, high, constant_int(c->b, c->v.bits, half));
    return apply(c->b, c->v, OP_OR, high, low);
}

/* The mask is computed: component after component of x and y where the mask says so. */
static uint32_t shuffle_by(const struct call *c, uint32_t sources) {
    uint32_t last = c->v.n_args - 1, bits = operand(c, last)->bits, n = operand(c, 0)->comps;
    struct value index = like_operand(c, last), truth = shaped(c, TYPE_INT, 1), picked = c->v;
    uint32_t low = apply(c->b, index, OP_AND, argument(c, last),
                         constant_int(c->b, bits, (int64_t)sources - 1));
    uint32_t result = NONE;
    truth.imm = COMPARE_EQ;
    for (uint32_t i = 0; i < sources; i++) {
        struct value part = c->v;
        part.comps = 1;
        uint32_t x =
            apply(c->b, part, OP_EXTRACT, argument(c, i / n), constant_int(c->b, 32, i % n));
        uint32_t here = apply(c->b, truth, OP_ICMP, low, constant_int(c->b, bits, i));
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
    const struct value *mask = operand(c, last);
    if (last > 2)
        return NONE;
    int64_t sources = (int64_t)operand(c, 0)->comps * last;
    if (mask->op != OP_CONST || !mask->imms)
        return shuffle_by(c, (uint32_t)sources);
    int64_t *from = NEW_ARRAY(c->b->arena, int64_t, c->v.comps);
    for (uint32_t i = 0; i < c->v.comps; i++)
        from[i] = mask->imms[i] & (sources - 1);
    struct value v = c->v;
    v.op = OP_SHUFFLE;
    v.imms = from;
    v.n_imms = v.comps;
    uint32_t args[] = {argument(c, 0), argument(c, last - 1)};
    v.n_args = 2;
    v.args = copy_args(c->b, args, 2);
    return emit(c->b, v);
}

/* A comparison of floats gives 1 for scalars and -1 for vectors. */
static uint32_t relation(const struct call *c, int predicate) {
    struct value truth = shaped(c, TYPE_INT, 1);
    truth.imm = predicate;
    uint32_t y = argument(c, c->v.n_args - 1);
    uint32_t is_true = apply(c->b, truth, OP_FCMP, argument(c, 0), y);
    return apply(c->b, c->v, c->v.comps > 1 ? OP_SEXT : OP_ZEXT, is_true, NONE);
}

/* Keeps an integer within what the target type can hold. */
static uint32_t saturated(const struct call *c, bool to_unsigned) {
    struct value from = like_operand(c, 0);
    bool from_unsigned = is_unsigned_code(c->code);
    unsigned to_bits = c->v.bits - !to_unsigned, from_bits = from.bits - !from_unsigned;
    uint32_t n = argument(c, 0);
    if (!from_unsigned && (to_unsigned || c->v.bits < from.bits)) {
        int64_t low = to_unsigned ? 0 : -(1ll << to_bits);
        n = apply(c->b, from, OP_SMAX, n, constant_int(c->b, from.bits, low));
    }
    if (to_bits < from_bits) {
        uint32_t high = constant_int(c->b, from.bits, (int64_t)((1ull << to_bits) - 1));
        n = apply(c->b, from, from_unsigned ? OP_UMIN : OP_SMIN, n, high);
    }
    return n;
}

static uint32_t resize(const struct call *c, uint32_t n, enum op widen, enum op narrow) {
    unsigned from = operand(c, 0)->bits, to = c->v.bits;
    return apply(c->b, c->v, from == to ? OP_COPY : from < to ? widen : narrow, n, NONE);
}

/* The float rounded to a whole number as the name's suffix says; none is toward zero. */
static uint32_t rounded(const struct call *c, const char *suffix) {
    struct value v = like_operand(c, 0);
    v.cls = CLASS_FP32;
    v.imm = strstr(suffix, "_rte")   ? MATH_RINT
            : strstr(suffix, "_rtp") ? MATH_CEIL
            : strstr(suffix, "_rtn") ? MATH_FLOOR
                                     : MATH_OTHER;
    return v.imm == MATH_OTHER ? argument(c, 0) : apply(c->b, v, OP_MATH, argument(c, 0), NONE);
}

/* convert_TYPE[_sat][_rte, _rtz, _rtp, _rtn]. Not computed: results that are floats and not rounded
 * to the nearest. */
static uint32_t convert(const struct call *c) {
    const char *type = c->name + strlen("convert_"), *suffix = strchr(type, '_');
    bool from_float = operand(c, 0)->type == TYPE_FLOAT, to_float = c->v.type == TYPE_FLOAT;
    bool sat = suffix && str_starts(suffix, "_sat"), to_unsigned = *type == 'u';
    if (to_float && suffix && strcmp(suffix, "_rte") != 0)
        return NONE;
    if (from_float && to_float)
        return resize(c, argument(c, 0), OP_FPEXT, OP_FPTRUNC);
    if (to_float)
        return apply(c->b, c->v, is_unsigned_code(c->code) ? OP_UITOFP : OP_SITOFP, argument(c, 0),
                     NONE);
    if (from_float) {
        struct value v = c->v;
        v.imm = sat;
        return apply(c->b, v, to_unsigned ? OP_FPTOUI : OP_FPTOSI, rounded(c, suffix ? suffix : ""),
                     NONE);
    }
    return resize(c, sat ? saturated(c, to_unsigned) : argument(c, 0),
                  is_unsigned_code(c->code) ? OP_ZEXT : OP_SEXT, OP_TRUNC);
}

static const struct {
    const char *name;
    uint32_t n_args;
    uint32_t (*compose)(const struct call *c);
} composed[] = {
    {"clamp", 3, clamp},         {"select", 3, select_by},     {"mad24", 3, multiply_add},
    {"mad_hi", 3, multiply_add}, {"bitselect", 3, bit_select}, {"any", 1, any_or_all},
    {"all", 1, any_or_all},      {"upsample", 2, upsample},    {"shuffle", 2, shuffle},
    {"shuffle2", 3, shuffle},
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
    return NONE;
}
