/* The memory system as one SM sees it: its L1, its share of the L2, of the cache behind it and of
 * the DRAM, each a server with a next free time. Times in core cycles. */
#ifndef PERFMODEL_MEMORY_HIERARCHY_H
#define PERFMODEL_MEMORY_HIERARCHY_H

#include "base/remainder.h"
#include "perfmodel/memory/atomics.h"
#include "perfmodel/memory/coalesce.h"
#include "perfmodel/memory/dram_rows.h"
#include "perfmodel/memory/l2_sharing.h"
#include "perfmodel/memory/partial_stores.h"
#include "perfmodel/memory/skipped_footprint.h"

struct memory_path {
    struct arena *arena;
    const struct gpu *gpu;
    struct memory_grid grid;
    const struct sharing *sharing;
    const struct incomplete *incomplete; /* NULL: DRAM takes parts of sectors as they are */
    uint64_t moved; /* bytes between the addresses of the traced group and of the one at work */
    double sms;     /* that share L2 and DRAM */
    struct cache *l1, *l2, *l3; /* the last NULL where L2 misses go to DRAM */
    struct cache *scalar; /* of loads that scalar units do for whole warps; NULL: they always hit */
    /* By buffer: the share of requests to anywhere in it that the L1 and that cache miss. */
    const double *l1_random_misses, *scalar_random_misses;
    struct skipped *skipped;    /* what sampled loops bring to the L2 where they are not walked */
    struct in_flight *arrivals; /* what loads have DRAM send */
    struct server l1_port, l2_port, l2_data, l3_data, dram;
    struct server l1_data; /* of the L1 and of local memory, where these are one unit */
    struct dram_rows rows;
    struct atomic_slices *atomics;
    double atomics_share; /* of a request's that are done; 1 but for whatifs */
    double l1_cycles_per_line;
    double l1_idle;          /* cycles in which lanes of the last load wait for one bank of data */
    uint32_t l1_sectors;     /* of one of its lines */
    struct divisor l1_banks; /* that look up tags at the same time */
    uint32_t l2_sectors;     /* of one of its lines */
    const double *l2_cycles; /* for each sector, by those of a line that are asked for together */
    double l3_cycles_per_sector;
    double dram_cycles_per_sector; /* where the bus turns as often as it does for copies */
    double dram_cycles_one_way[2]; /* the same where it never turns: loads alone, stores alone */
    unsigned sectors_per_burst;
    unsigned sectors_per_fetch; /* that a load brings from DRAM together */
    uint64_t drifted;           /* number of the group at work, if it goes its own pace; else 0 */
    uint64_t lone_line; /* visitor of rows, if no other line of its request is near; else 0 */
    double waited;      /* cycles, of hits, for what is under way */
    double last_back;   /* when the last answer is, of an L1 that answers in order */
    double sectors_l2, sectors_dram, requests_l2; /* counted */
    double sectors_written;                       /* of those of DRAM */
    uint64_t n_requests, n_sectors;               /* that were asked for */
};

struct memory_path *memory_new(struct arena *a, const struct gpu *g, const struct sharing *s,
                               double sms, double local_bytes_in_use);

/* Skipped iterations go through the caches. */
void memory_skipped(struct memory_path *m, struct stretch stretch);
/* What they leave no room for is forgotten, but for what was asked for since the last mark. */
void memory_mark(struct memory_path *m);
void memory_forget(struct memory_path *m);

/* Writes to the caches what was there before the first request. */
void memory_written_before(struct memory_path *m, uint64_t base, uint64_t bytes);

/* Where a request's lanes go: to the addresses of its footprint, or nobody knows where, together or
 * each to another place. */
enum whereabouts { KNOWN_PLACE, SOMEWHERE_TOGETHER, SOMEWHERE_EACH };

/* Where local memory is part of the L1, data of both takes turns: when so many cycles of it are
 * through; `now` elsewhere. */
double memory_move_in_l1(struct memory_path *m, double now, double cycles);

/* A warp request at time `now`; returns when its data is there (loads, atomics) or when it has
 * been handed over (stores). `base` is the address of the line that the footprint's offsets count
 * from. */
/* Whether a load of global memory goes through the texture units: all loads do, but where ordinary
 * ones share the port of local memory (Kepler) only those of read-only data. */
bool goes_through_texture_units(const struct gpu *g, const struct access *access);
double memory_request(struct memory_path *m, double now, const struct access *access,
                      const struct footprint *f, uint64_t base, enum whereabouts where);
/* The same of a load of one address that a scalar unit does for all lanes of a warp. */
double memory_scalar_request(struct memory_path *m, double now, const struct access *access,
                             uint64_t address, enum whereabouts where);

/* When a store to global memory that was handed over at that time is acknowledged: behind what all
 * warps asked for before, where the L1 answers in order. */
double memory_acknowledged(struct memory_path *m, double stored);

#endif
