/* Which accesses of NVIDIA's code save and restore registers, as ptxas notes in the cubin. */
#ifndef CODEGEN_OBJECT_SPILLS_H
#define CODEGEN_OBJECT_SPILLS_H

#include "codegen/code/code.h"
#include "codegen/object/piece.h"

/* Adds up the spills of a kernel's code, and marks its instructions. `notes` is the value of
 * NV_ANNOTATIONS. */
void spills_read(struct piece code, struct piece notes, struct code *c);

#endif
