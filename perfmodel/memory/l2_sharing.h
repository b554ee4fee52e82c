/* What SMs share in the L2. Only one SM is simulated, on some of the work-groups;
 * this says which part of its traffic other SMs, or earlier rounds, have already
 * brought to the L2. */
#ifndef PERFMODEL_MEMORY_L2_SHARING_H
#define PERFMODEL_MEMORY_L2_SHARING_H

#include "perfmodel/memory/coalesce.h"
#include "perfmodel/memory/dram_rows.h"

/* Sectors of a group that the one so many groups farther on touches, too, and no nearer one. */
struct far_overlap {
    double groups; /* 0 = there is none */
    double overlap;
};

enum { FAR = 3 };

struct buffer_sharing {
    uint64_t bytes;                 /* of the buffer, 0 = unknown */
    double group_sectors;           /* distinct sectors that one group touches */
    double overlap[3];              /* share of them that the next group in x, y, z touches too */
    struct far_overlap far[3][FAR]; /* of groups farther on in x, y, z, the nearest first */
    double next_overlap;            /* as overlap, of the group that is the SM's next */
    double group_lines, line_overlap[3], next_line_overlap; /* the same of lines */
    double at_random;      /* sectors that a group touches at places without an order */
    double random_of_sm;   /* the same of one SM in all of the launch */
    double run;            /* neighbouring sectors that are touched together, on average */
    double own;            /* share of the SM's first touches that the L2 does not have */
    double under_way;      /* the same, and those of what another SM brings in the same round */
    double to_dram;        /* share of them that the last-level cache does not have either */
    double together;       /* SMs that touch one of its sectors in a round, on average */
    double row_overlap[3]; /* as overlap, of DRAM rows */
    double next_row_overlap;
    bool passes; /* all that touches it says that nobody does so again soon: it takes no place */
    double sets; /* share of the L2's sets that its lines are in at one time; below 1 only where
                    these are numbered by addresses */
    bool parts_leave; /* parts of sectors that are stored leave the L2 before the rest is */
    /* How much longer the L2's busiest channel works for it than others do. */
    double channel_excess;
    double own_rows; /* share of the SM's visits of DRAM rows that no other SM makes too */
};

struct sharing {
    struct memory_grid grid;              /* of the GPU */
    uint32_t fetch_unit;                  /* sectors that a load which misses the L2 brings */
    const struct buffer_sharing *buffers; /* by parameter; the last one is for everything else */
    uint32_t n;
    double average; /* of `own`, of lines, weighted by use: how much of the L2 is one SM's */
    struct footprints *footprints;       /* of the trace's requests, as far as somebody asked */
    const struct trace *trace;           /* the simulated one */
    const struct incomplete *incomplete; /* of its stores; NULL: DRAM takes parts of sectors */
};

struct sharing_request {
    const struct gpu *gpu;
    const struct launch *launch;
    uint64_t groups_per_sm;
    double sms;                /* at work */
    double spilled_bytes;      /* of one group, that no other touches */
    double private_bytes;      /* the same of private variables in memory */
    uint64_t first_group;      /* of the simulated ones */
    uint64_t next_group;       /* another of them */
    const struct trace *trace; /* the simulated one */
};

/* Traces a group and its neighbours in each dimension to see what they share. */
const struct sharing *sharing_of(struct arena *a, const struct sharing_request *r);
/* Whether the answer is the same for two requests of one trace: on GPUs that differ in nothing but
 * their clocks, for example. */
bool sharing_is_same(const struct sharing_request *x, const struct sharing_request *y);
/* What a group shares that has the GPU for itself. */
const struct sharing *sharing_alone(struct arena *a, const struct sharing_request *r);
/* Of the buffer that the address is in. */
uint32_t sharing_number(const struct sharing *s, uint64_t address);
const struct buffer_sharing *sharing_buffer(const struct sharing *s, uint64_t address);
/* Which of a line's sectors that are new to this SM are in the L2 already, a bit each; the same
 * answer every time for one address. */
unsigned sharing_brought_by_other(const struct sharing *s, uint64_t line, unsigned sectors);
/* Which of those that other SMs have brought are still under way from DRAM: SMs that walk the same
 * data in one round wait for it together, as the one ahead waits for DRAM at each step and the
 * others, which do not, catch up with it. */
unsigned sharing_under_way(const struct sharing *s, uint64_t line, unsigned sectors);
/* Which sectors the cache between L2 and DRAM has from before; what the L2 has is there, too. */
unsigned sharing_kept_last(const struct sharing *s, uint64_t line, unsigned sectors);

#endif
