/* Remainders by a number that stays the same, without a division: Lemire, Kaser and Kurz, Faster
 * remainder by direct computation (2019), exact for all numbers of 32 bits. */
#ifndef BASE_REMAINDER_H
#define BASE_REMAINDER_H

#include <stdint.h>

struct divisor {
    uint32_t number;
    uint64_t inverse;
};

/* `number` is not 0. */
static inline struct divisor divisor_of(uint32_t number) {
    return (struct divisor){number, UINT64_MAX / number + 1};
}

static inline uint32_t remainder_of(uint32_t x, struct divisor d) {
    __extension__ typedef unsigned __int128 wide;
    return (uint32_t)((wide)(d.inverse * x) * d.number >> 64);
}

#endif
