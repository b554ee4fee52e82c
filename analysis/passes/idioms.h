/* Idioms of memory access by loop, as PMaC's idiom recognizer names them (Carrington and others, An
 * Idiom-finding Tool for Increasing Productivity of Accelerators, ICS 2011): what a loop does with
 * its arrays, whatever the launch. */
#ifndef ANALYSIS_PASSES_IDIOMS_H
#define ANALYSIS_PASSES_IDIOMS_H

#include "analysis/ir/kernel.h"

enum idiom {
    IDIOM_NONE,      /* private and local memory, and what is none of the others */
    IDIOM_STREAM,    /* elements in an order that no data decides */
    IDIOM_GATHER,    /* loads at places that were loaded */
    IDIOM_SCATTER,   /* stores, or atomics, at such places */
    IDIOM_STENCIL,   /* loads of neighbours */
    IDIOM_REDUCTION, /* many elements to one: a sum, a product, a minimum, a maximum */
    IDIOMS
};

struct idioms {
    const enum idiom *access; /* by access */
    /* By loop, at n_loops what is outside of any: bit per idiom of it and of no loop within. */
    const uint32_t *loop;
};

/* Of a source view. */
struct idioms an_find_idioms(struct arena *a, const struct kernel *k);
const char *idiom_name(enum idiom i);

#endif
