/* What other rounding of some values leads to. A value that is off by some units in the last place
 * stays so through arithmetic; where it is compared, or becomes an integer, anything may follow. */
#ifndef DIAG_FIX_ROUNDING_H
#define DIAG_FIX_ROUNDING_H

#include "diag/fix/relation.h"

/* Whether what was rounded in another way (relation.rounded) only goes through arithmetic, memory
 * and continuous functions: it is neither compared, nor converted to an integer or rounded to one,
 * nor read as bits. Floats in memory are told apart by the array they are in. */
bool rounding_is_harmless(const struct relation *r);

/* Whether the value is one floating-point number that is known. */
bool rounding_is_number(const struct value *v);
/* Whether a number and its reciprocal are both normal floats, so that a product with the reciprocal
 * is off by no more than both roundings. */
bool rounding_has_reciprocal(const struct value *number);

/* A division before the edit against a multiplication after it: by a reciprocal, as `is_reciprocal`
 * has it, of the same divisor. Where the compiler contracts the new product with a sum, the terms
 * of both sums are compared. For relation_edit.allows. */
bool rounding_same_division(struct relation *r, uint32_t x, uint32_t y,
                            bool (*is_reciprocal)(struct relation *r, uint32_t divisor,
                                                  uint32_t factor));

#endif
