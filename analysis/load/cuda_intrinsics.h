/* The calls of CUDA's device code in OpenCL's terms (for load/cuda.c). */
#ifndef ANALYSIS_LOAD_CUDA_INTRINSICS_H
#define ANALYSIS_LOAD_CUDA_INTRINSICS_H

#include <llvm-c/Core.h>

void load_cuda_calls(LLVMModuleRef m);

#endif
