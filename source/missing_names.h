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
/* Whether any of a compiler's messages may be about a preprocessor condition that calls a macro
 * which is not there: other messages may follow from that. */
bool missing_macro_is_about(const char *messages);
/* The message, but where it is about a preprocessor condition that calls a macro which is not
 * there, and does not name it, one that does: the macro ends in the text at the error's offset. */
const char *missing_macro_message(struct arena *a, const char *message, const char *text,
                                  unsigned offset);
/* Declares what a message complains of as missing, as something that fits anywhere in host code,
 * and macros in conditions as 0. False if it complains of something else, or of what *seen has. */
bool missing_name_declare(struct arena *a, const char *message, struct words *seen,
                          struct str *declarations);

#endif
