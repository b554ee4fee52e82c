/* The multiprocessor's instruction cache. Warps of kernels whose code is larger wait for what is
 * not there; smaller ones are left alone. */
#ifndef PERFMODEL_ISSUE_ICACHE_H
#define PERFMODEL_ISSUE_ICACHE_H

#include "perfmodel/issue/issue.h"

struct icache;

/* Empty at first. NULL where all code fits, or nothing is known of the GPU's cache. */
struct icache *icache_new(struct arena *a, const struct gpu *g, const struct kernel *k,
                          const struct item_cost *costs);

/* Pieces of an item's code that a warp takes one after another; at least one. */
uint32_t icache_pieces(const struct icache *c, uint32_t item);

/* When the piece is there, for a warp that comes to it at `now`. */
double icache_fetch(struct icache *c, uint32_t item, uint32_t piece, double now);

/* Bytes of the kernel's machine code, roughly, and lines of it that were fetched so far; 0 of NULL.
 */
double icache_code_bytes(const struct icache *c);
double icache_fetched(const struct icache *c);

#endif
