/* Counterfactuals: which parts of a trace a defect touches, and what they would be
 * without it. */
#ifndef PERFMODEL_SIM_COUNTERFACTUAL_H
#define PERFMODEL_SIM_COUNTERFACTUAL_H

#include "perfmodel/memory/coalesce.h"
#include "perfmodel/model.h"

/* Prepared for one trace. */
struct without {
    const bool *narrow;      /* by access: requests as narrow as their data allow */
    const bool *no_conflict; /* by access: fewest bank passes */
    const bool *one_each;    /* by access: lanes with equal addresses are one lane */
    const bool *uniform;     /* by access: all lanes have one address */
    const bool *once;        /* by access: not asked for again at the same addresses */
    const bool *tiled;       /* by access: from local memory where the group had it before */
    const bool *no_wait;     /* by item: a barrier that holds nobody */
    bool no_private;         /* requests for private memory are free */
    bool no_spills;          /* and so are those for spilled registers */
    const double *weight;    /* by region: share of its operations that remain */
    struct arena *arena;
    struct seen *seen; /* requests of narrow accesses met so far */
    size_t n_seen, cap_seen;
};

/* Whether local memory can hold what the access loads: nothing in the kernel writes there. */
bool whatif_can_tile(const struct kernel *k, const struct access *a);
struct without *whatif_prepare(struct arena *a, const struct whatif *w, const struct trace *t);
/* The kernel with the items that it would have. */
const struct kernel *whatif_kernel(struct arena *a, const struct whatif *w, const struct kernel *k);
/* The same data as one contiguous request: equal requests keep equal places, different ones get
 * places of their own, so that reuse in caches stays. */
uint64_t whatif_place(struct without *w, const struct trace_op *op, uint32_t bytes);

#endif
