/* The simulation's state, and what its parts do for each other: steps in sim.c, groups and their
 * places in groups.c, requests of warps in sim/accesses.c, samples of loops in loop_samples.c,
 * what these stand for in sample_extrapolation.c. */
#ifndef PERFMODEL_SIM_SIM_STATE_H
#define PERFMODEL_SIM_SIM_STATE_H

#include "base/vec.h"
#include "perfmodel/issue/icache.h"
#include "perfmodel/issue/issue.h"
#include "perfmodel/sim/events.h"
#include "perfmodel/sim/requests.h"
#include "perfmodel/sim/reuse_buffer.h"
#include "perfmodel/sim/sim.h"

struct scheduler {
    struct server issue, port[PORTS];
    double served[PORTS + 1]; /* cycles of ports, and of issue last, over all iterations, walked or
                                 not; only where loops are sampled */
};

/* Nested samples that a warp can be in. */
enum { MAX_SAMPLES = 16 };

/* Loads of spilled registers that a warp can have under way before it waits for the first of them:
 * the operands of one instruction. LLVM 16 and 19 have 1.5 to 1.65 under way when one starts
 * (convolutions for gfx90a and gfx1030). */
enum { RELOADS_AHEAD = 2 };

/* What the simulation asks of an item most often. */
struct sim_item {
    enum item_kind kind;
    uint32_t access; /* ITEM_ACCESS: its number */
    uint32_t n_waits;
    const uint32_t *waits;
    double issue, issue_alone; /* cycles of the scheduler's issue, and of the warp's own */
    double local;              /* cycles of local memory */
    double latency;
    struct {
        enum port port;
        double cycles;
    } ports[PORTS]; /* that it takes */
    uint32_t n_ports;
};

/* Loads of an access that the code asks for before it waits for the first of them. */
struct ahead {
    uint32_t n;   /* so far */
    double ready; /* when all of them are there */
    size_t apart; /* operations from one iteration of the loop to the next, the fewest so far */
};

/* One resident warp. What each step needs comes first. */
struct sim_warp {
    const struct trace_op *ops;
    size_t next, n_ops;
    double time;         /* when it can take the next one */
    double *ready;       /* by access: when the last result is there */
    struct ahead *ahead; /* by access: loads that are not waited for yet; NULL: none is ever asked
                            for ahead */
    struct scheduler *scheduler;
    const struct warp_trace *trace;
    uint64_t moved; /* bytes between the addresses of the traced group and of its own */
    uint32_t number, slot;
    uint32_t turns;         /* of loops, in which it has waited for global memory */
    uint32_t sample_period; /* of the simulation when its outermost sample began */
    uint32_t pieces;        /* of its code that are through, */
    bool has_code;          /* and whether the next one is there */
    double arrived;         /* at a barrier */
    double stored;          /* when its stores have been acknowledged */
    struct trace_op *last;  /* by access: the last request; no address before the first. NULL where
                               no counterfactual asks for it */
    double reloaded[RELOADS_AHEAD];   /* when the spilled registers asked for last are there */
    uint32_t reloads;                 /* in all */
    uint32_t spills_here;             /* loads and stores around the item that it is at */
    size_t outermost;                 /* op that started the last outermost sample */
    bool nested;                      /* it has held another */
    size_t sample;                    /* op that started the last one, as long as it is in it */
    double sample_start[MAX_SAMPLES]; /* time and skipped time together */
    uint32_t n_samples;
    double skipped; /* cycles that it did not walk, beside the clock */
};

/* A place for a work-group, and the group in it. */
struct slot {
    uint32_t first;          /* of its warps; there are as many as the largest group has warps */
    uint32_t n_warps;        /* of the group */
    uint32_t warps, arrived; /* that have not ended, and of those at the barrier */
    double latest;           /* arrival */
    double started;
    uint64_t turn; /* how often the traced group has been simulated before */
};

/* What an outermost sample of one warp stands for. */
struct skip {
    uint32_t sim_warp;
    uint64_t turn;     /* of its group */
    size_t start, end; /* ops */
    uint64_t repeats;
    bool reads;  /* through the caches */
    bool nested; /* it holds others */
    double cycles;
    double off; /* from the mean of its like */
};

/* The warps of one traced group. */
struct traced_group {
    uint32_t first, n_warps;
};

/* Servers of memory whose work is added up; SERVED_L1_DATA is what L1 and local memory do in turns,
 * SERVED_L3 the data of the cache behind the L2. */
enum {
    SERVED_L1,
    SERVED_L1_DATA,
    SERVED_L2_PORT,
    SERVED_L2_DATA,
    SERVED_L3,
    SERVED_DRAM,
    SERVED_ROWS,
    SERVED_ATOMICS,
    SERVED_LOCAL,
    SERVED
};

