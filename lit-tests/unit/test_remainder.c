/* Remainders against the division that they stand for. */
#include <stdbool.h>
#include <stdlib.h>

#include "base/remainder.h"
#include "check.h"

enum { SEED = 7, NUMBERS = 2000 };

static bool all_same(uint32_t number, unsigned short *dice) {
    static const uint32_t edges[] = {0, 1, INT32_MAX, UINT32_MAX - 1, UINT32_MAX};
    struct divisor d = divisor_of(number);
    bool same = true;
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        same &= remainder_of(edges[i], d) == edges[i] % number;
    for (int i = 0; i < NUMBERS; i++) {
        uint32_t x = (uint32_t)jrand48(dice), near = x / number * number;
        same &= remainder_of(x, d) == x % number && remainder_of(near, d) == 0 &&
                remainder_of(near - 1, d) == (near - 1) % number;
    }
    return same;
}

int main(void) {
    unsigned short dice[3] = {SEED, 0, 0};
    for (uint32_t number = 1; number < NUMBERS; number++)
        CHECK(all_same(number, dice));
    CHECK(all_same(1u << 31, dice) && all_same(UINT32_MAX, dice) && all_same(0x10001, dice));
    return CHECK_DONE();
}
