/* What AMD's assembly says of spilled registers: how often they are stored and loaded, and whether
 * in loops. For GPUs whose objects LLVM does not disassemble. */
#ifndef CODEGEN_BACKEND_AMD_SPILL_COMMENTS_H
#define CODEGEN_BACKEND_AMD_SPILL_COMMENTS_H

#include <stdint.h>

#include "codegen/code/code.h"
#include "codegen/estimate/registers/spills.h"

/* A line per function of the assembly, as spill_code_read() takes it. */
const char *spill_code_summary(struct arena *a, const char *assembly);
/* Sets the counts if the line is a summary of the function. */
void spill_code_read(const char *line, const char *function, struct spill_count *counts);

/* Spilled registers that machine code stores and loads, and whether in loops. */

/* Sets counts[] of enum spill_place, in registers of 32 bits; a smaller access is of one. */
void code_count_spills(const struct code *c, struct spill_count *counts);

#endif
