/* Draws lots: the same for the same number, and as if at random for others, or evenly. */
#ifndef BASE_LOT_H
#define BASE_LOT_H

#include <math.h>
#include <stdint.h>

#include "base/hash.h"

/* In [0, 1). */
static inline double hash_uniform(uint64_t number) {
    return (double)(hash_of(number) >> 32) / 4294967296.0;
}

/* In [0, 1): places for 0, 1, 2, ..., of which any number in a row is spread evenly, and in step
 * with nothing that repeats: multiples of the golden ratio (a Kronecker sequence). */
static inline double van_der_corput(double number) {
    return fmod(number * 0.6180339887498949, 1);
}

#endif
