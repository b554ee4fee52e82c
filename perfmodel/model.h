/* A performance model: what it is given and what it says. Rows of models.def name
 * them, perfmodel/models/ID.c holds each. */
#ifndef PERFMODEL_MODEL_H
#define PERFMODEL_MODEL_H

#include "analysis/regs/spills.h"
#include "base/work.h"
#include "perfmodel/estimate.h"

/* One defect that a counterfactual run leaves out; the rest stays as it is. */
enum defect {
    DEFECT_NONE,
    DEFECT_UNCOALESCED,       /* requests at `loc` are as narrow as their data allows */
    DEFECT_BANK_CONFLICT,     /* requests at `loc` take the fewest passes */
    DEFECT_DIVERGENCE,        /* lanes of a warp agree at the branch at `loc` */
    DEFECT_OCCUPANCY,         /* registers and local memory limit nothing */
    DEFECT_SLOW_MATH,         /* full-precision functions at `loc`, or all, are native ones */
    DEFECT_ROOT_DIVISOR,      /* a division at `loc` by a square root at `also` is one by rsqrt() */
    DEFECT_DOUBLE,            /* arithmetic in double is in float */
    DEFECT_ATOMIC_CONTENTION, /* lanes of atomics at `loc` that share an address, and warps of a
                                 group, act as one */
    DEFECT_CONSTANT_DIVERGENCE, /* lanes at `loc` read one address of constant memory */
    DEFECT_PRIVATE_MEMORY,      /* private variables are in registers */
    DEFECT_SPILLS,              /* registers suffice */
    DEFECT_BARRIER,             /* the barrier at `loc` holds nobody */
    DEFECT_REDUNDANT_LOAD,      /* a warp keeps what is loaded at `loc` while the address stays */
    DEFECT_TAIL,                /* the last wave takes no longer than its share of groups */
    DEFECT_IMBALANCE,           /* no group takes longer than the rest */
    DEFECT_UNTILED,             /* groups keep what they load, as far as local memory goes */
    DEFECT_NARROW /* each work-item does the work of `at_once` neighbours, as vectors */
};

struct whatif {
    enum defect defect;
    struct loc loc;
    struct loc also;             /* DEFECT_ROOT_DIVISOR */
    const struct access *access; /* of the source view, where the defect is one access; else NULL */
    uint32_t at_once;            /* DEFECT_NARROW */
};

struct trace_store;

/* Registers that one work-item of a kernel needs, and what does not fit in them. */
struct register_use {
    const char *source; /* who counted: "ptxas", "amdgpu", "amdgpu-ir", "estimate" */
    uint32_t per_item;
    uint32_t spill_bytes;                    /* registers kept in memory */
    uint32_t private_bytes;                  /* private variables in memory, those included */
    struct spill_count spills[SPILL_PLACES]; /* all 0: only the bytes are known */
};

/* What one estimate is made from. */
struct model_input {
    const struct gpu *gpu;
    const struct kernel *source, *machine;
    const struct launch *launch;
    struct register_use registers;
    const struct spills *spills; /* NULL: none */
    uint32_t local_bytes;        /* per group */
    struct whatif whatif;
    struct trace_store *store;       /* of traces made before; or NULL */
    const struct estimate *baseline; /* without `whatif`, whose trace can serve again; or NULL */
    uint64_t max_ops;                /* for the tracer; past it, loops are sampled. 0 = no limit */
    bool exact;                      /* loops are sampled much later */
    struct work *work; /* of this estimate and what else is asked about the same launch */
    double deadline;   /* of `work`, at which to stop and scale up; 0 = none */
    bool by_item;      /* whether to say what share of the time goes to each item */
    FILE *dump;        /* where the simulation prints what it did, or NULL */
};

struct model {
    const char *title;        /* one line for -fclperf-model=help */
    const char *not_modelled; /* what a reader should know it leaves out */
    const struct estimate *(*run)(struct arena *a, const struct model_input *in);
};

/* From the cycles of the launch to time, interval and bound. `trace`, `busy` and `hurried` must be
 * set. */
void estimate_finish(struct estimate *e, const struct model_input *in);

/* How busy the resources are, time and bound: the end of -fclperf-dump=sim of every model. */
void estimate_dump(FILE *out, const struct estimate *e);

#define MODEL(id, name) extern const struct model model_##id;
#include "perfmodel/models.def"
#undef MODEL

struct model_row {
    const char *name;
    const struct model *model;
};
extern const struct model_row model_table[];
extern const size_t model_count;
/* NULL if there is none of that name. */
const struct model *model_find(const char *name);

#endif
