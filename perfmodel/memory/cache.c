#include "perfmodel/memory/cache.h"

#include <string.h>

#include "analysis/ir/query.h"
#include "base/bytes.h"
#include "base/die.h"
#include "base/hash.h"
#include "base/integers.h"
#include "base/remainder.h"
#include "perfmodel/memory/l2_sharing.h"

/* A bit for each of 16 sectors. */
enum { MOST_SECTOR_SHIFT = 4, MOST_WAYS = 64 };

/* A line that the cache has. */
struct way {
    uint64_t tag;            /* its number + 1, 0 = empty */
    uint16_t present, dirty; /* a bit per sector */
    uint32_t marks;          /* so far, at the last request */
};

struct cache {
    /* By set: a bit per way used since the others were last forgotten, and then by eight ways a
     * byte of each one's hash, so that few tags are compared. */
    uint64_t *heads;
    struct way *ways; /* by set, in whole eights */
    uint64_t clock;
    unsigned line_shift; /* of an address, for the line's number: lines have a power of two bytes */
    unsigned sector_shift;       /* the same for the sector's */
    uint32_t last_sector;        /* the number of the last sector of a line */
    uint32_t eights;             /* of ways in a set */
    struct divisor sets, n_ways; /* no sets: everything misses */
    uint64_t all_ways, last_tag; /* used last, and where it is */
    struct way *last;
    double bytes, passed;  /* that it holds, and that have come without requests */
    uint64_t *dirty;       /* by set, a bit per way; NULL: all may be */
    uint32_t most_dirty;   /* of a set */
    struct divisor blocks; /* that have different sets, where these are numbered by addresses */
    unsigned block_shift;  /* of a line's number */
    bool is_even;          /* neighbours fill all sets alike */
    bool by_address;       /* requests at work */
    uint32_t marks;
    struct thrown_out thrown_out; /* last, if nobody has asked for it yet */
};

static unsigned logarithm(uint32_t bytes) {
    return 31 - (unsigned)__builtin_clz(bytes);
}

struct cache *cache_new(struct arena *a, double bytes, struct cache_line line, uint32_t ways) {
    struct cache *c = NEW(a, struct cache);
    if (!ways || ways > MOST_WAYS)
        die("a cache of %u ways", ways);
    c->line_shift = logarithm(line.bytes);
    c->sector_shift = logarithm(line.sector_bytes);
    if (c->sector_shift > c->line_shift || c->line_shift - c->sector_shift > MOST_SECTOR_SHIFT)
        die("a cache with lines of %u bytes and sectors of %u", line.bytes, line.sector_bytes);
    c->last_sector = (1u << (c->line_shift - c->sector_shift)) - 1;
    c->eights = (uint32_t)div_up(ways, BYTES_PER_WORD);
    c->n_ways = divisor_of(ways);
    c->all_ways = ~0ull >> (MOST_WAYS - ways);
    uint32_t sets = (uint32_t)(bytes / (1u << c->line_shift) / ways + 0.5);
    if (!sets)
        return c;
    c->sets = divisor_of(sets);
    c->bytes = (double)sets * ways * (1u << c->line_shift);
    c->heads = NEW_ARRAY(a, uint64_t, (size_t)sets * (1 + c->eights));
    c->ways = NEW_ARRAY(a, struct way, (size_t)sets * c->eights * BYTES_PER_WORD);
    return c;
}

void cache_write_back_early(struct arena *a, struct cache *c, uint32_t most_dirty) {
    c->dirty = NEW_ARRAY(a, uint64_t, (size_t)c->sets.number);
    c->most_dirty = most_dirty;
}

/* One of these ways, or any if there are none, looked for from a changing start. */
static uint32_t one_of(const struct cache *c, uint64_t ways) {
    uint32_t start = remainder_of((uint32_t)(hash_of(c->clock) >> 33), c->n_ways);
    uint64_t behind = ways >> start;
    if (behind)
        return start + (uint32_t)__builtin_ctzll(behind);
    return ways ? (uint32_t)__builtin_ctzll(ways) : start;
}

/* Of all sets' ways, this one has nothing to write back. */
static void clean(struct cache *c, size_t at) {
    size_t in_set = (size_t)c->eights * BYTES_PER_WORD;
    c->ways[at].dirty = 0;
    if (c->dirty)
        c->dirty[at / in_set] &= ~(1ull << at % in_set);
}

