/* What is predicted: one kernel, one launch, one GPU, by one model. Nothing of a study changes once
 * study_begin() has made it; what follows from it is computed when somebody asks, and remembered.
 */
#ifndef PERFMODEL_STUDY_STUDY_H
#define PERFMODEL_STUDY_STUDY_H

#include "base/work.h"
#include "codegen/estimate/registers/spills.h"
#include "perfmodel/model.h"

struct code;
struct code_join;
struct counterfactual;
struct launch_store;
struct round;

/* What is asked: the kernel as it would be without one defect. */
struct whatif {
    const struct counterfactual *without; /* NULL: the kernel as it is */
    struct loc loc;                       /* where the defect is */
    const struct loc *also;               /* further places of it, n_also of them */
    size_t n_also;
    const struct access *access; /* of the source view, where the defect is one access; else NULL */
    uint32_t at_once;            /* neighbours whose work a work-item does; 0: its own */
};

/* What of a study is computed already. */
struct study_memo {
    struct arena *arena;
    const struct round *round;
    const struct trace *counts, *one_group;
    const struct estimate *estimate;
    bool loose; /* loops have to be sampled without knowing their ends */
};

struct study {
    /* What is asked for. */
    const struct kernel *source, *machine; /* two views of the kernel */
    const struct launch *launch;
    const struct gpu *gpu;
    const struct model *model;
    const struct register_use *counted; /* registers; NULL: as providers say that need no source */
    const struct code *code;            /* machine code for the GPU, or NULL */
    struct launch_store *store;         /* of what estimates of one launch share; or NULL */
    const struct study *base; /* that this one is as, with one thing changed: groups, their balance
                               * and their trace serve again; or NULL */
    struct whatif whatif;
    double seconds;          /* of `work`, at which to stop and scale up; 0: no limit */
    double changed_seconds;  /* for what differs from this study in one thing */
    bool exact;              /* loops are sampled much later */
    bool by_item;            /* the estimate says what share of the time goes to each item */
    uint64_t counted_groups; /* that counts of a guessed launch are from, at most; 0: any number */
    FILE *dump;              /* where models print what they did, or NULL */
    FILE *graph;             /* where those that make a graph of the kernel print it, or NULL */

    /* What study_begin() adds. */
    struct register_use registers; /* in groups of the launch's size */
    const struct spills *spills;   /* NULL: none */
    const struct code_join *join;  /* what `code` has for the machine view's items, or NULL */
    const uint8_t
        *ahead; /* by access of the machine view: iterations of its loop whose loads are asked
                 * for before the first of them is waited for; NULL: each is waited for */
    uint32_t local_bytes; /* per group */
    uint64_t max_ops;     /* for the tracer; past it, loops are sampled. 0: no limit */
    struct work *work;    /* of this study and of those that are changed from it */
    struct study_memo *memo;
};

/* result/begin_study.c: the study of what is asked for, registers included. NULL, with one line in
 * *reason, if the kernel cannot be analysed or does not fit on the GPU. */
const struct study *study_begin(struct arena *a, const struct study *asked, const char **reason);

/* scale/launch_counts.c: the counts that are reported, remembered. A trace of the source view with
 * counts and tallies only, of all groups; where these are of too many kinds, or where the launch is
 * a guess, it is estimated from those that share a multiprocessor. */
const struct trace *study_counts(const struct study *study);
/* study_counts() without the arguments that are made up, to tell what is known. */
const struct trace *study_counts_of_given(struct arena *a, const struct study *study);
/* Groups of the source view that share a multiprocessor, with what they do in order. */
const struct trace *study_walked(struct arena *a, const struct study *study);

/* What the study's model says; remembered. */
const struct estimate *study_estimate(const struct study *study);
/* Whether somebody has asked for the estimate already. */
bool study_is_estimated(const struct study *study);

/* A copy that differs from the study in what the caller changes next; it prints nothing. */
struct study study_changed(const struct study *study);
/* A changed study of the kernel without a defect. */
struct study study_without(const struct study *study, const struct whatif *whatif);
/* A changed study of another launch of the kernel, whose groups are looked at anew. */
struct study study_relaunched(const struct study *study, const struct launch *launch);
/* The estimate of a changed study; nothing of it is remembered. */
const struct estimate *study_estimate_changed(struct arena *a, const struct study *changed);

#endif
