/* File names as SARIF wants them. */
#ifndef BASE_URI_H
#define BASE_URI_H

#include "base/arena.h"

/* The file relative to `root` (NULL: the current directory), symbolic links
 * resolved, percent-encoded; never with "./". A file outside of the root has no
 * such name and becomes a file:// URI. */
const char *diag_uri(struct arena *a, const char *root, const char *file);
/* The file as a path: relative to the root, or absolute where the file is outside of it. */
const char *diag_path(struct arena *a, const char *root, const char *file);
/* The path from the top, symbolic links resolved as far as the file is there. */
const char *diag_absolute(struct arena *a, const char *path);
/* The directory (NULL: the current one) as a file:// URI, which ends with '/'. */
const char *diag_directory_uri(struct arena *a, const char *directory);
/* The path that a file:// URI, or one relative to a path, is of. */
const char *diag_uri_path(struct arena *a, const char *base, const char *uri);

#endif
