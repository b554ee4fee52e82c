/* The instruction class of every value: what the performance model prices. Not
 * modelled here: how many machine instructions a class is; that depends on the GPU
 * (perfmodel/issue/issue.c). */
#include <math.h>

#include "analysis/ir/builtins.h"
#include "analysis/ir/float_bits.h"
#include "analysis/ir/query.h"
#include "analysis/ir/value_range.h"
#include "analysis/lanes/eval.h"
#include "analysis/passes/passes.h"

static enum op_class float_class(const struct value *v, enum op_class c16, enum op_class c32,
                                 enum op_class c64) {
    return v->bits == 64 ? c64 : v->bits == 16 ? c16 : c32;
}

static enum op_class int_class(const struct value *v, enum op_class c32, enum op_class c64) {
    return v->bits > 32 ? c64 : c32;
}

enum { SHORT_BITS = 16 };

static bool is_constant(const struct value *values, uint32_t v) {
    return values[v].op == OP_CONST;
}

static bool is_power_of_two(const struct value *values, uint32_t v) {
    int64_t n = values[v].imm;
    return is_constant(values, v) && n > 0 && (n & (n - 1)) == 0;
}

/* Division by a constant is a multiplication by its inverse, by a power of two a shift. */
static enum op_class division_class(const struct value *values, const struct value *v) {
    if (is_power_of_two(values, v->args[1]))
        return int_class(v, CLASS_SHIFT, CLASS_SHIFT64);
    if (is_constant(values, v->args[1]))
        return int_class(v, CLASS_IMUL, CLASS_IMUL64);
    return int_class(v, CLASS_IDIV, CLASS_IDIV64);
}

/* The reciprocal of a power of two is exact, so that a division by it is a multiplication. */
static bool is_exact_divisor(const struct value *values, uint32_t v) {
    const struct value *by = &values[v];
    double d = is_constant(values, v) && by->comps == 1 ? double_of_bits(by->imm, by->bits) : 0;
    int exponent;
    return fabs(frexp(d, &exponent)) == 0.5 && isnormal((float)d) && isnormal((float)(1 / d));
}

static bool is_one(const struct value *values, uint32_t v) {
    const struct value *c = &values[v];
    return is_constant(values, v) && c->comps == 1 && double_of_bits(c->imm, c->bits) == 1;
}

static enum op_class float_division_class(const struct value *values, const struct value *v) {
    if (is_exact_divisor(values, v->args[1]))
        return float_class(v, CLASS_FP16, CLASS_FP32, CLASS_FP64);
    if (v->fast && v->bits == 32)
        return is_one(values, v->args[0]) ? CLASS_SFU : CLASS_SFU_SCALED;
    return float_class(v, CLASS_FDIV, CLASS_FDIV, CLASS_FDIV64);
}

/* What full-precision functions cost differs by ten and more: those that kernels call most have
 * classes of their own. */
static enum op_class function_class(const struct value *v) {
    if (v->bits == 64)
        return v->imm == MATH_POW ? CLASS_POW64 : CLASS_TRANS64;
    switch (v->imm) {
    case MATH_EXP:
    case MATH_EXP2:
    case MATH_EXP10:
        return CLASS_EXP;
    case MATH_LOG:
    case MATH_LOG2:
    case MATH_LOG10:
    case MATH_LOG1P:
        return CLASS_LOG;
    case MATH_SIN:
    case MATH_COS:
    case MATH_TAN:
        return CLASS_SIN;
    case MATH_POW:
        return CLASS_POW;
    default:
        return CLASS_TRANS;
    }
}

/* Of a function that may be approximated, the special function unit's instruction stands for all
 * but a multiplication by the logarithm of a base or by the units of a circle. */
static enum op_class approximate_class(const struct value *v) {
    switch (v->imm) {
    case MATH_EXP:
    case MATH_EXP10:
    case MATH_LOG:
    case MATH_LOG10:
    case MATH_SIN:
    case MATH_COS:
    case MATH_TAN:
    case MATH_POW:
        return CLASS_SFU_SCALED;
    default:
        return CLASS_SFU;
    }
}

