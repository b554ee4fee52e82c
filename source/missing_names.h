/* Names that clang does not know, for headers may be missing. */
#ifndef SOURCE_MISSING_NAMES_H
#define SOURCE_MISSING_NAMES_H

#include "base/str.h"
#include "base/words.h"

/* All that a compiler's messages complain of, types first, each once. Values in lower case are left
 * out: they are misspelled, or declared with such a type, rather than macros. */
struct words missing_names(struct arena *a, const char *messages);
/* What must be defined for the text to define the name, as for -D: "NAME" or "NAME=VALUE". NULL:
 * not found. */
const char *missing_name_condition(struct arena *a, const char *text, const char *name);
/* Declares what a message complains of as missing, as something that fits anywhere in host code.
 * False if it complains of something else, or of what *seen has. */
bool missing_name_declare(struct arena *a, const char *message, struct words *seen,
                          struct str *declarations);

#endif
