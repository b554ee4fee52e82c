/* Who can change a file: what is obeyed or kept must be the user's own. */
#ifndef BASE_STORE_OWNERSHIP_H
#define BASE_STORE_OWNERSHIP_H

#include <stdbool.h>
#include <sys/stat.h>

#include "base/arena.h"

/* Whose files are good enough. */
enum owner { OWNER_USER, OWNER_USER_OR_ROOT };

/* Why somebody else may have written what `st` describes, as the end of a sentence that names it,
 * or NULL. A group that has only the user does not count as somebody else. */
const char *ownership_problem(struct arena *a, const struct stat *st, enum owner wanted);
/* Whether the path lies in one of the directories that CLPERF_TRUST lists, separated by colons. */
bool ownership_trusted(const char *path);
/* The path without symbolic links, if it lies below that directory and outside a .git; else NULL.
 */
const char *ownership_below(struct arena *a, const char *path, const char *dir);

#endif
