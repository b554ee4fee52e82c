#ifndef BASE_DIV_UP_H
#define BASE_DIV_UP_H

#include <stdint.h>

/* The quotient, rounded up. */
static inline uint64_t div_up(uint64_t a, uint64_t b) {
    return (a + b - 1) / b;
}

#endif
