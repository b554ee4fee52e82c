/* Folders as a whole. This file is part of clperf-cc: nothing but libc. */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

/* Where temporary files go: TMPDIR, or /tmp. */
const char *folder_temporary(void);
/* Removes a folder with all that is in it; links are removed, not followed. Does nothing if there
 * is none. */
void folder_remove(const char *path);

#endif
