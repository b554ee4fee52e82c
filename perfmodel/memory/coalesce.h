/* From the addresses of a warp's request to what the memory system sees: lines,
 * sectors, bank passes. It depends on the request's pattern and on the phase of its address only,
 * so each combination is worked out once. */
#ifndef PERFMODEL_MEMORY_COALESCE_H
#define PERFMODEL_MEMORY_COALESCE_H

#include "perfmodel/estimate.h"
#include "perfmodel/memory/grid.h"

/* One line of the grid that a request touches. */
struct line {
    int64_t offset;  /* from the line of the first active lane, in bytes */
    uint8_t sectors; /* bit per sector touched */
    uint8_t full;    /* bit per sector covered completely */
};

struct footprint {
    const struct line *lines; /* neighbouring phases mostly share them */
    uint32_t n_lines;
    uint32_t n_sectors;
    uint32_t ideal_sectors; /* ceil(active lanes * bytes / sector) */
    uint32_t lanes;
    uint32_t distinct;   /* different addresses */
    uint32_t most_equal; /* lanes on the most popular address */
    /* 16-byte pieces that every eight lanes touch, or words of one of these lanes if that is more,
     * all eights together. */
    uint32_t quads;
    uint32_t sparse; /* fours of neighbouring lanes with more room between them than they touch */
    uint32_t bank_rounds; /* of a load at the L1's data banks, 0 = not known (l1_banks.h) */
};

/* Footprints of a trace's patterns by phase, filled on demand. */
struct footprints {
    struct arena *arena;
    struct memory_grid grid;
    struct builder *builder; /* of one after another */
    const struct pattern *patterns;
    size_t n_patterns;
    struct footprints_of_pattern **known; /* by pattern, or NULL */
    bool without_quads;                   /* quads are not counted */
};

struct footprints *footprints_of(struct arena *a, struct memory_grid grid, const struct trace *t);
/* From now on those of a later trace by the same tracer, too. */
void footprints_extend(struct footprints *f, const struct trace *t);
/* A scattered pattern counts as one line with one sector per lane. */
const struct footprint *footprint_at(struct footprints *f, uint32_t pattern, uint64_t address);
/* The footprint of `lanes` lanes that access neighbouring elements from a line's start. */
const struct footprint *footprint_ideal(struct arena *a, struct memory_grid grid, uint32_t lanes,
                                        uint32_t bytes);
/* The footprint of `lanes` lanes spread evenly among `places` neighbouring elements from a line's
 * start. */
const struct footprint *footprint_even(struct arena *a, struct memory_grid grid, uint32_t lanes,
                                       uint32_t bytes, uint32_t places);

/* The footprint of `lanes` lanes of which each has an element in a column of its own, in any of so
 * many rows: the rows that some lane is in, as many as are expected, spread over all of them. */
const struct footprint *footprint_rows(struct arena *a, struct memory_grid grid, uint32_t lanes,
                                       uint32_t bytes, uint32_t rows);

#endif
