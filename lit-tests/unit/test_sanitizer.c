/* The asan preset really builds with the address sanitizer: a probe that fails in silence must not
 * take it away. And it sees what is beyond an arena's allocations. Built in that preset only. */
#include <stdint.h>

#include "base/arena.h"
#include "base/poison.h"
#include "check.h"

#ifdef POISONS
static void check_arena(void) {
    enum { ODD = 21, LATER = 40 };
    static _Alignas(16) char borrowed[256];
    struct arena a = {0};
    arena_begin_in(&a, borrowed, sizeof borrowed);
    char *p = arena_alloc(&a, ODD);
    CHECK(!__asan_region_is_poisoned(p, ODD) && __asan_address_is_poisoned(p + ODD));
    CHECK(arena_grow(&a, p, ODD, LATER) == p);
    CHECK(!__asan_region_is_poisoned(p, LATER) && __asan_address_is_poisoned(p + LATER));
    arena_free(&a);
    CHECK(!__asan_region_is_poisoned(borrowed, sizeof borrowed));
    p = arena_alloc(&a, ODD);
    CHECK(!__asan_region_is_poisoned(p, ODD) && __asan_address_is_poisoned(p + ODD));
    const struct arena_mark mark = arena_mark(&a);
    char *later = arena_alloc(&a, ODD);
    arena_rewind(&a, &mark);
    CHECK(__asan_address_is_poisoned(later));
    arena_free(&a);
}
#endif

int main(void) {
#ifdef POISONS
    check_arena();
#else
    CHECK(false);
#endif
    return CHECK_DONE();
}
