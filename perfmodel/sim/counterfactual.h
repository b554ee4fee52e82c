/* Counterfactuals: what a kernel would do without a defect. Each is a few hooks of the simulation,
 * beside the rule that asks; everything else stays as it is. */
#ifndef PERFMODEL_SIM_COUNTERFACTUAL_H
#define PERFMODEL_SIM_COUNTERFACTUAL_H

#include "perfmodel/memory/coalesce.h"
#include "perfmodel/study/study.h"

/* What is other in one trace. */
struct trace_changes {
    const bool *narrow; /* by access: requests as narrow as their data allow */
    const double
        *part; /* by narrow access: the share of its bytes that it would ask for; or NULL */
    const bool *no_conflict; /* by access: fewest bank passes */
    const bool *one_each; /* by access: lanes with equal addresses, and warps of a group, are one */
    const bool *in_local; /* by access: atomics of global memory that a copy in local memory takes;
                           * or NULL */
    const bool *uniform;  /* by access: all lanes have one address */
    const bool *no_wait;  /* by item: a barrier that holds nobody */
    const bool *whole;    /* by access: one request, although its alignment does not allow it */
    const bool *once;     /* by access: not asked for again at the same addresses; or NULL */
    const bool *tiled;    /* by access: from local memory where the group had it before, as far
                           * as local memory goes; or NULL */
    bool no_private;      /* requests for private memory are free */
    bool no_spills;       /* and so are those for spilled registers */
    double *weight;       /* by region: share of its operations that remain */
    struct arena *arena;
    struct seen *seen; /* requests of narrow accesses met so far */
    size_t n_seen, cap_seen;
};

/* An instruction of one class that becomes two others. */
struct class_change {
    enum op_class from, to[2];
};

struct counterfactual {
    /* Sets what is other in the trace; NULL: nothing. */
    void (*change)(struct trace_changes *x, const struct whatif *w, const struct trace *t);
    const struct class_change *classes; /* of instructions at the places asked for, or all */
    size_t n_classes;
    bool all_groups_fit; /* registers and local memory limit nothing */
    bool even_waves;     /* the last wave takes no longer than its share of groups */
    bool even_groups;    /* no group takes longer than the rest */
};

/* By access of the trace's kernel: those that are, or stand for, what is asked about. */
const bool *whatif_accesses(struct arena *a, const struct whatif *w, const struct trace *t);
struct trace_changes *whatif_changes(struct arena *a, const struct whatif *w,
                                     const struct trace *t);
/* The kernel with the items that it would have. */
const struct kernel *whatif_kernel(struct arena *a, const struct whatif *w, const struct kernel *k);
/* Where the data would be as one contiguous request: equal requests keep equal places, different
 * ones get places of their own, so that reuse in caches stays. */
uint64_t whatif_place(struct trace_changes *x, const struct trace_op *op, uint32_t bytes,
                      uint32_t sector_bytes);

#endif
