/* 64-bit arithmetic that wraps around, as that of the kernels does which is followed. */
#ifndef BASE_WRAPPING_H
#define BASE_WRAPPING_H

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

#endif