struct sim {
    struct arena *arena;
    const struct sim_input *in;
    const struct gpu *gpu;
    const struct kernel *k;
    const struct sim_item *items;
    const double *weight; /* by region: share of its operations that remain */
    double at_once;       /* elements that a work-item does, for the one that it does */
    double uneven;        /* time at the schedulers, for that of warps spread as here */
    bool counterfactual;  /* something is other than in the kernel */
    struct requests requests;
    struct icache *icache;    /* NULL: all code fits */
    struct reuse_buffer kept; /* by groups, where the counterfactual is that they keep something */
    struct scheduler *schedulers;
    struct sim_warp *sim_warps;
    uint32_t n_sim_warps;
    struct slot *slots;
    struct traced_group *traced;
    uint32_t n_traced;
    uint64_t started; /* groups */
    struct server launcher, barriers;
    double issue_cycles;   /* of an instruction */
    double barrier_cycles; /* of a warp that arrives */
    uint64_t waiting;      /* groups that have no place yet */
    struct slot *left;     /* the slot whose group the last step has ended, or NULL, */
    double left_at;        /* and when the next group can take it */
    double taken;          /* steps of groups that have ended */
    struct events *events;
    uint64_t steps;                 /* so far */
    double counted;                 /* nanoseconds that have been added to the work */
    bool nests;                     /* samples hold others */
    uint32_t sampling;              /* warps that are in a sample, */
    uint32_t sample_period, behind; /* and those of them that have begun it in an earlier period */
    double end;
    VEC(struct skip) skips;
    double resident;             /* cycles of all warps together */
    double *spent;               /* of those by item, or NULL */
    const double **often;        /* by traced warp: how often each of its operations happens; NULL:
                                    nobody asks, as all are walked */
    double busy[SERVED];         /* of servers, when a sampled trace asked them last */
    double served[SERVED];       /* cycles of servers over all iterations, walked or not */
    const uint32_t *access_item; /* by access */
};

/* The runner has done a step, or comes to its first: it goes on when what the next one needs is
 * there, or has ended. */
void sim_go_on(struct sim *s, struct sim_warp *r);

/* Issues a warp instruction; returns when. */
static inline double sim_issue(const struct sim *s, const struct sim_warp *r) {
    double start = max_time(r->time, r->scheduler->issue.free);
    server_take(&r->scheduler->issue, r->time, s->issue_cycles);
    return start;
}

/* Charges cycles to the item of the operation that the runner was at last, or to that access which
 * it waits for (or NONE). */
void sim_spend(struct sim *s, const struct sim_warp *r, uint32_t awaited, double cycles);

/* groups.c */

/* Makes a place with warps for each traced group, and puts the first groups there. */
void sim_start_groups(struct sim *s);

/* Puts the next group, if there is one, where the last step has ended one. */
void sim_fill_left(struct sim *s);

/* The runner is at a barrier, from `now` on; the last one releases its group. */
void sim_arrive(struct sim *s, struct sim_warp *r, double now);

/* The runner has ended; with its group's last one the group leaves its slot. */
void sim_leave(struct sim *s, struct sim_warp *r);

/* sim/accesses.c */

/* `op` of the access of that number, with its address at the warp; `weight` is the region's. */
void sim_access(struct sim *s, struct sim_warp *r, uint32_t number, const struct trace_op *op,
                double weight);

/* Asks for registers spilled around an item; false if the warp has to wait until r->time before it
 * asks for the rest. */
bool sim_spill(struct sim *s, struct sim_warp *r, uint32_t item);

/* loop_samples.c */

/* The runner starts or ends a sample. */
void sim_mark(struct sim *s, struct sim_warp *r, const struct trace_op *op);

/* Whether a sample of the trace holds others. */
bool sim_has_nested_samples(const struct trace *t);

/* What share of the round's cycles, without those skipped, a simulation that was cut stands for. */
double sim_share_walked(const struct sim *s);

/* accesses.c: of what a warp waits for loads that it has asked for ahead, the share of those so
 * far; it asks for others anew. Where a sample begins or ends. */
double sim_pending_wait(const struct sim *s, struct sim_warp *r);

/* server_load.c */

/* Adds up the work of a sampled trace's compute item. */
void sim_compute_served(struct sim *s, struct sim_warp *r, const struct sim_item *item,
                        double weight);
/* As sim_access() of a sampled trace. */
void sim_access_served(struct sim *s, struct sim_warp *r, uint32_t number,
                       const struct trace_op *op, double weight);

/* Cycles that the busiest server takes for all iterations of a sampled trace. */
double sim_served(const struct sim *s);
/* How busy everything was in the cycles that the simulation took. */
void sim_busy_simulated(const struct sim *s, struct sim_result *result);
/* The round of a sampled trace takes so many cycles instead of those that samples say: how busy
 * everything is in these. */
void sim_busy_served(const struct sim *s, struct sim_result *result, double cycles);

/* sample_extrapolation.c */

/* The runner's sample stands for so many cycles beside the clock. Samples in others are part of
 * theirs. */
void sim_skip(struct sim *s, struct sim_warp *r, double cycles);

struct drift {
    double skipped;        /* cycles beside the clock */
    double sampling_error; /* share of all cycles by which samples differ though they should be
                              alike */
    double drifted;        /* the same where it is more than a wait for memory */
};

/* At the end. */
struct drift sim_drift(struct sim *s);

#endif
