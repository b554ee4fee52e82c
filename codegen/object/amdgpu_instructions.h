/* What AMD's instructions do, by their names: LLVM decodes them, and has no public table of it. */
#ifndef CODEGEN_OBJECT_AMDGPU_INSTRUCTIONS_H
#define CODEGEN_OBJECT_AMDGPU_INSTRUCTIONS_H

#include "codegen/code/code.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Between the two halves of a dual instruction's name. */
#define AMDGPU_DUAL " :: "

/* Sets what the name says: class, second class, memory, space, bytes, flow, scalar, waits_memory.
 * A dual instruction is called "v_dual_X :: v_dual_Y", with AMDGPU_DUAL between them.
 * `data_registers` are those of 32 bits that it moves or computes, for what its name does not tell
 * (images, blocks of matrices); 0: unknown. Accesses by "buffer_" are taken to be of global memory.
 */
void amdgpu_classify(const char *name, uint32_t data_registers, struct code_instruction *in);

/* The processor of an object's e_flags, or NULL. */
const char *amdgpu_machine(uint32_t flags);

#ifdef __cplusplus
}
#endif
#endif
