/* Device code for AMD's GPUs, of HIP or by others' compilers, in the form that OpenCL's has. */
#ifndef SOURCE_LANGUAGES_HIP_AMDGCN_H
#define SOURCE_LANGUAGES_HIP_AMDGCN_H

#include <llvm-c/Core.h>

/* A module in its place: pointers are flat where they are to private memory, as NVPTX's, and
 * kernels, structures and intrinsics as cuda_lowering leaves them. */
extern const struct lowering amdgcn_lowering;

/* amdgcn_calls.c: intrinsics become calls of OpenCL's built-ins. */
void load_amdgcn_calls(LLVMModuleRef m);

#endif
