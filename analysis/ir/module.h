/* The kernels of one source in both views, and which of them are not to be analysed. */
#ifndef ANALYSIS_IR_MODULE_H
#define ANALYSIS_IR_MODULE_H

#include "analysis/ir/kernel.h"

/* Which loops of machine views are unrolled: compilers differ in that. */
enum unrolling {
    UNROLL_ALL,      /* also those whose trip count nobody knows */
    UNROLL_CONSTANT, /* those of constant trip count */
    UNROLLINGS
};

/* A set of them: bit by number. */
typedef unsigned unrolling_set;

struct module {
    struct kernel **source; /* the kernels in source view, in source order */
    /* The same kernels in machine view, by enum unrolling; NULL: not asked for. */
    struct kernel **machine[UNROLLINGS];
    size_t n;
};

/* Kernels that are not to be analysed: `of` gives the reason, or NULL. It is asked for every
 * kernel, by number in the module, before anything is done with them. */
struct refusals {
    const char *(*of)(const struct refusals *r, size_t number, const char *kernel);
};

#endif
