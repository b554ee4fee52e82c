/* File names as SARIF wants them. */
#ifndef DIAG_URI_H
#define DIAG_URI_H

#include "base/arena.h"

/* The file relative to `root` (NULL: the current directory), symbolic links
 * resolved, percent-encoded; never with "./". A file outside of the root has no
 * such name and becomes a file:// URI. */
const char *diag_uri(struct arena *a, const char *root, const char *file);

#endif
