/* Files that editors open, in the cache: pages of rules, and reports. */
#ifndef LSP_PAGES_H
#define LSP_PAGES_H

#include <stdbool.h>

#include "base/arena.h"

/* The path of a page, or NULL where there is no cache. */
const char *pages_path(struct arena *a, const char *name);
/* False if it cannot be written. */
bool pages_write(struct arena *a, const char *path, const char *text);

#endif
