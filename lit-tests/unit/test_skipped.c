/* What sampled loops bring to the cache where they are not walked. */
#include "check.h"
#include "perfmodel/memory/skipped_footprint.h"

enum { CACHE = 1 << 20 };

static void test_places(struct arena *a) {
    struct skipped *s = skipped_new(a, CACHE);
    CHECK(!skipped_has(s, 4096));
    skipped_add(s, (struct stretch){.first = 4096, .step = 512, .count = 10, .span = 128});
    CHECK(skipped_has(s, 4096) && skipped_has(s, 4096 + 127) && skipped_has(s, 4096 + 9 * 512));
    CHECK(!skipped_has(s, 4095) && !skipped_has(s, 4096 + 128) && !skipped_has(s, 4096 + 10 * 512));
    skipped_add(s, (struct stretch){.first = 1 << 16, .step = -512, .count = 3, .span = 128});
    CHECK(skipped_has(s, (1 << 16) - 1024) && !skipped_has(s, (1 << 16) + 512));
    skipped_add(s, (struct stretch){.first = 1 << 18, .step = 0, .count = 3, .span = 128});
    CHECK(!skipped_has(s, 1 << 18));
}

/* Neighbouring warps, one after another, are one stretch, however many they are. */
static void test_neighbours(struct arena *a) {
    struct skipped *s = skipped_new(a, CACHE);
    for (uint64_t warp = 0; warp < 1000; warp++)
        CHECK(skipped_add(s, (struct stretch){warp * 128, 1 << 20, 4, 128}) == 4 * 128);
    CHECK(skipped_add(s, (struct stretch){0, 1 << 20, 4, 128}) == 0);
    CHECK(skipped_has(s, 0) && skipped_has(s, 999 * 128) && skipped_has(s, (3 << 20) + 64));
}

/* What is older than as much as the cache holds is gone. */
static void test_age(struct arena *a) {
    struct skipped *s = skipped_new(a, CACHE);
    skipped_add(s, (struct stretch){.first = 0, .step = 128, .count = 8, .span = 128});
    skipped_pass(s, CACHE / 2);
    CHECK(skipped_has(s, 0));
    skipped_add(s, (struct stretch){.first = 1 << 24, .step = 128, .count = 8192, .span = 128});
    CHECK(!skipped_has(s, 0) && skipped_has(s, 1 << 24));
    skipped_pass(s, CACHE);
    CHECK(!skipped_has(s, 1 << 24));
}

int main(void) {
    struct arena a = {0};
    test_places(&a);
    test_neighbours(&a);
    test_age(&a);
    arena_free(&a);
    return CHECK_DONE();
}
