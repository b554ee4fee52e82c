/* Where in a project a text is written that a program built. */
#ifndef DRIVER_CHECK_WRITTEN_SOURCE_H
#define DRIVER_CHECK_WRITTEN_SOURCE_H

#include "base/arena.h"

/* The file below `dir` that is the text in the file at `captured`, or a script that has it in a
 * string; NULL if there is none. */
const char *written_source(struct arena *a, const char *dir, const char *captured);

#endif
