/* A performance model: what it is given and what it says. Rows of models.def name
 * them, perfmodel/models/ID.c or perfmodel/survey/ID.c holds each. */
#ifndef PERFMODEL_MODEL_H
#define PERFMODEL_MODEL_H

#include "base/work.h"
#include "codegen/estimate/registers/spills.h"
#include "perfmodel/estimate.h"

struct code_join;
struct counterfactual;
struct fit_model;
struct model;

/* What is asked: the kernel as it would be without one defect. */
struct whatif {
    const struct counterfactual *without; /* NULL: the kernel as it is */
    struct loc loc;                       /* where the defect is */
    struct loc also;                      /* a second place of it; line 0: none */
    const struct access *access; /* of the source view, where the defect is one access; else NULL */
    uint32_t at_once;            /* neighbours whose work a work-item does; 0: its own */
};

struct launch_store;

/* What one estimate is made from. */
struct model_input {
    const struct gpu *gpu;
    const struct kernel *source, *machine;
    const struct launch *launch;
    struct register_use registers;
    const struct spills *spills;  /* NULL: none */
    const struct code_join *code; /* what machine code has for the machine view's items, or NULL */
    uint32_t local_bytes;         /* per group */
    struct whatif whatif;
    struct launch_store *store;      /* of what estimates of one launch share; or NULL */
    const struct estimate *baseline; /* without `whatif`, whose trace can serve again; or NULL */
    uint64_t max_ops;                /* for the tracer; past it, loops are sampled. 0 = no limit */
    bool exact;                      /* loops are sampled much later */
    bool shares; /* only shares of the time are asked for: what scales all of it is left out */
    struct work *work;         /* of this estimate and what else is asked about the same launch */
    double deadline;           /* of `work`, at which to stop and scale up; 0 = none */
    bool by_item;              /* whether to say what share of the time goes to each item */
    FILE *dump;                /* where the simulation prints what it did, or NULL */
    const struct model *model; /* that is asked, see model_run() */
    FILE *graph;               /* where models that make a graph of the kernel print it, or NULL */
};

struct model {
    const char *title;        /* one line for -fclperf-model=help */
    const char *not_modelled; /* what a reader should know it leaves out */
    const struct estimate *(*run)(struct arena *a, const struct model_input *in);
    const struct fit_model *fitted; /* of a model that is a file (models/fitted.h), else NULL */
};

static inline const struct estimate *model_run(struct arena *a, const struct model *model,
                                               const struct model_input *in) {
    struct model_input asked = *in;
    asked.model = model;
    return model->run(a, &asked);
}

/* From the cycles of the launch to time, interval and bound. `trace`, `busy` and `deadline_reached`
 * must be set. */
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
