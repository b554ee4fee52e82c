/* The cache against a list in the order of use. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "perfmodel/cache.h"

enum { SEED = 128, SECTOR = 32, ACCESSES = 20000, MOST_LINES = 64 };

/* One set: lines in the order of their last use, the latest first. */
struct list {
    uint64_t line[MOST_LINES];
    uint32_t present[MOST_LINES], dirty[MOST_LINES];
    unsigned n, ways;
    uint64_t line_bytes;
};

static unsigned find(const struct list *l, uint64_t line) {
    unsigned i = 0;
    while (i < l->n && l->line[i] != line)
        i++;
    return i;
}

static bool list_access(struct list *l, uint64_t address, bool is_write, bool *was_dirty) {
    uint64_t line = address / l->line_bytes;
    uint32_t sector = 1u << address % l->line_bytes / SECTOR, present = 0, dirty = 0;
    unsigned i = find(l, line);
    if (i < l->n) {
        present = l->present[i];
        dirty = l->dirty[i];
    } else {
        i = l->n < l->ways ? l->n++ : l->ways - 1;
    }
    memmove(l->line + 1, l->line, i * sizeof l->line[0]);
    memmove(l->present + 1, l->present, i * sizeof l->present[0]);
    memmove(l->dirty + 1, l->dirty, i * sizeof l->dirty[0]);
    l->line[0] = line;
    l->present[0] = present | sector;
    l->dirty[0] = is_write ? dirty | sector : dirty;
    *was_dirty = dirty & sector;
    return present & sector;
}

static void test_one_set(struct arena *a, unsigned ways, unsigned line_bytes, long span) {
    unsigned short dice[3] = {SEED, (unsigned short)ways, (unsigned short)line_bytes};
    struct cache *c = cache_new(a, ways * line_bytes, line_bytes, ways);
    struct list l = {.ways = ways, .line_bytes = line_bytes};
    bool good = true;
    for (int i = 0; i < ACCESSES; i++) {
        uint64_t address = (uint64_t)(nrand48(dice) % span);
        bool is_write = nrand48(dice) % 3 == 0, dirty, wanted_dirty;
        bool hit = cache_access(c, address, is_write, &dirty);
        good &= hit == list_access(&l, address, is_write, &wanted_dirty) && dirty == wanted_dirty;
    }
    CHECK(good);
}

/* What fits is missed once, whatever the sets: lines go to their own sets by a hash, so only
 * a cache with room to spare keeps everything. */
static void test_many_sets(struct arena *a) {
    struct cache *c = cache_new(a, 1 << 20, 128, 16);
    unsigned hits = 0, misses = 0;
    bool dirty;
    for (int round = 0; round < 3; round++)
        for (uint64_t at = 0; at < 1 << 18; at += SECTOR) {
            bool hit = cache_access(c, at, false, &dirty);
            hits += hit;
            misses += !hit;
        }
    CHECK(misses == (1 << 18) / SECTOR && hits == 2 * misses);
}

/* A power-of-two stride does not pile up in one set. */
static void test_stride(struct arena *a) {
    struct cache *c = cache_new(a, 1 << 20, 128, 16);
    unsigned misses = 0;
    bool dirty;
    for (int round = 0; round < 2; round++)
        for (uint64_t i = 0; i < 1024; i++)
            misses += !cache_access(c, i * 65536, false, &dirty);
    CHECK(misses == 1024);
}

/* Twice the size with LRU and a round over everything: nothing is there any more. */
static void test_too_large(struct arena *a) {
    struct cache *c = cache_new(a, 64 * 128, 128, 64);
    bool dirty, any = false;
    for (int round = 0; round < 3; round++)
        for (uint64_t i = 0; i < 65; i++)
            any |= cache_access(c, i * 128, false, &dirty);
    CHECK(!any);
}

static void test_nothing(struct arena *a) {
    struct cache *c = cache_new(a, 100, 128, 4);
    bool dirty;
    CHECK(!cache_access(c, 0, true, &dirty) && !dirty);
    CHECK(!cache_access(c, 0, false, &dirty) && !dirty);
}

int main(void) {
    struct arena arena = {0};
    printf("seed %d\n", SEED);
    test_one_set(&arena, 1, 32, 128);
    test_one_set(&arena, 4, 128, 1024);
    test_one_set(&arena, 16, 128, 4096);
    test_one_set(&arena, 64, 64, 16384);
    test_many_sets(&arena);
    test_stride(&arena);
    test_too_large(&arena);
    test_nothing(&arena);
    arena_free(&arena);
    return CHECK_DONE();
}
