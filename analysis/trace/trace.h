/* Execution traces: what each warp of some work-groups does, in order, for one
 * launch. Made by walking the kernel's graph with lane masks (section III-B of the
 * main paper): branches that launch and arguments decide are decided per lane, others are
 * taken on both sides, and paths meet again at the immediate post-dominator. */
#ifndef ANALYSIS_TRACE_TRACE_H
#define ANALYSIS_TRACE_TRACE_H

#include "analysis/ir/certainty.h"
#include "analysis/ir/kernel.h"
#include "analysis/ir/launch.h"
#include "base/work.h"

/* Which lanes a request touches, relative to its base: shared by all requests of
 * the same shape, so that what follows from it is worked out once. */
struct pattern {
    uint64_t mask;         /* active lanes */
    uint32_t bytes;        /* per lane */
    bool scattered;        /* addresses unknown: taken as all different */
    const int64_t *offset; /* by lane: bytes from the first active lane's address; NULL if
                              scattered */
};

/* A side of a divergent branch. Sides nest; number 0 is the whole warp. `share` says what would be
 * left if the work-group's lanes were packed: the warps that the lanes on this side would fill,
 * over the warps that have lanes on it. */
struct trace_region {
    uint32_t parent;    /* NONE for number 0 */
    uint32_t branch;    /* number in kernel->branches */
    uint32_t execution; /* of the branch, in this warp */
    uint32_t side;
    double share;
};

/* Steps whose item is NONE: what lies between a start and its repeat happens `address` more
 * times. They nest. */
enum { MARK_START, MARK_REPEAT };

/* One step of a warp. */
struct trace_op {
    uint32_t item;    /* number in kernel->items, or NONE */
    uint32_t region;  /* number in trace->regions */
    uint32_t pattern; /* ITEM_ACCESS: number in trace->patterns; NONE: MARK_... */
    uint16_t shift;   /* ITEM_ACCESS: number in warp_trace.moved */
    uint64_t address; /* ITEM_ACCESS: of the first active lane, in the tracer's address space,
                         before it is moved */
};

struct warp_trace {
    uint64_t group;             /* linear group number in the launch */
    uint32_t warp;              /* number in the group */
    uint32_t items_active;      /* work-items of the warp that exist */
    const struct trace_op *ops; /* groups that do the same share them */
    size_t n_ops;
    double work;          /* operations, those of samples as often as they stand for */
    const int64_t *moved; /* by trace_op.shift: bytes to add to addresses */
};

struct loop_counts {
    uint64_t entries; /* by work-items */
    uint64_t trips;   /* sum of completed iterations */
    uint64_t trips_min, trips_max;
    struct certain certain; /* of the trips */
    struct certain entries_certain;
};

struct branch_counts {
    uint64_t executions; /* by warps */
    uint64_t divergent;  /* of those, with lanes on more than one side */
    /* Executions and divergent ones whose lanes and condition are known, though perhaps not whether
     * the warp came there. */
    uint64_t followed, followed_divergent;
    struct certain certain; /* below CERTAINTY_EXACT, of those followed, if there are any */
};

/* What a barrier met, by work-groups. */
struct barrier_counts {
    uint32_t item;
    uint64_t executions;
    uint64_t divergent;      /* of those, without some of the group's work-items */
    uint32_t reached, items; /* at the first of these: that came, and that there are */
    uint32_t other;          /* item of a barrier where others waited then, or NONE */
    struct certain certain;
};

/* How often a site made a request of one shape. `phase` is the address modulo
 * PHASES: with the pattern it decides sectors, lines and bank passes. */
enum { PHASES = 256 };

struct request_tally {
    uint32_t access;
    uint32_t pattern;
    uint32_t phase;
    uint16_t shift; /* how the address differs between groups; 0 where groups do not share */
    uint64_t count;
    uint64_t followed; /* of those, with known lanes at addresses known but for a common offset */
};

/* Addresses: local memory is at 0, every group's own; private memory at PRIVATE_BASE,
 * interleaved by work-item as GPUs do; parameter i's buffer at (i + 1) << BUFFER_SHIFT; object i
 * of constant memory at (i + 1) << OBJECT_SHIFT. */
enum { PRIVATE_SHIFT = 34, BUFFER_SHIFT = 36, OBJECT_SHIFT = 52 };

struct tracer;

