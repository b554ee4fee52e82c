/* The libraries that clperf puts into the user's program. */
#ifndef CAPTURE_LIBRARIES_H
#define CAPTURE_LIBRARIES_H

#include <stdbool.h>

#include "base/arena.h"

/* The path of lib/clperf/NAME beside our own program's folder, or NULL where there is none. */
const char *capture_library(struct arena *a, const char *name);
/* Whether the loader of OpenCL drivers that programs would find has layers. True where there is
 * none, for the program may bring its own. */
bool capture_loader_has_layers(struct arena *a);

/* Puts a path in front of the environment variable's list, or behind it. */
void capture_prepend(struct arena *a, const char *variable, const char *path);
void capture_append(struct arena *a, const char *variable, const char *path);
/* Has programs load a library, given by its absolute path, before their own. LD_PRELOAD ends a name
 * at a blank or colon, so that a folder with blanks is put into LD_LIBRARY_PATH. False for a folder
 * that neither can name: it has a colon or semicolon. */
bool capture_preload(struct arena *a, const char *library);

#endif
