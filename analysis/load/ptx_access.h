/* Inline PTX that is one load or store of global or shared memory, perhaps under a condition, as
 * Triton's compiler writes all its accesses, or that reads one of the launch's registers (for
 * load/cuda.c). */
#ifndef ANALYSIS_LOAD_PTX_ACCESS_H
#define ANALYSIS_LOAD_PTX_ACCESS_H

#include <llvm-c/Core.h>

#include "base/arena.h"

/* They become LLVM's own instructions and calls of OpenCL's built-ins; other assembly stays. */
void load_ptx_accesses(struct arena *a, LLVMModuleRef m);

#endif