/* Once all ways of a set were used, all but the last are forgotten. */
static void use(const struct cache *c, uint64_t *recent, uint32_t way) {
    *recent |= 1ull << way;
    if (*recent == c->all_ways)
        *recent = 1ull << way;
}

/* The way of the set that has the line, or MOST_WAYS. */
static uint32_t find(const struct cache *c, const uint64_t *marks, const struct way *ways,
                     uint64_t tag, uint8_t mark) {
    for (uint32_t i = 0; i < c->eights; i++)
        for (uint64_t m = bytes_equal(marks[i], mark); m; m &= m - 1) {
            uint32_t way = i * BYTES_PER_WORD + bytes_first(m);
            if (ways[way].tag == tag)
                return way;
        }
    return MOST_WAYS;
}

/* One of the sets that the line's block has; the hash says which. */
static uint64_t set_by_address(const struct cache *c, uint64_t line, uint32_t hash) {
    uint64_t block = remainder_of((uint32_t)(line >> c->block_shift), c->blocks);
    return ((block << 32) + hash) / c->blocks.number * c->sets.number >> 32;
}

/* Each block of as many lines as there are sets has one in each, and begins with a set that its
 * number's hash says, so that no stride brings the same sets again. */
static uint32_t set_of_neighbour(const struct cache *c, uint64_t line) {
    uint32_t sets = c->sets.number;
    uint64_t block = line / sets, first = hash_of(hash_of(block) >> 32) >> 32;
    uint32_t set = (uint32_t)(line - block * sets) + (uint32_t)(first * sets >> 32);
    return set < sets ? set : set - sets;
}

/* Real L2 caches spread lines over their sets by a hash of many address bits; plain modulo would
 * make power-of-two strides collide. Where they do collide on hardware, cache_by_address() says so.
 */
static uint64_t set_of(const struct cache *c, uint64_t line, uint32_t hash) {
    if (c->by_address)
        return set_by_address(c, line, hash);
    return c->is_even ? set_of_neighbour(c, line) : remainder_of(hash, c->sets);
}

/* What the cache has of the line, for which another was thrown out if it was not there. */
static struct way *line_of(struct cache *c, uint64_t tag) {
    uint64_t hash = hash_of(tag - 1);
    uint64_t set = set_of(c, tag - 1, (uint32_t)(hash >> 32));
    uint64_t *recent = &c->heads[set * (1 + c->eights)], *marks = recent + 1;
    struct way *ways = &c->ways[set * c->eights * BYTES_PER_WORD];
    uint8_t mark = (uint8_t)(hash >> 24);
    uint32_t way = find(c, marks, ways, tag, mark);
    if (way == MOST_WAYS) {
        way = one_of(c, ~*recent & c->all_ways);
        uint64_t *eight = &marks[way / BYTES_PER_WORD];
        *eight = bytes_set(*eight, way % BYTES_PER_WORD, mark);
        if (ways[way].dirty) {
            c->thrown_out =
                (struct thrown_out){(ways[way].tag - 1) << c->line_shift, ways[way].dirty};
            clean(c, set * c->eights * BYTES_PER_WORD + way);
        }
        ways[way] = (struct way){.tag = tag};
    }
    use(c, recent, way);
    return &ways[way];
}

/* The line used last becomes dirty: if that is one too many in its set, another is written back. */
static void write_back_other(struct cache *c) {
    size_t at = (size_t)(c->last - c->ways), in_set = (size_t)c->eights * BYTES_PER_WORD;
    size_t set = at / in_set;
    uint64_t own = 1ull << at % in_set;
    c->dirty[set] |= own;
    if ((uint32_t)__builtin_popcountll(c->dirty[set]) > c->most_dirty)
        clean(c, set * in_set + one_of(c, c->dirty[set] & ~own));
}

