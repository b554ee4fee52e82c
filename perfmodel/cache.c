#include "perfmodel/cache.h"

#include "base/bytes.h"
#include "base/die.h"
#include "base/div_up.h"

enum { SECTOR = 32, MOST_WAYS = 64 };

/* What ways have of their lines: a bit per sector. */
struct way {
    uint32_t present, dirty;
};

struct cache {
    uint64_t
        *marks;     /* by set and eight ways: a byte of each one's hash, so that few are compared */
    uint64_t *tags; /* by set and way, in whole eights: line number + 1, 0 = empty */
    struct way *ways; /* the same */
    uint64_t *recent; /* by set: a bit per way used since the others were last forgotten */
    uint64_t clock;
    unsigned line_shift; /* of an address, for the line's number: lines have a power of two bytes */
    uint32_t sets, last_sector; /* the number of the last sector of a line */
    uint32_t n_ways, eights;    /* of ways in a set */
    uint64_t last_tag;          /* used last, and where it is */
    struct way *last;
};

struct cache *cache_new(struct arena *a, double bytes, uint32_t line_bytes, uint32_t ways) {
    struct cache *c = NEW(a, struct cache);
    if (ways > MOST_WAYS)
        die("a cache of %u ways", ways);
    while (2u << c->line_shift <= line_bytes)
        c->line_shift++;
    c->n_ways = ways;
    c->last_sector = (1u << c->line_shift) / SECTOR - 1;
    c->sets = (uint32_t)(bytes / (1u << c->line_shift) / ways + 0.5);
    c->eights = (uint32_t)div_up(ways, BYTES_PER_WORD);
    c->marks = NEW_ARRAY(a, uint64_t, (size_t)c->sets * c->eights);
    c->tags = NEW_ARRAY(a, uint64_t, (size_t)c->sets * c->eights * BYTES_PER_WORD);
    c->ways = NEW_ARRAY(a, struct way, (size_t)c->sets * c->eights * BYTES_PER_WORD);
    c->recent = NEW_ARRAY(a, uint64_t, c->sets);
    return c;
}

/* Real L2 caches spread lines over their sets by a hash of many address bits; plain modulo
 * makes power-of-two strides collide as they do not on hardware. */
static uint64_t hash_of(uint64_t line) {
    return line * 0x9E3779B97F4A7C15u;
}

static uint64_t all_ways(const struct cache *c) {
    return ~0ull >> (MOST_WAYS - c->n_ways);
}

/* A way that was not used recently, looked for from a changing start. */
static uint32_t victim(const struct cache *c, uint64_t set) {
    uint32_t start = (uint32_t)(hash_of(c->clock) >> 33) % c->n_ways;
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

/* The way of the set that has the line, or MOST_WAYS. */
static uint32_t find(const struct cache *c, uint64_t set, uint64_t tag, uint8_t mark) {
    for (uint32_t i = 0; i < c->eights; i++) {
        uint64_t at = set * c->eights + i;
        for (uint64_t m = bytes_equal(c->marks[at], mark); m; m &= m - 1)
            if (c->tags[at * BYTES_PER_WORD + bytes_first(m)] == tag)
                return i * BYTES_PER_WORD + bytes_first(m);
    }
    return MOST_WAYS;
}

/* What the cache has of the line, for which another was thrown out if it was not there. */
static struct way *line_of(struct cache *c, uint64_t tag) {
    uint64_t hash = hash_of(tag - 1), set = (uint32_t)(hash >> 32) % c->sets;
    uint64_t first = set * c->eights * BYTES_PER_WORD;
    uint8_t mark = (uint8_t)(hash >> 24);
    uint32_t way = find(c, set, tag, mark);
    if (way == MOST_WAYS) {
        way = victim(c, set);
        uint64_t *marks = &c->marks[set * c->eights + way / BYTES_PER_WORD];
        *marks = bytes_set(*marks, way % BYTES_PER_WORD, mark);
        c->tags[first + way] = tag;
        c->ways[first + way] = (struct way){0};
    }
    use(c, set, way);
    return &c->ways[first + way];
}

struct found cache_request(struct cache *c, uint64_t address, uint32_t sectors, bool is_write) {
    if (!c->sets)
        return (struct found){0};
    uint64_t tag = (address >> c->line_shift) + 1;
    if (tag != c->last_tag) {
        c->last_tag = tag;
        c->last = line_of(c, tag);
    }
    uint32_t from = (uint32_t)(address / SECTOR) & c->last_sector;
    struct found f = {c->last->present >> from & sectors, c->last->dirty >> from & sectors};
    c->last->present |= sectors << from;
    c->last->dirty |= is_write ? sectors << from : 0;
    for (; sectors; sectors &= sectors - 1)
        c->clock++;
    return f;
}
