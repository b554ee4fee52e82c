/* One operation of one lane. */
#include "analysis/ir/builtins.h"
#include "analysis/ir/float_bits.h"
#include "analysis/lanes/eval.h"

/* One lane: *r = v(x...), not wrapped yet. False: unknown. */
bool eval_lane(const struct value *v, unsigned from, const int64_t *x, int64_t *r) {
    unsigned bits = v->bits;
    switch ((enum op)v->op) {
    case OP_ADD:
        *r = (int64_t)((uint64_t)x[0] + (uint64_t)x[1]);
        return true;
    case OP_SUB:
        *r = (int64_t)((uint64_t)x[0] - (uint64_t)x[1]);
        return true;
    case OP_MUL:
        *r = (int64_t)((uint64_t)x[0] * (uint64_t)x[1]);
        return true;
    case OP_PTRADD:
        *r = (int64_t)((uint64_t)x[0] + (v->n_args == 2 ? (uint64_t)x[1] : 1) * (uint64_t)v->imm);
        return true;
    case OP_UDIV:
    case OP_SDIV:
    case OP_UREM:
    case OP_SREM:
        return eval_divide((enum op)v->op, x[0], x[1], bits, r);
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR:
        return eval_shift((enum op)v->op, x[0], x[1], bits, r);
    case OP_AND:
        *r = x[0] & x[1];
        return true;
    case OP_OR:
        *r = x[0] | x[1];
        return true;
    case OP_XOR:
        *r = x[0] ^ x[1];
        return true;
    case OP_ICMP:
        *r = eval_int_compare(v->imm, x[0], x[1], from);
        return true;
    case OP_FCMP:
        *r = eval_float_compare(v->imm, double_of_bits(x[0], from), double_of_bits(x[1], from));
        return from == 16 || from == 32 || from == 64;
    case OP_ZEXT:
        *r = (int64_t)eval_unsigned(x[0], from);
        return true;
    case OP_SEXT:
        *r = eval_signed(x[0], from);
        return true;
    case OP_TRUNC:
    case OP_COPY:
        *r = x[0];
        return true;
    case OP_SMIN:
        *r = eval_signed(x[0], bits) < eval_signed(x[1], bits) ? x[0] : x[1];
        return true;
    case OP_SMAX:
        *r = eval_signed(x[0], bits) > eval_signed(x[1], bits) ? x[0] : x[1];
        return true;
    case OP_UMIN:
        *r = eval_unsigned(x[0], bits) < eval_unsigned(x[1], bits) ? x[0] : x[1];
        return true;
    case OP_UMAX:
        *r = eval_unsigned(x[0], bits) > eval_unsigned(x[1], bits) ? x[0] : x[1];
        return true;
    case OP_ABS:
        *r = x[0] < 0 ? (int64_t)(0 - (uint64_t)x[0]) : x[0];
        return true;
    case OP_MULHI:
        *r = eval_multiply_high(x[0], x[1], bits, v->imm != 0);
        return true;
    case OP_FPTOUI:
    case OP_FPTOSI:
        return (from == 16 || from == 32 || from == 64) &&
               eval_float_to_int(double_of_bits(x[0], from), bits, v->op == OP_FPTOUI, v->imm != 0,
                                 r);
    case OP_SITOFP:
        *r = bits == 32 ? bits_of_double((float)eval_signed(x[0], from), 32)
                        : bits_of_double((double)eval_signed(x[0], from), bits);
        return true;
    case OP_UITOFP:
        *r = bits == 32 ? bits_of_double((float)eval_unsigned(x[0], from), 32)
                        : bits_of_double((double)eval_unsigned(x[0], from), bits);
        return true;
    case OP_FPTRUNC:
    case OP_FPEXT:
        *r = bits_of_double(double_of_bits(x[0], from), bits);
        return v->imm != ROUNDED_OTHERWISE;
    case OP_MATH:
        if (v->imm >= MATH_EXPONENT && v->imm <= MATH_LDEXP)
            return eval_exponent(v, from, x, r);
        return v->type == TYPE_INT && v->imm >= MATH_POPCOUNT ? eval_int_math(v, bits, x, r)
                                                              : eval_float_math(v, bits, x[0], r);
    default:
        return eval_float(v, bits, x, r);
    }
}
