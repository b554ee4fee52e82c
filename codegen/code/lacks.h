/* What machine code does not have, though its source or a machine view does. */
#ifndef CODEGEN_CODE_LACKS_H
#define CODEGEN_CODE_LACKS_H

#include "codegen/code/code.h"

/* Whether the code certainly has nothing of what the class stands for, on the line, or anywhere
 * where the line is 0 or the code says no lines: no division, root or elementary function in full
 * precision where nothing is called and each instruction of the special unit has one product
 * beside it at most, or where there is none and fewer products than a polynomial has; no double
 * precision where no instruction is of it. False of other classes. */
bool code_lacks(const struct code *c, enum op_class cls, struct loc loc);

#endif
