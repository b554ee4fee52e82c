/* Modules whose default address space is the flat one: of CUDA, HIP and loops. */
#ifndef ANALYSIS_LOAD_FLAT_H
#define ANALYSIS_LOAD_FLAT_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Whether the module is NVPTX's or AMD's, whose default address space is the flat one. */
bool load_is_flat(LLVMModuleRef m);
/* Whether the module was written in OpenCL C. */
bool load_is_opencl(LLVMModuleRef m);

/* Says that what kernels' pointers point to is global memory. Once variables are in registers;
 * "infer-address-spaces" then does the rest. */
void load_flat_pointers(LLVMModuleRef m, bool (*is_kernel)(LLVMValueRef));

/* SPIR's, with structures as NVPTX has them and the default address space flat. */
extern const char load_flat_layout[];
/* Has the function stay whoever calls it, as a kernel. */
void load_make_kernel(LLVMValueRef f);
/* Lists of variables that must stay would keep all of them. */
void load_forget_used(LLVMModuleRef m);

#endif