struct found cache_request(struct cache *c, uint64_t address, uint32_t sectors, bool is_write) {
    if (!c->sets.number)
        return (struct found){0};
    uint64_t tag = (address >> c->line_shift) + 1;
    if (tag != c->last_tag) {
        c->last_tag = tag;
        c->last = line_of(c, tag);
    }
    uint32_t from = (uint32_t)(address >> c->sector_shift) & c->last_sector;
    uint32_t dirty = c->last->dirty >> from;
    struct found f = {c->last->present >> from & sectors, dirty & sectors, dirty};
    c->last->present |= (uint16_t)(sectors << from);
    if (is_write && c->dirty && !c->last->dirty)
        write_back_other(c);
    c->last->dirty |= (uint16_t)(is_write ? sectors << from : 0);
    c->last->marks = c->marks;
    c->clock += bits_of_eight(sectors);
    return f;
}

void cache_fill_evenly(struct cache *c) {
    c->is_even = true;
}

void cache_number_by_address(struct cache *c, uint32_t block_bytes, uint32_t blocks) {
    c->block_shift = logarithm(block_bytes) - c->line_shift;
    c->blocks = divisor_of(blocks);
}

void cache_by_address(struct cache *c, bool by_address) {
    c->by_address = by_address && c->blocks.number;
}

struct thrown_out cache_thrown_out(struct cache *c) {
    struct thrown_out last = c->thrown_out;
    c->thrown_out = (struct thrown_out){0};
    return last;
}

void cache_pass(struct cache *c, double bytes) {
    c->passed += bytes;
}

void cache_mark(struct cache *c) {
    c->marks++;
}

/* What came without requests has the lines then: they are not free for others. */
void cache_forget(struct cache *c) {
    if (c->passed < c->bytes)
        return;
    for (size_t i = 0; i < (size_t)c->sets.number * c->eights * BYTES_PER_WORD; i++)
        if (c->ways[i].marks != c->marks) {
            c->ways[i].present = 0;
            clean(c, i);
        }
    c->passed = 0;
}

struct random_set random_set_none(unsigned n) {
    return (struct random_set){.n = divisor_of(n < RECENT_MOST ? n : RECENT_MOST)};
}

static uint8_t chain_of(uint64_t number) {
    return (uint8_t)(hash_of(number) >> 56);
}

static bool has(const struct random_set *r, uint64_t number) {
    unsigned i = r->first[chain_of(number)];
    while (i && r->numbers[i - 1] != number)
        i = r->next[i - 1];
    return i;
}

static void take_out(struct random_set *r, unsigned place) {
    uint8_t *link = &r->first[chain_of(r->numbers[place])];
    while (*link != place + 1)
        link = &r->next[*link - 1];
    *link = r->next[place];
}

static void put_in(struct random_set *r, unsigned place, uint64_t number) {
    uint8_t *first = &r->first[chain_of(number)];
    r->numbers[place] = number;
    r->next[place] = *first;
    *first = (uint8_t)(place + 1);
}

bool random_set_use(struct random_set *r, uint64_t number) {
    if (r->last == number)
        return false;
    r->last = number;
    if (has(r, number))
        return false;
    bool full = r->new >= r->n.number;
    uint32_t random = (uint32_t)(hash_of(r->new) >> 32);
    unsigned place = full ? remainder_of(random, r->n) : (unsigned)r->new;
    r->new ++;
    if (full)
        take_out(r, place);
    put_in(r, place, number);
    return true;
}

/* A request to the L1 or L2, so many times. Each lane's word of a private variable lies beside its
 * neighbours'. */
static void ask(struct asked *x, struct footprints *f, const struct trace *t,
                const struct warp_trace *w, const struct trace_op *op, double times) {
    const struct item *item = &t->kernel->items[op->item];
    if (item->kind != ITEM_ACCESS)
        return;
    const struct access *access = &t->kernel->accesses[item->access];
    if (access->space == SPACE_PRIVATE)
        x->private += times;
    else if (goes_through_l2(access))
        x->shared += times * footprint_at(f, op->pattern, an_op_address(w, op))->n_lines;
}

struct asked lines_asked_for(struct footprints *f, const struct trace *t) {
    struct asked all = {0};
    struct arena scratch = {0};
    for (size_t i = 0; i < t->n_warps; i++) {
        const struct warp_trace *w = &t->warps[i];
        const double *weights = an_op_weights(&scratch, w);
        for (size_t o = 0; o < w->n_ops; o++)
            if (w->ops[o].item != NONE)
                ask(&all, f, t, w, &w->ops[o], weights[o]);
    }
    arena_free(&scratch);
    return all;
}
