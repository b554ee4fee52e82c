/* NVIDIA's machine code of Volta and later: instructions of 16 bytes. */
#ifndef CODEGEN_OBJECT_SASS_SASS_H
#define CODEGEN_OBJECT_SASS_SASS_H

#include "codegen/code/code.h"

/* Sets the instructions of a kernel's machine code for sm_`arch` (75, 80, 90, 120 ...), in
 * c->instructions/n_instructions/bytes; false if the generation has no table. */
bool sass_decode(struct arena *a, const uint8_t *code, size_t n, unsigned arch, struct code *c);

#endif
