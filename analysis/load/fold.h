/* What a program computes of constants. */
#ifndef ANALYSIS_LOAD_FOLD_H
#define ANALYSIS_LOAD_FOLD_H

#include <llvm-c/Core.h>

#include "base/arena.h"

/* Replaces arithmetic and elementary functions of numbers by their results. Variables must be in
 * registers already, and functions inlined. */
void load_fold(struct arena *a, LLVMModuleRef m);

#endif
