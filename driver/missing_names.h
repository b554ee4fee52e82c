/* Names that clang does not know, for headers may be missing. */
#ifndef DRIVER_MISSING_NAMES_H
#define DRIVER_MISSING_NAMES_H

#include "base/str.h"
#include "driver/words.h"

/* Declares what a message complains of as missing, as something that fits anywhere in host code.
 * False if it complains of something else, or of what *seen has. */
bool missing_name_declare(struct arena *a, const char *message, struct words *seen,
                          struct str *declarations);

#endif