static enum op_class math_class(const struct value *v) {
    bool approximate =
        v->fast && (v->cls == CLASS_TRANS || v->cls == CLASS_SQRT || v->cls == CLASS_SFU_DENORMAL);
    if (v->bits != 64 && approximate)
        return approximate_class(v);
    if (v->cls == CLASS_TRANS)
        return function_class(v);
    if (v->bits != 64)
        return (enum op_class)v->cls;
    switch (v->cls) {
    case CLASS_SQRT:
        return CLASS_SQRT64;
    case CLASS_SFU_DENORMAL:
        return v->imm == MATH_RSQRT ? CLASS_RSQRT64 : CLASS_TRANS64;
    case CLASS_SFU:
    case CLASS_SFU_SCALED:
    case CLASS_SFU_DENORMAL_SCALED:
        return CLASS_TRANS64;
    case CLASS_FP32:
        return CLASS_FP64;
    case CLASS_SHIFT:
        return CLASS_SHIFT64;
    default:
        return (enum op_class)v->cls;
    }
}

/* Sizes and offsets lie in constant memory or are known. */
static enum op_class id_class(const struct value *v) {
    if (v->imm == QUERY_GLOBAL_ID)
        return CLASS_GLOBAL_ID;
    return v->imm == QUERY_LOCAL_ID || v->imm == QUERY_GROUP_ID ? CLASS_ID : CLASS_FREE;
}

/* Comparisons take the truth of another one along, whatever the two are joined by. */
static bool is_truth(const struct value *v) {
    return v->type == TYPE_INT && v->bits == 1;
}

/* NVIDIA's GPUs from compute capability 8.6 on make floats of integers on the integer lanes (I2FP),
 * but for signed ones of 8 and 16 bits (I2F). */
static enum op_class conversion_class(const struct value *values, const struct value *v) {
    unsigned from = values[v->args[0]].bits;
    if (v->bits == 64 || from == 64)
        return CLASS_CVT64;
    if (v->op == OP_FPEXT)
        return CLASS_CVT_WIDEN;
    if (v->op == OP_FPTRUNC)
        return CLASS_CVT_NARROW;
    bool whole = v->op == OP_SITOFP && from == 32;
    return (whole || v->op == OP_UITOFP) && v->bits == 32 ? CLASS_CVT_INT : CLASS_CVT;
}

static enum op_class class_of(const struct value *values, const struct value *v) {
    switch ((enum op)v->op) {
    case OP_ADD:
    case OP_SUB:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
        return is_truth(v) ? CLASS_FREE : int_class(v, CLASS_INT, CLASS_INT64);
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR:
        return int_class(v, CLASS_SHIFT, CLASS_SHIFT64);
    case OP_MUL:
        return int_class(v, v->bits <= SHORT_BITS ? CLASS_SHORT_IMUL : CLASS_IMUL, CLASS_IMUL64);
    case OP_MULHI:
        return int_class(v, CLASS_IMUL, CLASS_IMUL64);
    case OP_UDIV:
    case OP_SDIV:
    case OP_UREM:
    case OP_SREM:
        return division_class(values, v);
    case OP_FADD:
    case OP_FSUB:
    case OP_FMUL:
    case OP_FMA:
        return float_class(v, CLASS_FP16, CLASS_FP32, CLASS_FP64);
    case OP_FMIN:
    case OP_FMAX:
        return float_class(v, CLASS_CMP, CLASS_CMP, CLASS_FP64);
    case OP_FDIV:
        return float_division_class(values, v);
    case OP_FREM:
        return float_class(v, CLASS_FDIV, CLASS_FDIV, CLASS_FDIV64);
    case OP_ICMP:
        return is_truth(&values[v->args[0]])  ? CLASS_FREE
               : values[v->args[0]].bits > 32 ? CLASS_INT64
                                              : CLASS_CMP;
    case OP_FCMP:
        return values[v->args[0]].bits > 32 ? CLASS_FP64 : CLASS_CMP;
    case OP_SELECT:
        return is_truth(v) ? CLASS_FREE : int_class(v, CLASS_CMP, CLASS_INT64);
    case OP_SMIN:
    case OP_SMAX:
    case OP_UMIN:
    case OP_UMAX:
    case OP_ABS:
        return int_class(v, CLASS_CMP, CLASS_INT64);
    case OP_FPTOUI:
    case OP_FPTOSI:
    case OP_UITOFP:
    case OP_SITOFP:
    case OP_FPTRUNC:
    case OP_FPEXT:
        return conversion_class(values, v);
    case OP_PTRADD:
        return v->n_args == 2 ? int_class(v, CLASS_INT, CLASS_ADDRESS) : CLASS_FREE;
    case OP_WORKITEM:
        return id_class(v);
    case OP_MATH:
        return math_class(v);
    case OP_CALL:
    case OP_OPAQUE:
    case OP_SUBGROUP:
        return (enum op_class)v->cls;
    case OP_BR:
    case OP_SWITCH:
        return v->n_args ? CLASS_CONTROL : CLASS_FREE;
    case OP_RET:
        return CLASS_END;
    default:
        return CLASS_FREE;
    }
}

