/* Fat binaries: device code for several architectures. */
#ifndef CODEGEN_OBJECT_FATBIN_H
#define CODEGEN_OBJECT_FATBIN_H

#include "codegen/object/object.h"

bool fatbin_is(struct piece bytes);
/* Adds the entries of the fat binaries that follow each other in a file or section. NULL, or why
 * the rest could not be read. */
const char *fatbin_read(struct arena *a, struct piece bytes, struct device_object *o);

#endif
