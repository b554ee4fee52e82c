/* The calls of CUDA's device code in OpenCL's terms (for load/cuda.c). */
#ifndef SOURCE_LANGUAGES_CUDA_CUDA_INTRINSICS_H
#define SOURCE_LANGUAGES_CUDA_CUDA_INTRINSICS_H

#include <llvm-c/Core.h>

void load_cuda_calls(LLVMModuleRef m);

#endif
