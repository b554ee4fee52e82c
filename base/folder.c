#include "base/folder.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const char *folder_temporary(void) {
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk) {
    (void)status, (void)type, (void)walk;
    return remove(path);
}

/* Most folders are empty, or not there. */
void folder_remove(const char *path) {
    enum { OPEN_FOLDERS = 16 };
    if (rmdir(path) != 0 && errno != ENOENT)
        nftw(path, remove_entry, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}
