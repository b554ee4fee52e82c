/* Draws lots: the same for the same number, and as if at random for others. */
#ifndef BASE_LOT_H
#define BASE_LOT_H

#include <stdint.h>

/* In [0, 1). */
static inline double lot_of(uint64_t number) {
    return (double)(number * 0x9E3779B97F4A7C15u >> 32) / 4294967296.0;
}

#endif
