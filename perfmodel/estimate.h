/* What a performance model says of one launch on one GPU, and what was counted
 * on the way. Consumed by the rules and the writers of diag/. */
#ifndef PERFMODEL_ESTIMATE_H
#define PERFMODEL_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/trace/trace.h"
#include "hwdb/gpu.h"

/* The resource that a kernel spends most time on; names as in the report. */
enum bound {
    BOUND_DRAM,
    BOUND_L2,
    BOUND_L1,
    BOUND_SHARED,
    BOUND_ISSUE,
    BOUND_FP32,
    BOUND_FP64,
    BOUND_INT,
    BOUND_SFU,
    BOUND_MATRIX,
    BOUND_LATENCY,
    BOUND_LAUNCH,
    BOUNDS
};

enum limiter {
    LIMIT_WARPS,
    LIMIT_GROUPS,
    LIMIT_REGISTERS,
    LIMIT_LOCAL_MEMORY,
    LIMIT_GROUP_SIZE, /* the group's own size leaves warps unused */
    LIMIT_LAUNCH      /* the launch has fewer groups than would fit */
};

struct occupancy {
    uint32_t warps_per_group;
    uint32_t groups_per_sm; /* 0: the group cannot run on this GPU */
    uint32_t warps, max_warps;
    enum limiter limiter;
};

/* Counts of one access site of the source view, over the traced work-groups. */
struct access_metrics {
    double requests;  /* warp requests */
    double sectors32; /* distinct 32-byte sectors, summed over requests */
    double segments128;
    double ideal_sectors; /* ceil(active lanes x bytes / 32), summed */
    double passes;        /* local memory: bank passes, summed */
    double merged_passes; /* as profilers count them: what one transaction serves together */
    double ideal_passes;
    double degree_sum; /* passes / ideal passes, summed over requests */
    double degree_max;
    double lanes;           /* active lanes, summed */
    double distinct;        /* different addresses, summed over requests */
    bool uniform;           /* every request had one address for all lanes */
    struct certain certain; /* below CERTAINTY_EXACT, of requests whose lanes and addresses are
                               known, if there are any */
};

/* How the work of the launch's groups compares to that of the usual one. */
struct balance {
    double mean;      /* work of an average group, in units of the usual one's */
    double counted;   /* the same of those that rounds count: others have no work */
    double round;     /* the same of an average group of those simulated */
    double heaviest;  /* the same of the heaviest group that was looked at */
    double elsewhere; /* cycles of a unit of work all over the launch, over those in the round */
    uint64_t heaviest_group;
    uint64_t usual_group; /* in the middle, or where there is work; those simulated are around it */
};

/* Something else that a model says of the launch beside its time. */
struct estimate_detail {
    const char *name; /* as the model's paper has it */
    const char *unit; /* "" of a ratio */
    const char *what; /* in a few words */
    double value;
};

struct estimate_point {
    double x, y;
};

/* A line through points, in the order of x. */
struct estimate_curve {
    const char *name;
    const struct estimate_point *points;
    size_t n;
};

/* What a model draws, on linear axes from 0 to x_max and y_max. */
struct estimate_picture {
    const char *caption; /* what the curves are, and what is marked */
    const char *x_title, *y_title;
    double x_max, y_max;
    const struct estimate_curve *curves;
    size_t n_curves;
    struct estimate_point mark; /* the point that the model is about */
};

struct sharing;

struct estimate {
    const char *model;
    double time_ms, low_ms, high_ms; /* one launch, kernel time; low..high holds 90 % */
    double width;                    /* of that interval, by causes: 0.2 is a fifth either way */
    double cycles;                   /* core cycles of the whole launch, overhead apart */
    double refined_over_sampled; /* those over what the simulation of sampled loops says, if more of
                       these was walked then; else 0 */
    bool walked;                 /* all of them were */
    double sampling_error;       /* share of the cycles that samples of loops leave open */
    double launch_overhead_ms;
    enum bound bound;
    double busy[BOUNDS]; /* share of the round that each resource was busy, 0..1 */
    struct occupancy occupancy;
    double achieved_occupancy; /* of the simulation: warps that were there, of the most that fit */
    double ops_per_warp;
    double transfers; /* share of the round in which DRAM moved data; busy[BOUND_DRAM] counts what
                         holds it up besides. 0 where the model does not tell them apart */
    bool row_changes; /* take DRAM more time than transfers */
    bool truncated_first_group; /* the trace was cut before one work-group was through: no time is
                                   right */
    bool deadline_reached;      /* the budget ran out; the time is scaled up from a part */
    const struct trace *trace;  /* what was simulated; NULL for models without a trace */
    const struct sharing *sharing;
    struct balance balance;
    const struct estimate_detail *details;
    size_t n_details;
    const struct estimate_picture *picture; /* NULL: none */
    /* By item of trace->kernel: share of the warps' time that they spend at it, the wait for what
     * it loads included. NULL if it was not counted. */
    const double *item_share;
};

/* What reports call the parts of an estimate. */

/* The pipe or latency that limits, as JSON reports name it. */
const char *bound_name(enum bound b);
/* What limits the groups that are resident, in words. */
const char *limiter_name(enum limiter l);

#endif
