/* The cache against what "not recently used" promises. */
#include <stdlib.h>

#include "check.h"
#include "perfmodel/memory/cache.h"

enum { SEED = 128, SECTOR = 32, ACCESSES = 20000, MOST_LINES = 64 };

/* What one set may hold: the sectors ever brought, and which of them were written, by line. */
struct past {
    uint32_t present[MOST_LINES], dirty[MOST_LINES];
};

/* One sector. True: it was there. */
static bool cache_access(struct cache *c, uint64_t address, bool is_write, bool *was_dirty) {
    struct found f = cache_request(c, address, 1, is_write);
    *was_dirty = f.dirty;
    return f.present;
}

/* A hit was brought before, a dirty sector was written before, and what was used last is there,
 * dirty if it was written. */
static bool plausible(struct past *p, struct cache *c, uint64_t address, bool is_write,
                      uint64_t line_bytes) {
    uint64_t line = address / line_bytes;
    uint32_t sector = 1u << address % line_bytes / SECTOR;
    bool dirty, again_dirty, hit = cache_access(c, address, is_write, &dirty);
    bool good = (!hit || p->present[line] & sector) && (!dirty || (hit && p->dirty[line] & sector));
    bool again = cache_access(c, address, false, &again_dirty);
    p->present[line] |= sector;
    p->dirty[line] |= is_write ? sector : 0;
    return good && again && again_dirty == (dirty || is_write);
}

static void test_one_set(struct arena *a, unsigned ways, unsigned line_bytes, long span) {
    unsigned short dice[3] = {SEED, (unsigned short)ways, (unsigned short)line_bytes};
    struct cache *c =
        cache_new(a, ways * line_bytes, (struct cache_line){line_bytes, SECTOR}, ways);
    struct past p = {{0}, {0}};
    bool good = true;
    for (int i = 0; i < ACCESSES; i++)
        good &=
            plausible(&p, c, (uint64_t)(nrand48(dice) % span), nrand48(dice) % 3 == 0, line_bytes);
    CHECK(good);
}

/* A line that is used again and again stays while others come and go. */
static void test_popular(struct arena *a) {
    struct cache *c = cache_new(a, 8 * 128, (struct cache_line){128, SECTOR}, 8);
    bool dirty, good = true;
    cache_access(c, 0, false, &dirty);
    for (uint64_t i = 1; i < ACCESSES; i++) {
        cache_access(c, i * 128, false, &dirty);
        good &= cache_access(c, 0, false, &dirty);
    }
    CHECK(good);
}

/* What fits is missed once, whatever the sets: lines go to their own sets by a hash, so only
 * a cache with room to spare keeps everything. */
