/* Integers of one lane: LLVM's semantics for any width up to 64. Results that LLVM leaves undefined
 * (division by zero, shifts too far) are unknown. */
#include "analysis/ir/builtins.h"
#include "analysis/lanes/eval.h"

uint64_t eval_unsigned(int64_t n, unsigned bits) {
    return bits >= 64 ? (uint64_t)n : (uint64_t)n & ((1ull << bits) - 1);
}

/* One bit is kept as 0 or 1, but as a signed number it is 0 or -1. */
int64_t eval_signed(int64_t n, unsigned bits) {
    return bits == 1 ? -n : n;
}

bool eval_int_compare(int64_t predicate, int64_t x, int64_t y, unsigned bits) {
    uint64_t ux = eval_unsigned(x, bits), uy = eval_unsigned(y, bits);
    x = eval_signed(x, bits);
    y = eval_signed(y, bits);
    switch (predicate) {
    case COMPARE_EQ:
        return x == y;
    case COMPARE_NE:
        return x != y;
    case COMPARE_UGT:
        return ux > uy;
    case COMPARE_UGE:
        return ux >= uy;
    case COMPARE_ULT:
        return ux < uy;
    case COMPARE_ULE:
        return ux <= uy;
    case COMPARE_SGT:
        return x > y;
    case COMPARE_SGE:
        return x >= y;
    case COMPARE_SLT:
        return x < y;
    default:
        return x <= y;
    }
}

/* The most negative number divided by -1 overflows, which LLVM leaves undefined. */
bool eval_divide(enum op op, int64_t x, int64_t y, unsigned bits, int64_t *r) {
    uint64_t ux = eval_unsigned(x, bits), uy = eval_unsigned(y, bits);
    bool is_signed = op == OP_SDIV || op == OP_SREM;
    if (y == 0 || (is_signed && eval_signed(y, bits) == -1 &&
                   x == wrap_bits((int64_t)(1ull << (bits - 1)), bits)))
        return false;
    switch (op) {
    case OP_UDIV:
        *r = (int64_t)(ux / uy);
        return true;
    case OP_UREM:
        *r = (int64_t)(ux % uy);
        return true;
    case OP_SDIV:
        *r = x / y;
        return true;
    default:
        *r = x % y;
        return true;
    }
}

bool eval_shift(enum op op, int64_t x, int64_t y, unsigned bits, int64_t *r) {
    if (y < 0 || y >= (int64_t)bits)
        return false;
    *r = op == OP_SHL    ? (int64_t)((uint64_t)x << y)
         : op == OP_LSHR ? (int64_t)(eval_unsigned(x, bits) >> y)
                         : x >> y;
    return true;
}

int64_t eval_multiply_high(int64_t x, int64_t y, unsigned bits, bool is_unsigned) {
    if (is_unsigned)
        return (int64_t)((uwide)eval_unsigned(x, bits) * eval_unsigned(y, bits) >> bits);
    return (int64_t)((wide)x * y >> bits);
}

int64_t eval_saturate(wide n, unsigned bits, bool is_unsigned) {
    wide low = is_unsigned ? 0 : -((wide)1 << (bits - 1));
    wide high = ((wide)1 << (bits - !is_unsigned)) - 1;
    return (int64_t)(n < low ? low : n > high ? high : n);
}

/* The high word of x:y shifted left, or the low one shifted right. */
static int64_t funnel_shift(uint64_t x, uint64_t y, uint64_t by, unsigned bits, bool left) {
    if (by == 0)
        return (int64_t)(left ? x : y);
    uint64_t up = left ? by : bits - by;
    return (int64_t)(x << up | y >> (bits - up));
}

static int64_t reverse_bits(uint64_t u, unsigned bits) {
    uint64_t r = 0;
    for (unsigned i = 0; i < bits; i++)
        r |= (u >> i & 1) << (bits - 1 - i);
    return (int64_t)r;
}

/* Functions of integers; the first argument's width is the result's. */
bool eval_int_math(const struct value *v, unsigned bits, const int64_t *x, int64_t *r) {
    bool is_unsigned = v->imm & MATH_UNSIGNED;
    uint64_t u = eval_unsigned(x[0], bits);
    wide a = is_unsigned ? (wide)u : (wide)x[0];
    wide b = is_unsigned ? (wide)eval_unsigned(x[1], bits) : (wide)x[1];
    switch (v->imm & ~MATH_UNSIGNED) {
    case MATH_POPCOUNT:
        *r = __builtin_popcountll(u);
        return true;
    case MATH_CLZ:
        *r = u ? __builtin_clzll(u) - (int64_t)(64 - bits) : (int64_t)bits;
        return true;
    case MATH_CTZ:
        *r = u ? __builtin_ctzll(u) : (int64_t)bits;
        return true;
    case MATH_MAD_SAT:
        if (bits > 32)
            return false;
        *r = eval_saturate(a * b + (is_unsigned ? (wide)eval_unsigned(x[2], bits) : (wide)x[2]),
                           bits, is_unsigned);
        return true;
    case MATH_FSHL:
    case MATH_FSHR:
        *r = funnel_shift(u, eval_unsigned(x[1], bits), eval_unsigned(x[2], bits) % bits, bits,
                          v->imm == MATH_FSHL);
        return true;
    case MATH_BYTE_SWAP:
        *r = (int64_t)(__builtin_bswap64(u) >> (64 - bits));
        return true;
    case MATH_BIT_REVERSE:
        *r = reverse_bits(u, bits);
        return true;
    case MATH_HADD:
        *r = (int64_t)((a + b) >> 1);
        return true;
    case MATH_RHADD:
        *r = (int64_t)((a + b + 1) >> 1);
        return true;
    case MATH_ADD_SAT:
        *r = eval_saturate(a + b, bits, is_unsigned);
        return true;
    case MATH_SUB_SAT:
        *r = eval_saturate(a - b, bits, is_unsigned);
        return true;
    case MATH_ABS_DIFF:
        *r = (int64_t)(a > b ? a - b : b - a);
        return true;
    default:
        return false;
    }
}
