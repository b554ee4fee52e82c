/* Files that are there as a whole or not at all, however the process that writes them ends. This
 * file is part of clperf-cc: nothing but libc. */
#ifndef BASE_STORE_WHOLE_FILE_H
#define BASE_STORE_WHOLE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/arena.h"

struct whole_file {
    const char *path; /* what is there already is replaced, a symbolic link too */
    mode_t mode;      /* less what umask takes away */
    const char *bytes;
    size_t n;
    bool no_links; /* `path` is a real path: where it has become another since, nothing is written
                    */
};

/* Writes under a name of its own beside the path, and renames that. False with errno set. */
bool whole_file_put(struct arena *a, const struct whole_file *f);

/* A list of the names of their own, for children to fill: who is killed while writing leaves one.
 * Children find it in their environment from now on. The descriptor, or -1. */
int whole_file_list(void);
/* In such a child: the list is not passed on to what it executes. */
void whole_file_use_list(void);
/* Removes the files in the list that there still are, and closes it. */
void whole_file_remove_left(int list);

#endif
