/* CUDA's device code, as clang makes it for NVPTX, in the form that OpenCL's has: a row of
 * lowerings.c. */
#ifndef SOURCE_LANGUAGES_CUDA_LOWER_H
#define SOURCE_LANGUAGES_CUDA_LOWER_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/arena.h"

/* Whether the module is NVPTX's. */
bool load_is_nvptx(LLVMModuleRef m);

/* Kernels get OpenCL's calling convention, intrinsics of NVPTX become calls of OpenCL's built-ins,
 * constant memory is address space 2, and copies of short vectors are one access. Before any pass.
 * The module, or one in its place. */
LLVMModuleRef load_cuda(struct arena *a, LLVMModuleRef m);

#endif
