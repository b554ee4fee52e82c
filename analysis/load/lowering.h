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

/* Those of all languages, by number; NULL for one whose device code is in that form. Each module is
 * asked about by all, in their order. */
struct lowerings {
    const struct lowering *(*of)(size_t language);
    size_t n;
};

#endif