struct trace {
    const struct kernel *kernel;
    const struct launch *launch;
    uint32_t warp_width;
    const struct warp_trace *warps; /* warps of one group are neighbours */
    size_t n_warps;
    uint64_t n_groups;       /* that counts are for */
    uint64_t counted_groups; /* that they are of: where fewer, estimates */
    uint64_t counted_warps;  /* that tallies and counts are of */
    const struct pattern *patterns;
    size_t n_patterns;
    const struct trace_region *regions;
    size_t n_regions;
    const struct request_tally *tallies; /* where asked for; see an_tallied() */
    size_t n_tallies;
    const struct loop_counts *loops;       /* by loop number */
    const struct branch_counts *branches;  /* by branch number */
    const struct barrier_counts *barriers; /* in the order of their items */
    uint32_t n_barriers;
    const struct certain *accesses; /* by access number: how sure the number of its requests is.
                       Where that is unknown, those tallied as followed are followed all the same */
    struct certain certain; /* of what the warps do as a whole; exact if no loop was sampled */
    uint32_t local_bytes;   /* per group, static and dynamic */
    bool shortened;         /* loops were sampled in shorter or fewer parts, as requested */
    bool truncated;         /* a warp was cut at a limit; counts cover the part before */
    bool overrun;           /* a work-item goes beyond a local array; only where asked for */
    struct tracer *tracer;  /* for an_trace_more() */
};

struct trace_request {
    const struct kernel *kernel;
    const struct launch *launch;
    uint32_t warp_width;
    const uint64_t *groups; /* linear numbers of the work-groups to trace */
    size_t n_groups;
    bool counts_only; /* tallies and counts, but no ops: warps[].ops stay empty */
    bool sample;      /* walk only parts of long loops */
    unsigned shorter; /* these parts are so many times shorter; 0: not */
    size_t at_once;   /* groups that compete for an SM: the more, the shorter these parts; 0: those
                         above */
    bool whole; /* tallies and counts of all groups of the launch, whatever `groups` says: one of
                   each kind is walked, and counts for all of its kind. Truncated if there are too
                   many kinds */
    bool work_only; /* of warps their work, but no ops, and nothing of accesses */
    bool coarse;    /* do not compute values lane by lane: what is no linear function of the lane is
                       unknown */
    bool loose;  /* sample long loops whose end nobody can foresee, too, each stretch standing for a
                    share of what was walked, and forget variables that move in uneven steps */
    bool bounds; /* look for overruns */
    uint64_t max_ops;      /* operations of all warps together; 0 = no limit */
    uint64_t max_warp_ops; /* of one warp; it ends there, and others go on; 0 = no limit */
    struct work *work;     /* is added to; NULL: nothing is */
    double deadline;       /* of `work`, at which to stop; 0 = none */
};

/* The launch must have been checked: local sizes set, at most 3 dimensions. */
const struct trace *an_trace(struct arena *a, const struct trace_request *r);

/* Whether a work-item of the group goes beyond a local array, as far as a short look tells: such
 * accesses at addresses that are known. */
bool an_overruns(struct arena *a, const struct kernel *k, const struct launch *l, uint64_t group);

/* Operations that n groups may have up to that one: a trace that can be made again with loops
 * sampled stops as soon as it is on its way to be too long. */
uint64_t an_allowed_ops(const struct trace_request *r, size_t group, size_t n);

/* The trace of other groups of the same launch, made in the same way and at the same place. What
 * groups that were walked before have in common with them is not walked again. */
const struct trace *an_trace_more(const struct trace *like, const uint64_t *groups, size_t n,
                                  uint64_t max_ops, struct work *work);

/* The trace with its counts raised to what they are for so many groups if these do on average as
 * the traced ones, which `reason` says. */
const struct trace *an_trace_raised(struct arena *a, const struct trace *t, uint64_t groups,
                                    enum certainty_reason reason);

/* The trace with its requests tallied. */
const struct trace *an_tallied(struct arena *a, const struct trace *t);

/* The request's address in this warp. */
static inline uint64_t an_op_address(const struct warp_trace *w, const struct trace_op *op) {
    return op->address + (uint64_t)w->moved[op->shift];
}

/* Of all warps. */
double an_trace_work(const struct trace *t);

/* Why it is not exact as a whole, for readers; NULL if it is. */
const char *an_trace_reason(const struct trace *t);

void dump_trace(FILE *out, const struct trace *t);

/* By operation of the warp: how often it happens for the once that it stands in a sampled trace. */
const double *an_op_weights(struct arena *a, const struct warp_trace *w);

#endif
