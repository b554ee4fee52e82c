/* The calls of CUDA's device code in OpenCL's terms (for load_cuda.c). */
#ifndef ANALYSIS_LOAD_CUDA_CALLS_H
#define ANALYSIS_LOAD_CUDA_CALLS_H

#include <llvm-c/Core.h>

void load_cuda_calls(LLVMModuleRef m);

#endif
