/* The functions that kernels call: those that they cannot take in, and those that optimise freely.
 */
#ifndef ANALYSIS_LOAD_INLINE_CALLS_H
#define ANALYSIS_LOAD_INLINE_CALLS_H

#include <llvm-c/Core.h>

#include "base/arena.h"

/* Why the kernel is not analysed: a function calls itself, or it would become too large; or NULL.
 */
const char *calls_refused(struct arena *a, LLVMValueRef kernel);

/* OpenCL's declarations call every function convergent, which keeps loops with a call as they are.
 * What neither reads memory nor lets work-items meet loses that, and ids are free to be asked for
 * anywhere. */
void calls_relax(struct arena *a, LLVMModuleRef m);

#endif
