/* Whole numbers: arithmetic that wraps around, as that of the kernels does which is followed,
 * rounding up, and 128 bits. */
#ifndef BASE_INTEGERS_H
#define BASE_INTEGERS_H

#include <stdint.h>

static inline int64_t wrapping_add(int64_t x, int64_t y) {
    return (int64_t)((uint64_t)x + (uint64_t)y);
}

static inline int64_t wrapping_sub(int64_t x, int64_t y) {
    return (int64_t)((uint64_t)x - (uint64_t)y);
}

static inline int64_t wrapping_mul(int64_t x, int64_t y) {
    return (int64_t)((uint64_t)x * (uint64_t)y);
}

/* The quotient, rounded up. */
static inline uint64_t div_up(uint64_t a, uint64_t b) {
    return (a + b - 1) / b;
}

/* Integers of 128 bits: products and differences of 64-bit ones without overflow. */

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

#endif
