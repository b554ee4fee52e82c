/* Spilled registers that machine code stores and loads, and whether in loops. */
#ifndef CODEGEN_BACKEND_CODE_SPILLS_H
#define CODEGEN_BACKEND_CODE_SPILLS_H

#include "codegen/code/code.h"
#include "codegen/estimate/registers/spills.h"

/* Sets counts[] of enum spill_place, in registers of 32 bits; a smaller access is of one. */
void code_count_spills(const struct code *c, struct spill_count *counts);

#endif
