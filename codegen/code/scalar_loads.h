/* Which accesses of a machine view the scalar unit does, by machine code. */
#ifndef CODEGEN_CODE_SCALAR_LOADS_H
#define CODEGEN_CODE_SCALAR_LOADS_H

#include "codegen/code/code.h"

/* By access of the machine view: a load that the code does once for the warp. Accesses and
 * instructions are matched by their places in the source: by line where no instruction has the
 * access's column, as where several loads became one. */
const bool *code_scalar_loads(struct arena *a, const struct kernel *machine, const struct code *c);

#endif
