/* Device code for AMD's GPUs, of HIP or by others' compilers, in the form that OpenCL's has: a row
 * of lowerings.c. */
#ifndef SOURCE_LANGUAGES_HIP_AMDGCN_H
#define SOURCE_LANGUAGES_HIP_AMDGCN_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/arena.h"

bool load_is_amdgcn(LLVMModuleRef m);

/* A module in its place: pointers are flat where they are to
 * private memory, as NVPTX's, and kernels, structures and intrinsics as load_cuda() leaves them. */
LLVMModuleRef load_amdgcn(struct arena *a, LLVMModuleRef m);

/* amdgcn_calls.c: intrinsics become calls of OpenCL's built-ins. */
void load_amdgcn_calls(LLVMModuleRef m);

#endif
