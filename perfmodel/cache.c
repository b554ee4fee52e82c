#include "perfmodel/cache.h"

enum { SECTOR = 32 };

struct way {
    uint64_t tag; /* line number + 1, 0 = empty */
    uint64_t used;
    uint32_t present, dirty; /* bit per sector */
};

struct cache {
    struct way *ways;
    uint64_t sets, line_bytes, clock;
    uint32_t n_ways;
};

struct cache *cache_new(struct arena *a, double bytes, uint32_t line_bytes, uint32_t ways) {
    struct cache *c = NEW(a, struct cache);
    c->line_bytes = line_bytes;
    c->n_ways = ways;
    c->sets = (uint64_t)(bytes / line_bytes / ways + 0.5);
    c->ways = NEW_ARRAY(a, struct way, c->sets * ways);
    return c;
}

/* Real L2 caches spread lines over their sets by a hash of many address bits; plain modulo
 * makes power-of-two strides collide as they do not on hardware. */
static uint64_t set_of(const struct cache *c, uint64_t line) {
    uint64_t h = line * 0x9E3779B97F4A7C15u;
    return (h >> 32) % c->sets;
}

static struct way *find(struct way *set, uint32_t n, uint64_t tag) {
    struct way *oldest = set;
    for (uint32_t i = 0; i < n; i++) {
        if (set[i].tag == tag)
            return &set[i];
        if (set[i].used < oldest->used)
            oldest = &set[i];
    }
    *oldest = (struct way){.tag = tag};
    return oldest;
}

bool cache_access(struct cache *c, uint64_t address, bool is_write, bool *was_dirty) {
    *was_dirty = false;
    if (!c->sets)
        return false;
    uint64_t line = address / c->line_bytes;
    uint32_t bit = 1u << address % c->line_bytes / SECTOR;
    struct way *w = find(&c->ways[set_of(c, line) * c->n_ways], c->n_ways, line + 1);
    bool hit = w->present & bit;
    *was_dirty = w->dirty & bit;
    w->used = ++c->clock;
    w->present |= bit;
    if (is_write)
        w->dirty |= bit;
    return hit;
}
