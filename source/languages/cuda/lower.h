/* CUDA's device code, as clang makes it for NVPTX, in the form that OpenCL's has (for load.c). */
#ifndef SOURCE_LANGUAGES_CUDA_LOWER_H
#define SOURCE_LANGUAGES_CUDA_LOWER_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/arena.h"

/* Whether the module is NVPTX's. */
bool load_is_nvptx(LLVMModuleRef m);
/* Whether it is NVPTX's or AMD's, whose default address space is the flat one. */
bool load_is_flat(LLVMModuleRef m);
/* Whether it was written in OpenCL C. */
bool load_is_opencl(LLVMModuleRef m);

/* Kernels get OpenCL's calling convention, intrinsics of NVPTX become calls of OpenCL's built-ins,
 * constant memory is address space 2, and copies of short vectors are one access. Before any pass.
 * The module, or one in its place. */
LLVMModuleRef load_cuda(struct arena *a, LLVMModuleRef m);

/* Says that what kernels' pointers point to is global memory. Once variables are in registers;
 * "infer-address-spaces" then does the rest. */
void load_cuda_pointers(LLVMModuleRef m, bool (*is_kernel)(LLVMValueRef));

/* SPIR's, with structures as NVPTX has them and the default address space flat. */
extern const char load_flat_layout[];
/* Has the function stay whoever calls it, as a kernel. */
void load_make_kernel(LLVMValueRef f);
/* Lists of variables that must stay would keep all of them. */
void load_forget_used(LLVMModuleRef m);

#endif
