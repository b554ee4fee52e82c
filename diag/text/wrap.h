/* Texts that go on in the next line. */
#ifndef DIAG_TEXT_WRAP_H
#define DIAG_TEXT_WRAP_H

#include "base/arena.h"

/* The text, which begins behind `before` cells, in lines of at most `length` cells where blanks
 * allow that; the lines below the first begin with blanks. A length of 0 leaves it as it is. */
const char *wrapped(struct arena *a, const char *text, size_t before, size_t length);

#endif
