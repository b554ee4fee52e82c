/* The kernels of one source in both views, and which of them are not to be analysed. */
#ifndef ANALYSIS_IR_MODULE_H
#define ANALYSIS_IR_MODULE_H

#include "analysis/ir/kernel.h"

struct module {
    struct kernel **source;  /* the kernels in source view, in source order */
    struct kernel **machine; /* the same kernels in machine view; NULL: not asked for */
    size_t n;
};

/* Kernels that are not to be analysed: `of` gives the reason, or NULL. It is asked for every
 * kernel, by number in the module, before anything is done with them. */
struct refusals {
    const char *(*of)(const struct refusals *r, size_t number, const char *kernel);
};

#endif