static void test_many_sets(struct arena *a) {
    struct cache *c = cache_new(a, 1 << 20, (struct cache_line){128, SECTOR}, 16);
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

/* Of 960 neighbouring lines, those that a cache with room for 1024 has when they come again. */
static unsigned found_again(struct cache *c) {
    unsigned found = 0;
    bool dirty;
    for (int round = 0; round < 2; round++)
        for (uint64_t i = 0; i < 960; i++)
            found += cache_access(c, i * 128, false, &dirty);
    return found;
}

/* A cache of few ways keeps neighbouring lines only if they fill its sets alike. */
static void test_even(struct arena *a) {
    struct cache *random = cache_new(a, 1024 * 128, (struct cache_line){128, SECTOR}, 4),
                 *even = cache_new(a, 1024 * 128, (struct cache_line){128, SECTOR}, 4);
    cache_fill_evenly(even);
    CHECK(found_again(random) < 700);
    CHECK(found_again(even) > 900);
}

/* A power-of-two stride does not pile up in one set. */
static void test_stride(struct arena *a) {
    struct cache *c = cache_new(a, 1 << 20, (struct cache_line){128, SECTOR}, 16);
    unsigned misses = 0;
    bool dirty;
    for (int round = 0; round < 2; round++)
        for (uint64_t i = 0; i < 1024; i++)
            misses += !cache_access(c, i * 65536, false, &dirty);
    CHECK(misses == 1024);
}

/* It does where sets are numbered by addresses: of 16 blocks with different sets, 1024 lines one
 * block apart meet all, and those 16 apart only one, which holds a sixteenth of the lines. */
static void test_by_address(struct arena *a) {
    enum { BLOCK = 4096, BLOCKS = 16, LINES = 1024 };
    unsigned misses[2] = {0};
    for (int crowded = 0; crowded < 2; crowded++) {
        struct cache *c = cache_new(a, 1 << 20, (struct cache_line){128, SECTOR}, 16);
        uint64_t stride = BLOCK * (crowded ? BLOCKS : 1);
        bool dirty;
        cache_number_by_address(c, BLOCK, BLOCKS);
        cache_by_address(c, true);
        for (int round = 0; round < 2; round++)
            for (uint64_t i = 0; i < LINES; i++)
                misses[crowded] += !cache_access(c, i * stride, false, &dirty);
    }
    CHECK(misses[0] == LINES);
    CHECK(misses[1] > LINES * 3 / 2);
}

/* Rounds over one line more than there are: LRU would miss all, chance about one in eight. Twice
 * as many lines as there are: most miss. */
static void test_too_large(struct arena *a) {
    struct cache *c = cache_new(a, 64 * 128, (struct cache_line){128, SECTOR}, 64),
                 *d = cache_new(a, 64 * 128, (struct cache_line){128, SECTOR}, 64);
    bool dirty;
    unsigned little = 0, twice = 0;
    for (int round = 0; round < 100; round++) {
        for (uint64_t i = 0; i < 65; i++)
            little += !cache_access(c, i * 128, false, &dirty);
        for (uint64_t i = 0; i < 128; i++)
            twice += !cache_access(d, i * 128, false, &dirty);
    }
    CHECK(little > 100 * 65 / 50 && little < 100 * 65 / 2);
    CHECK(twice > 100 * 128 / 2);
}

static void test_nothing(struct arena *a) {
    struct cache *c = cache_new(a, 100, (struct cache_line){128, SECTOR}, 4);
    bool dirty;
    CHECK(!cache_access(c, 0, true, &dirty) && !dirty);
    CHECK(!cache_access(c, 0, false, &dirty) && !dirty);
}

/* What passes without requests throws out what is there, but for what is asked for since the mark.
 */
static void test_pass(struct arena *a) {
    enum { LINE = 128, LINES = 64 };
    struct cache *c = cache_new(a, LINES * LINE, (struct cache_line){LINE, SECTOR}, 4);
    cache_request(c, 0, 0xF, false);
    cache_request(c, 5 * LINE, 0xF, true);
    cache_pass(c, LINES / 2 * LINE);
    cache_mark(c);
    cache_forget(c);
    CHECK(cache_request(c, 0, 0xF, false).present == 0xF);
    cache_pass(c, LINES / 2 * LINE);
    cache_mark(c);
    CHECK(cache_request(c, 5 * LINE, 0xF, false).dirty == 0xF);
    cache_forget(c);
    CHECK(cache_request(c, 0, 0xF, false).present == 0);
    CHECK(cache_request(c, 5 * LINE, 0xF, false).dirty == 0xF);
    /* That counts from now on. */
    cache_mark(c);
    cache_forget(c);
    CHECK(cache_request(c, 0, 0xF, false).present == 0xF);
}

/* Lines of one set that are written again and again, as many as may be dirty at a time and one
 * more: those are always dirty when they are written again, of these some are not, but all are
 * there. */
static void test_write_back(struct arena *a) {
    enum { WAYS = 16, MOST = 6, ROUNDS = 100 };
    unsigned clean[2] = {0}, missing = 0;
    for (uint64_t more = 0; more < 2; more++) {
        struct cache *c = cache_new(a, WAYS * 128, (struct cache_line){128, SECTOR}, WAYS);
        cache_write_back_early(a, c, MOST);
        for (uint64_t i = 0; i < (MOST + more) * ROUNDS; i++) {
            bool dirty;
            missing += !cache_access(c, i % (MOST + more) * 128, true, &dirty);
            clean[more] += !dirty;
        }
    }
    CHECK(missing == MOST + MOST + 1);
    CHECK(clean[0] == MOST && clean[1] > ROUNDS / 2 && clean[1] < (MOST + 1) * ROUNDS / 2);
}

/* What was thrown out or forgotten is not among the dirty ones any more. */
static void test_dirty_gone(struct arena *a) {
    enum { WAYS = 4, MOST = 1 };
    struct cache *c = cache_new(a, WAYS * 128, (struct cache_line){128, SECTOR}, WAYS);
    bool dirty;
    cache_write_back_early(a, c, MOST);
    cache_access(c, 0, true, &dirty);
    cache_pass(c, WAYS * 128);
    cache_mark(c);
    cache_forget(c);
    cache_access(c, 128, true, &dirty);
    cache_access(c, 128, true, &dirty);
    CHECK(dirty);
    for (uint64_t i = 2; i < 20; i++)
        cache_access(c, i * 128, false, &dirty);
    cache_access(c, 128, true, &dirty);
    CHECK(!dirty);
    cache_access(c, 128, true, &dirty);
    CHECK(dirty);
}

/* What is written back is said once, and only of lines that were written. */
static void test_thrown_out(struct arena *a) {
    struct cache *c = cache_new(a, 128, (struct cache_line){128, SECTOR}, 1);
    cache_request(c, 0, 1, false);
    cache_request(c, 128, 1, true);
    CHECK(!cache_thrown_out(c).dirty);
    cache_request(c, 128 + SECTOR, 1, true);
    cache_request(c, 256, 1, false);
    struct thrown_out out = cache_thrown_out(c);
    CHECK(out.address == 128 && out.dirty == 3);
    CHECK(!cache_thrown_out(c).dirty);
}

int main(void) {
    struct arena arena = {0};
    printf("seed %d\n", SEED);
    test_one_set(&arena, 1, 32, 128);
    test_one_set(&arena, 4, 128, 1024);
    test_one_set(&arena, 16, 128, 4096);
    test_one_set(&arena, 64, 64, 4096);
    test_popular(&arena);
    test_many_sets(&arena);
    test_even(&arena);
    test_stride(&arena);
    test_by_address(&arena);
    test_too_large(&arena);
    test_nothing(&arena);
    test_pass(&arena);
    test_write_back(&arena);
    test_dirty_gone(&arena);
    test_thrown_out(&arena);
    arena_free(&arena);
    return CHECK_DONE();
}
