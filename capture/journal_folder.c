#include "capture/journal_folder.h"

#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/journal.h"
#include "capture/journal_file.h"

static struct {
    pthread_once_t once;
    char *path;
} folder = {.once = PTHREAD_ONCE_INIT};

static void find_folder(void) {
    const char *path = getenv(JOURNAL_DIRECTORY);
    if (path && *path == '/')
        folder.path = strdup(path);
}

const char *journal_folder(void) {
    pthread_once(&folder.once, find_folder);
    return folder.path;
}

void journal_ignore(void) {
    pthread_once(&folder.once, find_folder);
    folder.path = NULL;
}

void journal_name(char name[JOURNAL_NAME], const char *in, struct journal_hash hash,
                  const char *suffix) {
    snprintf(name, JOURNAL_NAME, "%s/%016" PRIx64 "%016" PRIx64 ".%s", in, hash.a, hash.b, suffix);
}

static bool path_of(char path[PATH_MAX], const char *name) {
    return snprintf(path, PATH_MAX, "%s/%s", folder.path, name) < PATH_MAX;
}

bool journal_has_file(const char *name) {
    char path[PATH_MAX];
    return path_of(path, name) && access(path, F_OK) == 0;
}

bool journal_write_file(const char *name, const void *bytes, uint64_t n) {
    char path[PATH_MAX];
    if (!path_of(path, name))
        return false;
    char *base = strrchr(path, '/');
    *base = '\0';
    mkdir(path, 0755);
    *base = '/';
    return journal_file_write(path, bytes, n);
}
