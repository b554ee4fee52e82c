/* Values of arguments, of what a journal has of them and the type of the parameter. */
#ifndef CAPTURE_MANIFEST_VALUES_H
#define CAPTURE_MANIFEST_VALUES_H

#include <stdint.h>

#include "capture/journal_text.h"

/* Adds the bytes that `hex` names: a number, an array of numbers, or {"raw": "HEX"} where the type
 * is NULL, none of scalars and vectors, or of another size. */
void manifest_add_value(struct journal_text *t, const char *type, const char *hex);

/* How many elements a buffer of that type ("float4*") has, 0: unknown. */
uint64_t manifest_elements(const char *type, uint64_t bytes);

#endif
