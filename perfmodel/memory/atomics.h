/* Atomics on global memory in the slices of the L2: each is a server, and all SMs come to it. Where
 * the GPU says what a pass over a sector takes (atomic_sector_cycles), passes are counted, else
 * addresses. */
#ifndef PERFMODEL_MEMORY_ATOMICS_H
#define PERFMODEL_MEMORY_ATOMICS_H

#include "perfmodel/memory/coalesce.h"
#include "perfmodel/memory/l2_sharing.h"
#include "perfmodel/memory/server.h"

enum { ATOMIC_SLICES_MOST = 128 };

struct atomic_slices {
    const struct gpu *gpu;
    struct memory_grid grid;
    double sms;       /* at work */
    unsigned n;       /* slices */
    uint64_t made_up; /* lines that got a place at random: counted */
    struct server slices[ATOMIC_SLICES_MOST];
    struct server busiest; /* when the last slice is free, and the most work of one */
};

struct atomic_slices *atomic_slices_new(struct arena *a, const struct gpu *g,
                                        struct memory_grid grid, double sms);

/* A warp's atomics; `scattered` ones are on lines of the buffer that nobody knows. */
struct atomic_request {
    const struct access *access;
    const struct footprint *footprint;
    uint64_t base;  /* of the line that the footprint's offsets count from */
    uint64_t moved; /* of these bytes, those from the traced group's place */
    double share;   /* of them that are done; 1 but for whatifs */
    bool scattered;
    const struct buffer_sharing *buffer;
};

/* When the slices have done a request that comes at `now`, in core cycles. */
double atomics_at_slices(struct atomic_slices *s, double now, const struct atomic_request *r);
/* What a request takes of the L2's data, in cycles of all that SMs share evenly. */
double atomics_data_cycles(const struct atomic_slices *s, const struct footprint *f);

#endif
