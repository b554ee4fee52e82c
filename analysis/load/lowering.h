/* What brings device code of other languages into the form that OpenCL's has, before any pass. */
#ifndef ANALYSIS_LOAD_LOWERING_H
#define ANALYSIS_LOAD_LOWERING_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* A language's device code. */
struct lowering {
    bool (*is)(LLVMModuleRef m);
    LLVMModuleRef (*lower)(struct arena *a, LLVMModuleRef m); /* the module, or one in its place */
};

/* Each module is asked about by all rows, in their order. */
struct lowerings {
    const struct lowering *at;
    size_t n;
};

#endif
