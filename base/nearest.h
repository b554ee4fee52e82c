/* What somebody probably meant. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <stddef.h>

/* The candidate most like the word, or NULL if none is close. */
const char *nearest_word(const char *word, const char *const *candidates, size_t count);

#endif
