#include "perfmodel/cache.h"

enum { SECTOR = 32 };

struct way {
    uint64_t tag;            /* line number + 1, 0 = empty */
    uint32_t present, dirty; /* bit per sector */
    bool recent;             /* used since the others were last forgotten */
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

/* A way that was not used recently, looked for from a changing start. */
static struct way *victim(struct way *set, uint32_t n, uint64_t clock) {
    uint32_t start = (uint32_t)((clock * 0x9E3779B97F4A7C15u >> 33) % n);
    for (uint32_t i = 0; i < n; i++)
        if (!set[(start + i) % n].recent)
            return &set[(start + i) % n];
    return &set[start];
}

/* Once all ways of a set were used, all but the last are forgotten. */
static void use(struct way *set, uint32_t n, struct way *w) {
    w->recent = true;
    for (uint32_t i = 0; i < n; i++)
        if (!set[i].recent)
            return;
    for (uint32_t i = 0; i < n; i++)
        set[i].recent = &set[i] == w;
}

static struct way *find(struct way *set, uint32_t n, uint64_t tag, uint64_t clock) {
    for (uint32_t i = 0; i < n; i++)
        if (set[i].tag == tag)
            return &set[i];
    struct way *w = victim(set, n, clock);
    *w = (struct way){.tag = tag};
    return w;
}

bool cache_access(struct cache *c, uint64_t address, bool is_write, bool *was_dirty) {
    *was_dirty = false;
    if (!c->sets)
        return false;
    uint64_t line = address / c->line_bytes;
    uint32_t bit = 1u << address % c->line_bytes / SECTOR;
    struct way *set = &c->ways[set_of(c, line) * c->n_ways];
    struct way *w = find(set, c->n_ways, line + 1, c->clock++);
    bool hit = w->present & bit;
    *was_dirty = w->dirty & bit;
    use(set, c->n_ways, w);
    w->present |= bit;
    if (is_write)
        w->dirty |= bit;
    return hit;
}
