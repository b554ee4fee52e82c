/* Recent numbers: those that fit stay, of more some do. */
#include <stdlib.h>

#include "check.h"
#include "perfmodel/memory/cache.h"

enum { SEED = 16, USES = 20000 };

/* Share of uses that were new, of `different` numbers in any order. */
static double new_of(unsigned room, unsigned different, uint64_t apart) {
    unsigned short dice[3] = {SEED, (unsigned short)different, 0};
    struct random_set r = random_set_none(room);
    double new = 0;
    for (int i = 0; i < USES; i++)
        new += random_set_use(&r, 1 + (uint64_t)(nrand48(dice) % different) * apart);
    return new / USES;
}

/* The same of numbers in turn. */
static double new_in_turn(unsigned room, unsigned different) {
    struct random_set r = random_set_none(room);
    double new = 0;
    for (unsigned i = 0; i < USES; i++)
        new += random_set_use(&r, 1 + i % different);
    return new / USES;
}

static bool about(double x, double y) {
    return x > 0.95 * y && x < 1.05 * y;
}

int main(void) {
    for (unsigned room = 1; room <= RECENT_MOST; room++) {
        CHECK(about(new_of(room, room, 1) * USES, room));
        CHECK(about(new_of(room, room, 1ull << 40) * USES, room));
    }
    CHECK(about(new_of(16, 32, 1), 0.5) && about(new_of(16, 64, 3), 0.75));
    CHECK(about(new_of(64, 128, 0x100000001), 0.5));
    /* One more than fits costs a part, not all. */
    CHECK(new_in_turn(16, 17) > 0.05 && new_in_turn(16, 17) < 0.5);
    CHECK(new_in_turn(16, 64) > 0.9 && about(new_in_turn(64, 64) * USES, 64));
    return CHECK_DONE();
}
