/* LLVM's passes on a module, by the names of a pipeline as opt takes them. */
#ifndef ANALYSIS_LOAD_RUN_PASSES_H
#define ANALYSIS_LOAD_RUN_PASSES_H

#include <llvm-c/Core.h>

#include "base/arena.h"

/* Runs them one after another. NULL, or one line from LLVM that says why they could not run. */
const char *load_run_passes(struct arena *a, LLVMModuleRef m, const char *passes);

#endif
