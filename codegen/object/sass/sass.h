/* Machine code of NVIDIA GPUs (SASS), from Maxwell to Blackwell, read by tables of opcodes. NVIDIA
 * does not document the encodings; the tables say where their facts are from. */
#ifndef CODEGEN_OBJECT_SASS_SASS_H
#define CODEGEN_OBJECT_SASS_SASS_H

#include "codegen/code/code.h"

/* Sets the instructions of a kernel's machine code for sm_`arch` (52, 61, 70, 75, 80, 86, 90, 100,
 * 120 ...), in c->instructions, n_instructions, bytes. Any bytes can be decoded: what no table has
 * becomes an unknown instruction, and what is left at the end without being a whole one is not
 * counted. False if the generation has no table. */
bool sass_decode(struct arena *a, const uint8_t *code, size_t n, unsigned arch, struct code *c);

#endif
