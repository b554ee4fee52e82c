/* Addresses as pointers: PTX computes them as numbers. */
#ifndef SOURCE_LANGUAGES_PTX_POINTERS_H
#define SOURCE_LANGUAGES_PTX_POINTERS_H

#include <llvm-c/Core.h>

#include "base/arena.h"

/* What the kernel, whose registers are values already, accesses is reached from pointers: those of
 * variables, those that it loads, and parameters, which become pointers. The function that is in
 * the kernel's place. */
LLVMValueRef ptx_find_pointers(struct arena *a, LLVMModuleRef m, LLVMValueRef kernel);

/* signature_pointers.c: the kernel with pointers for the parameters that have a placeholder, which
 * stands for that pointer; NULL for others. */
LLVMValueRef ptx_retype_params(struct arena *a, LLVMModuleRef m, LLVMValueRef kernel,
                               const LLVMValueRef *placeholders);

#endif
