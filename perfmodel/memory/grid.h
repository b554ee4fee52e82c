/* Into which lines and sectors the memory system cuts addresses: on a GPU what its caches do, for
 * reports what profilers count. All sizes are powers of two. */
#ifndef PERFMODEL_MEMORY_GRID_H
#define PERFMODEL_MEMORY_GRID_H

#include <stdint.h>

#include "hwdb/gpu.h"

/* Longer lines are asked for in several requests, of shorter ones several in one. */
enum { LEAST_LINE_BYTES = 64, MOST_LINE_BYTES = 128, MOST_LINE_SECTORS = 8 };

struct memory_grid {
    uint32_t line_bytes;               /* most that one request to the L2 asks for */
    uint32_t sector_bytes;             /* least that moves */
    uint32_t sectors;                  /* of a line, MOST_LINE_SECTORS at most */
    unsigned line_shift, sector_shift; /* the logarithms of the sizes */
    uint32_t l1_banks;                 /* of data, a word wide; 0 = nothing is known of them */
    uint32_t l1_bank_lanes;            /* that they serve at once */
};

/* Of the GPU's requests to its L2: of the longer of its lines and the L1's, and of what the L2
 * transfers, where its description says nothing else. */
struct memory_grid memory_grid_of(const struct gpu *g);
bool memory_grid_is_same(const struct gpu *x, const struct gpu *y);
/* Sectors of a line that a load which the L2 misses brings there together: a power of two. */
unsigned l2_fetch_unit(const struct gpu *g, const struct memory_grid *grid);
/* All sectors of the units, of so many sectors, that some of a line's sectors are in. */
unsigned whole_units(unsigned unit, unsigned sectors);
/* Segments of 128 bytes and sectors of 32, in which profilers of all vendors' GPUs count. */
struct memory_grid profiler_grid(void);

static inline uint64_t grid_line(const struct memory_grid *g, uint64_t address) {
    return address >> g->line_shift;
}

/* The first address of the line that one is in. */
static inline uint64_t grid_line_start(const struct memory_grid *g, uint64_t address) {
    return address >> g->line_shift << g->line_shift;
}

/* Bytes of one line, a bit each. */
struct cover {
    uint64_t bytes[MOST_LINE_BYTES / LEAST_LINE_BYTES];
};

/* Of a sector of the line, whether any byte is covered, and whether all are. */
struct covered {
    bool any, all;
};
struct covered grid_covered(const struct memory_grid *g, const struct cover *c, uint32_t sector);

#endif
