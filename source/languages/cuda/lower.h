/* CUDA's device code, as clang makes it for NVPTX, in the form that OpenCL's has. */
#ifndef SOURCE_LANGUAGES_CUDA_LOWER_H
#define SOURCE_LANGUAGES_CUDA_LOWER_H

#include <llvm-c/Core.h>

struct lowering;

/* Kernels get OpenCL's calling convention, intrinsics of NVPTX become calls of OpenCL's built-ins,
 * constant memory is address space 2, and copies of short vectors are one access. */
extern const struct lowering cuda_lowering;

/* The calls of CUDA's device code in OpenCL's terms (for load/cuda.c). */

void load_cuda_calls(LLVMModuleRef m);

#endif
