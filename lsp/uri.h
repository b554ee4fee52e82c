/* URIs of files, as editors name documents. */
#ifndef LSP_URI_H
#define LSP_URI_H

#include "base/arena.h"

/* The path of a file:// URI, or NULL if it is of something else. */
const char *uri_path(struct arena *a, const char *uri);
/* The file:// URI of an absolute path. */
const char *uri_of(struct arena *a, const char *path);

#endif