/* uses[v] = op of the only kind of user + 1, or 0 if there are none or several kinds. */
static void find_single_users(const struct value *values, uint32_t n_values, uint32_t *uses,
                              bool *mixed) {
    for (uint32_t i = 0; i < n_values; i++)
        for (uint32_t a = 0; a < values[i].n_args; a++) {
            uint32_t used = values[i].args[a];
            uint32_t by = (uint32_t)values[i].op + 1;
            mixed[used] |= uses[used] && uses[used] != by;
            uses[used] = mixed[used] ? 0 : by;
        }
}

/* A 32-bit addition to a product that nothing else needs is one multiply-add with it. */
static bool takes_product(const struct value *values, const struct value *v,
                          const uint32_t *n_uses) {
    if (v->op != OP_ADD || v->cls != CLASS_INT)
        return false;
    for (uint32_t a = 0; a < v->n_args; a++) {
        const struct value *arg = &values[v->args[a]];
        bool product = arg->cls == CLASS_IMUL || arg->cls == CLASS_SHORT_IMUL;
        if (arg->op == OP_MUL && product && n_uses[v->args[a]] == 1)
            return true;
    }
    return false;
}

/* A product with an index takes it as 32 bits with a sign; all else needs the high half. */
static void classify_extensions(struct arena *a, struct kernel *k, const bool *wide) {
    bool *high = NEW_ARRAY(a, bool, k->n_values);
    for (uint32_t i = 0; i < k->n_values; i++)
        for (uint32_t arg = 0; arg < k->values[i].n_args; arg++)
            high[k->values[i].args[arg]] |=
                k->values[i].op != OP_PTRADD && k->values[i].cls != CLASS_FREE;
    for (uint32_t i = 0; i < k->n_values; i++) {
        struct value *v = &k->values[i];
        if (v->op == OP_SEXT && v->bits == 64 && wide[i] && high[i])
            v->cls = CLASS_SHIFT;
    }
}

/* A multiplication that only feeds additions is contracted into them, as OpenCL
 * compilers do by default, so it is free. Of an integer multiply-add the addition is, as the
 * multiplication has the lower rate. */
void an_classify(struct arena *a, struct kernel *k, bool whole) {
    uint32_t *uses = NEW_ARRAY(a, uint32_t, k->n_values);
    find_single_users(k->values, k->n_values, uses, NEW_ARRAY(a, bool, k->n_values));
    const uint32_t *n_uses = an_count_uses(a, k);
    const bool *wide = demanded_high_halves(a, k);
    for (uint32_t i = 0; i < k->n_values; i++) {
        struct value v = k->values[i];
        if (v.bits == 64 && !whole && !wide[i] && (is_modular(&v) || v.op == OP_SHL))
            v.bits = 32;
        k->values[i].cls = (uint8_t)class_of(k->values, &v);
    }
    classify_extensions(a, k, wide);
    for (uint32_t i = 0; i < k->n_values; i++) {
        struct value *v = &k->values[i];
        if (v->op == OP_FMUL && (uses[i] == OP_FADD + 1 || uses[i] == OP_FSUB + 1))
            v->cls = CLASS_FREE;
        if (takes_product(k->values, v, n_uses))
            v->cls = CLASS_FREE;
    }
}
