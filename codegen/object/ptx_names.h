/* The kernels of a PTX text, by their `.entry`. */
#ifndef CODEGEN_OBJECT_PTX_NAMES_H
#define CODEGEN_OBJECT_PTX_NAMES_H

#include "base/words.h"
#include "codegen/object/piece.h"

/* Adds the names of those that the text defines. */
void ptx_names_find(struct arena *a, struct piece text, struct words *names);

#endif
