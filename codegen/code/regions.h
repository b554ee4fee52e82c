/* What loops do in both forms of a kernel, the machine view and the code, and which loop of the one
 * is which of the other: from these join.c has what the code spends on each item. */
#ifndef CODEGEN_CODE_REGIONS_H
#define CODEGEN_CODE_REGIONS_H

#include "codegen/code/join.h"

/* Kinds of work of which there is as much in an iteration of a loop in both forms, so that their
 * ratio says how often the code has unrolled it. */
enum evidence {
    LOADED_GLOBAL, /* bytes per lane */
    STORED_GLOBAL,
    LOADED_LOCAL,
    STORED_LOCAL,
    ATOMICS,
    BARRIERS,
    FLOATS, /* instructions */
    DOUBLES,
    MATRICES,
    EVIDENCE
};

/* Memory says most; arithmetic is asked where there is none. */
enum { MEMORY_EVIDENCE = FLOATS };

/* A loop without the loops within it, or what is outside of loops. */
struct region {
    double work[EVIDENCE];
    double count[CODE_KINDS];
    double guarded[CODE_KINDS]; /* of these, those that some warps or iterations leave out */
    double instructions;        /* of the view: that compilers usually make of it */
    double functions; /* of these, those of divisions and functions, which are one operation in the
                       * view and many instructions in the code */
    bool tables;      /* of the view: functions may be looked up in tables in the code */
    double all[EVIDENCE]; /* with the loops within, each once */
};

/* Regions by loop number, outer before inner, the last one for what is in no loop. */
struct regions {
    struct region *at;
    uint32_t n_loops;
    uint32_t *parent; /* by loop; that of an outermost one is n_loops */
};

struct joining {
    struct arena *arena;
    const struct kernel *k;
    const struct code *c;
    struct regions view, code;
    uint32_t *match;     /* by region of the view: a region of the code, or NONE */
    const bool *guarded; /* by block of the view */
};

/* The class of a code's instructions that ours are among: it does not say of sums what goes into
 * one of three inputs. */
enum op_class code_class(enum op_class c);
/* Of the machine view `j->k`, whose divisions and functions are as long as on the GPU. */
struct regions regions_of_view(const struct joining *j, const struct gpu *g);
/* Of the code, without what only calls lead to. */
struct regions regions_of_code(struct arena *a, const struct code *c);
/* Adds what a region does so many times. */
void region_add(struct region *sum, const struct region *r, double times);

/* Fills in `match` from the regions of both: loops in their order, outer before inner, by how alike
 * they are. */
void match_loops(struct joining *j);

#endif
