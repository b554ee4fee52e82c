#include "analysis/trace/patterns.h"

#include <string.h>

#include "base/hash.h"

static uint64_t mix(uint64_t h, uint64_t n) {
    h = hash_of(h ^ n);
    return h ^ h >> 29;
}

/* Finds the slot of an entry with that hash for which same() holds, or a free one. */
typedef bool same_fn(const struct pattern_table *t, uint32_t number, const void *key);

static uint32_t *find_slot(const struct pattern_table *t, struct index_table *x, uint64_t hash,
                           same_fn *same, const void *key) {
    size_t i = hash & (x->cap - 1);
    while (x->slots[i] && !same(t, x->slots[i] - 1, key))
        i = (i + 1) & (x->cap - 1);
    return &x->slots[i];
}

/* Keeps the table at most half full; `hash_of` gives an entry's hash again. */
typedef uint64_t hash_fn(const struct pattern_table *t, uint32_t number);

static void keep_room(struct pattern_table *t, struct index_table *x, size_t n, hash_fn *hash_of) {
    if (n * 2 < x->cap)
        return;
    x->cap = x->cap ? x->cap * 2 : 64;
    x->slots = NEW_ARRAY(t->arena, uint32_t, x->cap);
    for (uint32_t e = 0; e < n; e++) {
        size_t i = hash_of(t, e) & (x->cap - 1);
        while (x->slots[i])
            i = (i + 1) & (x->cap - 1);
        x->slots[i] = e + 1;
    }
}

/* Products that do not wait for one another. */
FOR_WIDE_VECTORS
static uint64_t content_hash(const struct pattern *p, unsigned width) {
    uint64_t h = 0;
    for (unsigned i = 0; i < width && p->offset; i++)
        h += (uint64_t)p->offset[i] * hash_of(2 * i + 1);
    return mix(mix(p->mask, p->bytes * 2u + p->scattered), h);
}

static uint64_t stored_hash(const struct pattern_table *t, uint32_t n) {
    return t->hashes.at[n];
}

static bool same_content(const struct pattern_table *t, uint32_t n, const void *key) {
    const struct pattern *p = &t->patterns.at[n], *q = key;
    if (p->mask != q->mask || p->bytes != q->bytes || p->scattered != q->scattered)
        return false;
    return !p->offset || memcmp(p->offset, q->offset, t->shape.width * sizeof *p->offset) == 0;
}

static uint32_t find_pattern(struct pattern_table *t, struct pattern p) {
    keep_room(t, &t->by_content, t->patterns.n, stored_hash);
    uint64_t hash = content_hash(&p, t->shape.width);
    uint32_t *slot = find_slot(t, &t->by_content, hash, same_content, &p);
    if (!*slot) {
        if (p.offset)
            p.offset = arena_memdup(t->arena, p.offset, t->shape.width * sizeof *p.offset);
        vec_push(t->arena, &t->patterns, p);
        vec_push(t->arena, &t->hashes, hash);
        *slot = (uint32_t)t->patterns.n;
    }
    return *slot - 1;
}

uint32_t pattern_scattered(struct pattern_table *t, uint64_t mask, uint32_t bytes) {
    return find_pattern(t, (struct pattern){.mask = mask, .bytes = bytes, .scattered = true});
}

/* 0 for lanes that are not in the mask. */
FOR_WIDE_VECTORS
static void offsets_from(int64_t first, const int64_t *address_of, uint64_t mask, unsigned width,
                         int64_t *offset) {
    for (unsigned lane = 0; lane < width; lane++)
        offset[lane] = (int64_t)((uint64_t)address_of[lane] - (uint64_t)first);
    for (uint64_t none = ~mask & ~0ull >> (MAX_LANES - width); none; none &= none - 1)
        offset[__builtin_ctzll(none)] = 0;
}

