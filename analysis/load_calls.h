/* Kernels that cannot take in the functions that they call. */
#ifndef ANALYSIS_LOAD_CALLS_H
#define ANALYSIS_LOAD_CALLS_H

#include <llvm-c/Core.h>

#include "base/arena.h"

/* Why the kernel is not analysed: a function calls itself, or it would become too large; or NULL.
 */
const char *calls_refused(struct arena *a, LLVMValueRef kernel);

#endif
