/* A sectored, set-associative cache with hashed sets that replaces a line not recently used:
 * GPU caches are measured not to be LRU (Mei and Chu, Dissecting GPU Memory Hierarchy through
 * Microbenchmarking, arXiv:1509.02308). It knows sizes, not GPUs. Not modelled: bank conflicts,
 * misses under misses (the second request of a missing sector counts as a hit; server.h). */
#ifndef PERFMODEL_MEMORY_CACHE_H
#define PERFMODEL_MEMORY_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/remainder.h"
#include "perfmodel/memory/coalesce.h"

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
    uint32_t line_dirty; /* of all sectors from the one at the address on, before the request */
};

/* Some sectors of one line of the cache, eight at most: a bit each from the one at the address on.
 * They are there from then on, and dirty if they are written. */
struct found cache_request(struct cache *c, uint64_t address, uint32_t sectors, bool is_write);
/* From now on neighbouring lines fill all sets alike, so that as many of them as the cache holds
 * stay; else sets are as good as random. */
void cache_fill_evenly(struct cache *c);
/* From now on sets may be numbered by addresses, too: those of a block of so many bytes are
 * together, so many blocks have different ones, and the next begin with the first again. */
void cache_number_by_address(struct cache *c, uint32_t block_bytes, uint32_t blocks);
/* Whether the following requests are of lines whose sets are numbered so; a line is always asked
 * for in the same way. */
void cache_by_address(struct cache *c, bool by_address);
/* A line thrown out while sectors of it were dirty; none are: nothing has been. */
struct thrown_out {
    uint64_t address;
    uint32_t dirty;
};
/* What was thrown out last, once. */
struct thrown_out cache_thrown_out(struct cache *c);
/* So many other bytes come without requests. Where they are as many as the cache holds,
 * cache_forget() forgets what nobody has asked for since the last cache_mark(). */
void cache_pass(struct cache *c, double bytes);
void cache_mark(struct cache *c);
void cache_forget(struct cache *c);

/* Different numbers of those used last: a new one takes the place of any of them, at random. */

enum { RECENT_MOST = 64, RECENT_CHAINS = 256 };

/* Start from random_set_none(). */
struct random_set {
    struct divisor n; /* that it has room for */
    uint64_t new;     /* counted */
    uint64_t last;
    uint64_t numbers[RECENT_MOST];
    /* Numbers with the same hash are a chain: the place + 1 of the first, and behind each place of
     * the next; 0 = none. */
    uint8_t first[RECENT_CHAINS], next[RECENT_MOST];
};

/* With room for n numbers, 1 to RECENT_MOST. */
struct random_set random_set_none(unsigned n);
/* Uses a number, which is not 0. True: it is not there, but is from now on. */
bool random_set_use(struct random_set *r, uint64_t number);

/* How often a group asks for the lines that it touches. */

/* Lines of requests to private variables, and to memory that groups share; what is sampled counts
 * as often as it stands for. */
struct asked {
    double private, shared;
};

struct asked lines_asked_for(struct footprints *f, const struct trace *t);

#endif
