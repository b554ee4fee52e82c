/* What a kernel of AMD's is started with, and which accesses are to that: its parameters, and the
 * stack. */
#ifndef CODEGEN_OBJECT_AMDGPU_FRAME_H
#define CODEGEN_OBJECT_AMDGPU_FRAME_H

#include "codegen/code/code.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sets the space of accesses by instructions: parameters of the kernel and of its launch are
 * constant, and buffers of the stack private. `properties` are the kernel descriptor's.
 *
 * Spilled registers are at constant places of the stack, so an access of one has no vector register
 * as an address; where the object says that registers are spilled, those are taken for spills.
 *
 * Not told apart: elements of private arrays at constant places, which a kernel that spills may
 * have, too. */
void amdgpu_find_frame(struct code *c, struct code_instruction *instructions, uint16_t properties);

#ifdef __cplusplus
}
#endif
#endif