uint32_t pattern_find_each(struct pattern_table *t, const int64_t *address_of, uint64_t mask,
                           uint32_t bytes, uint64_t *address) {
    int64_t offset[MAX_LANES];
    int64_t first = address_of[__builtin_ctzll(mask)];
    offsets_from(first, address_of, mask, t->shape.width, offset);
    *address = (uint64_t)first;
    return find_pattern(t, (struct pattern){.mask = mask, .bytes = bytes, .offset = offset});
}

static uint64_t affine_hash(const struct affine_key *k) {
    return mix(mix(mix(k->mask, (uint64_t)k->dx), (uint64_t)k->dy), k->bytes);
}

static uint64_t stored_affine_hash(const struct pattern_table *t, uint32_t n) {
    return affine_hash(&t->affine.at[n]);
}

static bool same_affine(const struct pattern_table *t, uint32_t n, const void *key) {
    const struct affine_key *p = &t->affine.at[n], *q = key;
    return p->dx == q->dx && p->dy == q->dy && p->mask == q->mask && p->bytes == q->bytes;
}

static uint32_t find_affine(struct pattern_table *t, const struct lanes *l, uint64_t mask,
                            uint32_t bytes, uint64_t *address) {
    struct affine_key key = {.dx = l->dx, .dy = l->dy, .mask = mask, .bytes = bytes};
    int64_t first;
    lane_get(&t->shape, l, (unsigned)__builtin_ctzll(mask), &first);
    *address = (uint64_t)first;
    keep_room(t, &t->by_affine, t->affine.n, stored_affine_hash);
    uint32_t *slot = find_slot(t, &t->by_affine, affine_hash(&key), same_affine, &key);
    if (!*slot) {
        int64_t each[MAX_LANES] = {0};
        for (unsigned i = 0; i < t->shape.width; i++)
            lane_get(&t->shape, l, i, &each[i]);
        key.pattern = pattern_find_each(t, each, mask, bytes, address);
        vec_push(t->arena, &t->affine, key);
        *slot = (uint32_t)t->affine.n;
    }
    return t->affine.at[*slot - 1].pattern;
}

uint32_t pattern_find(struct pattern_table *t, const struct lanes *pointer, uint64_t mask,
                      uint32_t bytes, uint64_t *address) {
    *address = 0;
    if (pointer->form == LANES_AFFINE)
        return find_affine(t, pointer, mask, bytes, address);
    if (pointer->form == LANES_FLOATING) {
        struct lanes from_zero = *pointer;
        from_zero.form = LANES_AFFINE;
        from_zero.base = 0;
        uint32_t pattern = find_affine(t, &from_zero, mask, bytes, address);
        *address = 0;
        return pattern;
    }
    if (mask & ~lanes_known(&t->shape, pointer))
        return pattern_scattered(t, mask, bytes);
    return pattern_find_each(t, pointer->each, mask, bytes, address);
}

static uint64_t tally_hash(const struct request_tally *r) {
    return mix(mix(r->access, r->pattern), r->phase | (uint64_t)r->shift << 32);
}

static uint64_t stored_tally_hash(const struct pattern_table *t, uint32_t n) {
    return tally_hash(&t->tallies.at[n]);
}

static bool same_tally(const struct pattern_table *t, uint32_t n, const void *key) {
    const struct request_tally *p = &t->tallies.at[n], *q = key;
    return p->access == q->access && p->pattern == q->pattern && p->phase == q->phase &&
           p->shift == q->shift;
}

void pattern_count(struct pattern_table *t, struct request_tally r) {
    keep_room(t, &t->by_shape, t->tallies.n, stored_tally_hash);
    uint32_t *slot = find_slot(t, &t->by_shape, tally_hash(&r), same_tally, &r);
    if (*slot) {
        t->tallies.at[*slot - 1].count += r.count;
        t->tallies.at[*slot - 1].followed += r.followed;
        return;
    }
    vec_push(t->arena, &t->tallies, r);
    *slot = (uint32_t)t->tallies.n;
}

void pattern_count_afresh(struct pattern_table *t) {
    t->tallies.n = 0;
    if (t->by_shape.cap)
        memset(t->by_shape.slots, 0, t->by_shape.cap * sizeof *t->by_shape.slots);
}
