/* Places in the source, from `.debug_line` of a cubin (nvcc -lineinfo, -G). */
#ifndef CODEGEN_OBJECT_LINE_TABLE_H
#define CODEGEN_OBJECT_LINE_TABLE_H

#include "codegen/code/code.h"
#include "codegen/object/elf.h"

/* Sets `loc` of the instructions of all codes: codes[i] is section i's, or NULL. What cannot be
 * read has no place. */
void line_table_read(struct arena *a, const struct elf *e, struct code *const *codes);

#endif
