/* Recent numbers against a plain list of them. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "perfmodel/recent.h"

enum { SEED = 16, USES = 20000 };

/* The one used last comes first. */
static bool use_list(uint64_t *list, uint64_t number) {
    unsigned at = 0;
    while (at < RECENT - 1 && list[at] != number)
        at++;
    bool is_new = list[at] != number;
    memmove(list + 1, list, at * sizeof *list);
    list[0] = number;
    return is_new;
}

static void test_uses(unsigned different, uint64_t apart) {
    unsigned short dice[3] = {SEED, (unsigned short)different, 0};
    struct recent r = recent_none();
    uint64_t list[RECENT] = {0};
    bool same = true;
    for (int i = 0; i < USES; i++) {
        uint64_t number = 1 + (uint64_t)(nrand48(dice) % different) * apart;
        same &= recent_use(&r, number) == use_list(list, number);
    }
    CHECK(same);
}

int main(void) {
    test_uses(RECENT, 1);
    test_uses(RECENT + 1, 1);
    test_uses(RECENT + 1, 1ull << 40);
    test_uses(4 * RECENT, 3);
    test_uses(5, 0x100000001);
    return CHECK_DONE();
}
