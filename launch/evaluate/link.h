/* Several host files as one program: those are linked whose functions and variables the first one
 * needs, and until there is a main(), those that call its own. */
#ifndef LAUNCH_EVALUATE_LINK_H
#define LAUNCH_EVALUATE_LINK_H

#include <llvm-c/Core.h>

#include "launch/evaluate/evaluate.h"

struct ev_linked {
    size_t n;    /* files that were linked */
    bool edited; /* parts of one that do not compile are left out */
    bool more;   /* some were left out: there are too many, or they take too long */
};

/* Links what is needed of q->units into the module. */
struct ev_linked ev_link_units(struct arena *a, const struct ev_request *q, LLVMModuleRef m);

#endif
