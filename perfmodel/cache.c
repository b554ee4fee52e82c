#include "perfmodel/cache.h"

#include "base/die.h"

enum { SECTOR = 32, MOST_WAYS = 64 };

/* What ways have of their lines: a bit per sector. */
struct way {
    uint32_t present, dirty;
};

struct cache {
    uint64_t *tags; /* by set and way: line number + 1, 0 = empty */
    struct way *ways;
    uint64_t *recent; /* by set: a bit per way used since the others were last forgotten */
    uint64_t clock;
    unsigned line_shift; /* of an address, for the line's number: lines have a power of two bytes */
    uint32_t sets;
    uint64_t last_tag; /* used last, and where it is */
    uint64_t last_set;
    uint32_t last_way, n_ways;
};

struct cache *cache_new(struct arena *a, double bytes, uint32_t line_bytes, uint32_t ways) {
    struct cache *c = NEW(a, struct cache);
    if (ways > MOST_WAYS)
        die("a cache of %u ways", ways);
    while (2u << c->line_shift <= line_bytes)
        c->line_shift++;
    c->n_ways = ways;
    c->sets = (uint32_t)(bytes / (1u << c->line_shift) / ways + 0.5);
    c->tags = NEW_ARRAY(a, uint64_t, (size_t)c->sets *ways);
    c->ways = NEW_ARRAY(a, struct way, (size_t)c->sets * ways);
    c->recent = NEW_ARRAY(a, uint64_t, c->sets);
    return c;
}

/* Real L2 caches spread lines over their sets by a hash of many address bits; plain modulo
 * makes power-of-two strides collide as they do not on hardware. */
static uint64_t set_of(const struct cache *c, uint64_t line) {
    uint64_t h = line * 0x9E3779B97F4A7C15u;
    return (uint32_t)(h >> 32) % c->sets;
}

static uint64_t all_ways(const struct cache *c) {
    return ~0ull >> (MOST_WAYS - c->n_ways);
}

/* A way that was not used recently, looked for from a changing start. */
static uint32_t victim(const struct cache *c, uint64_t set) {
    uint32_t start = (uint32_t)(c->clock * 0x9E3779B97F4A7C15u >> 33) % c->n_ways;
    uint64_t free = ~c->recent[set] & all_ways(c), behind = free >> start;
    if (behind)
        return start + (uint32_t)__builtin_ctzll(behind);
    return free ? (uint32_t)__builtin_ctzll(free) : start;
}

/* Once all ways of a set were used, all but the last are forgotten. */
static void use(struct cache *c, uint64_t set, uint32_t way) {
    c->recent[set] |= 1ull << way;
    if (c->recent[set] == all_ways(c))
        c->recent[set] = 1ull << way;
}

/* The line's way, where another was thrown out if it was not there. */
static uint32_t find(struct cache *c, uint64_t set, uint64_t tag) {
    uint64_t *tags = &c->tags[set * c->n_ways];
    for (uint32_t i = 0; i < c->n_ways; i++)
        if (tags[i] == tag)
            return i;
    uint32_t way = victim(c, set);
    tags[way] = tag;
    c->ways[set * c->n_ways + way] = (struct way){0};
    return way;
}

/* What the cache has of the address's line, which is there from now on. */
static struct way *line_of(struct cache *c, uint64_t address) {
    uint64_t tag = (address >> c->line_shift) + 1;
    if (tag != c->last_tag) {
        c->last_tag = tag;
        c->last_set = set_of(c, tag - 1);
        c->last_way = find(c, c->last_set, tag);
        use(c, c->last_set, c->last_way);
    }
    return &c->ways[c->last_set * c->n_ways + c->last_way];
}

/* The number of a sector in its line. */
static uint32_t sector_of(const struct cache *c, uint64_t address) {
    return (uint32_t)(address & ((1ull << c->line_shift) - 1)) / SECTOR;
}

uint32_t cache_load(struct cache *c, uint64_t address, uint32_t sectors) {
    if (!c->sets)
        return 0;
    struct way *w = line_of(c, address);
    uint32_t first = sector_of(c, address), hits = w->present >> first & sectors;
    w->present |= sectors << first;
    c->clock += (uint64_t)__builtin_popcount(sectors);
    return hits;
}

bool cache_access(struct cache *c, uint64_t address, bool is_write, bool *was_dirty) {
    *was_dirty = false;
    if (!c->sets)
        return false;
    struct way *w = line_of(c, address);
    uint32_t bit = 1u << sector_of(c, address);
    c->clock++;
    bool hit = w->present & bit;
    *was_dirty = w->dirty & bit;
    w->present |= bit;
    if (is_write)
        w->dirty |= bit;
    return hit;
}
