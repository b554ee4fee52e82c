/* A sectored, set-associative cache with hashed sets that replaces a line not recently used:
 * GPU caches are measured not to be LRU (Mei and Chu, Dissecting GPU Memory Hierarchy through
 * Microbenchmarking, arXiv:1509.02308). It knows sizes, not GPUs. Not modelled: bank conflicts,
 * misses under misses (the second request of a missing sector counts as a hit; in_flight.h). */
#ifndef PERFMODEL_MEMORY_CACHE_H
#define PERFMODEL_MEMORY_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct cache;

/* Sizes of a cache's line and of its sectors, 16 of them at most; powers of two, or else rounded
 * down to them. */
struct cache_line {
    uint32_t bytes, sector_bytes;
};

/* `bytes` is rounded to whole sets; below one set everything misses. */
struct cache *cache_new(struct arena *a, double bytes, struct cache_line line, uint32_t ways);
/* Of each set at most so many ways, one or more, are dirty: what is written beyond them has one of
 * the others written back, which stays present. */
void cache_write_back_early(struct arena *a, struct cache *c, uint32_t most_dirty);
/* What a request found of its sectors. */
struct found {
    uint32_t present, dirty;
};

/* Some sectors of one line of the cache, eight at most: a bit each from the one at the address on.
 * They are there from then on, and dirty if they are written. */
struct found cache_request(struct cache *c, uint64_t address, uint32_t sectors, bool is_write);
/* So many other bytes come without requests. Where they are as many as the cache holds,
 * cache_forget() forgets what nobody has asked for since the last cache_mark(). */
void cache_pass(struct cache *c, double bytes);
void cache_mark(struct cache *c);
void cache_forget(struct cache *c);

#endif
