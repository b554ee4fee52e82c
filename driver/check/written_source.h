/* Where in a project a text is written that a program built. */
#ifndef DRIVER_CHECK_WRITTEN_SOURCE_H
#define DRIVER_CHECK_WRITTEN_SOURCE_H

#include "base/words.h"

/* The files below `dir` in which such a text may be. */
struct words written_candidates(struct arena *a, const char *dir);
/* That of them which is the text in the file at `captured`, or a script that has it in a string;
 * NULL if there is none. */
const char *written_source(struct arena *a, const struct words *candidates, const char *captured);

#endif
