/* Kernels as AMD's back end takes them (for load*.c). */
#ifndef ANALYSIS_LOAD_AMDGPU_H
#define ANALYSIS_LOAD_AMDGPU_H

#include <llvm-c/Core.h>

#include "base/arena.h"

/* amdgpu.ll: OpenCL's work-item functions and barriers on AMD's GPUs. */
extern const char amdgpu_library[];

/* A copy of a module of SPIR for AMD's target, in the same context. Its kernels have to be all that
 * is defined, or called functions always inlined. What OpenCL declares is there: ids of work-items
 * and barriers as the hardware has them; functions of `library`, bitcode that is linked later, are
 * left to it; of others arithmetic is instructions, and anything else an opaque instruction with
 * the same operands, whose number goes to *stood_in. `library` may be NULL. NULL and one line in
 * *error if LLVM does not take it. */
LLVMModuleRef load_amdgpu(struct arena *a, LLVMModuleRef spir, LLVMModuleRef library,
                          unsigned *stood_in, const char **error);

/* amdgpu_builtins.c: replaces calls of what neither the module nor the library defines. Returns how
 * many are opaque now. */
unsigned load_amdgpu_calls(struct arena *a, LLVMModuleRef m, LLVMModuleRef library);

#endif
