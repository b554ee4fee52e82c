/* Code objects of AMD's GPUs: ELF as LLVM's and ROCm's compilers write it, versions 3 to 6. LLVM
 * disassembles it. */
#ifndef CODEGEN_OBJECT_AMDGPU_H
#define CODEGEN_OBJECT_AMDGPU_H

#include "codegen/code/code.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether LLVM disassembles objects that are compiled for the processor: those before gfx8 it does
 * not. */
bool amdgpu_has_disassembler(const char *arch);

/* The kernels of one code object, linked or not, with lines where it has debug information. Which
 * accesses are to the stack, and which of these are spills, is found by the frame
 * (amdgpu_frame.h). */
struct code_module amdgpu_read(struct arena *a, const void *bytes, size_t n);

/* The kernels in assembly that LLVM's back end wrote, for a processor of any age: as in the object
 * that is assembled from it. */
struct code_module amdgpu_read_assembly(struct arena *a, const char *text, size_t n);

#ifdef __cplusplus
}
#endif
#endif
