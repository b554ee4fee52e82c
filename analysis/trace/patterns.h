/* The tables that a trace shares: request patterns, and how often each site made a
 * request of each shape. */
#ifndef ANALYSIS_TRACE_PATTERNS_H
#define ANALYSIS_TRACE_PATTERNS_H

#include "analysis/lanes/lanes.h"
#include "analysis/trace/trace.h"
#include "base/vec.h"

/* Hash table of numbers into some array; 0 = free, else number + 1. */
struct index_table {
    uint32_t *slots;
    size_t cap;
};

/* A pattern by its linear form, which saves looking at every lane again. */
struct affine_key {
    int64_t dx, dy;
    uint64_t mask;
    uint32_t bytes, pattern;
};

struct pattern_table {
    struct arena *arena;
    struct warp_shape shape;
    VEC(struct pattern) patterns;
    VEC(uint64_t) hashes;
    struct index_table by_content;
    VEC(struct affine_key) affine;
    struct index_table by_affine;
    VEC(struct request_tally) tallies;
    struct index_table by_shape;
};

/* The number of the pattern for these addresses; *address gets the first active lane's. `mask` must
 * not be empty. Lanes with unknown addresses make the whole request scattered; addresses that are
 * unknown but for their differences give *address = 0. */
uint32_t pattern_find(struct pattern_table *t, const struct lanes *pointer, uint64_t mask,
                      uint32_t bytes, uint64_t *address);
/* The pattern of explicit addresses by lane. */
uint32_t pattern_find_each(struct pattern_table *t, const int64_t *address_of, uint64_t mask,
                           uint32_t bytes, uint64_t *address);
uint32_t pattern_scattered(struct pattern_table *t, uint64_t mask, uint32_t bytes);
/* Adds requests to those of the same shape. */
void pattern_count(struct pattern_table *t, struct request_tally r);
/* Forgets the tallies, not the patterns. */
void pattern_count_afresh(struct pattern_table *t);

#endif
