/* The parts of lanes_eval(). Those that give a bool say whether the result is known. */
#ifndef ANALYSIS_LANES_EVAL_H
#define ANALYSIS_LANES_EVAL_H

#include "analysis/lanes/lanes.h"
#include "base/integers.h"

/* eval_int.c */
uint64_t eval_unsigned(int64_t n, unsigned bits);
int64_t eval_signed(int64_t n, unsigned bits);
bool eval_int_compare(int64_t predicate, int64_t x, int64_t y, unsigned bits);
bool eval_divide(enum op op, int64_t x, int64_t y, unsigned bits, int64_t *r);
bool eval_shift(enum op op, int64_t x, int64_t y, unsigned bits, int64_t *r);
int64_t eval_multiply_high(int64_t x, int64_t y, unsigned bits, bool is_unsigned);
int64_t eval_saturate(wide n, unsigned bits, bool is_unsigned);
bool eval_int_math(const struct value *v, unsigned bits, const int64_t *x, int64_t *r);

/* eval_float.c */
bool eval_float_compare(int64_t predicate, double x, double y);
bool eval_float(const struct value *v, unsigned bits, const int64_t *x, int64_t *r);
bool eval_float_math(const struct value *v, unsigned bits, int64_t x, int64_t *r);
/* frexp and ldexp, of a number of `from` bits. */
bool eval_exponent(const struct value *v, unsigned from, const int64_t *x, int64_t *r);
bool eval_float_to_int(double d, unsigned bits, bool is_unsigned, bool saturates, int64_t *r);

/* eval_interval.c: floats of which a range is known. A range is kept in 64 bits. */
enum knowledge { KNOWN_NOTHING, KNOWN_RANGE, KNOWN_VALUE };
/* *r = v(x...), a number or a range; the operands whose bits in `near` are set are ranges. */
enum knowledge eval_interval(const struct value *v, unsigned from, const int64_t *x, unsigned near,
                             int64_t *r);
/* True for products that implementations round differently. */
static inline bool eval_is_loose(const struct value *v) {
    return (v->op == OP_FMUL || v->op == OP_FMA) && v->imm == ROUNDED_LOOSELY;
}
/* True for functions of which the result is a range even where the arguments are known. */
bool eval_gives_range(const struct value *v);

/* eval_one_lane.c: *r = v(x...), not wrapped yet. */
bool eval_lane(const struct value *v, unsigned from, const int64_t *x, int64_t *r);

/* eval_all_lanes.c: all lanes in one go; false, and nothing in r, if an argument is not known in
 * one of the mask, or there is no such way. */
bool eval_lanes(const struct warp_shape *s, const struct value *v, unsigned from,
                const struct lanes *const *args, uint64_t mask, int64_t *r);

/* eval_affine.c: false if the result is not linear, or may not be. */
bool eval_affine(const struct warp_shape *s, const struct value *v, unsigned from,
                 const struct lanes *const *x, struct lanes *r);
/* The value where nobody knows the base of an operand. */
bool eval_floating(const struct value *v, const struct lanes *const *x, unsigned n,
                   struct lanes *r);

#endif
