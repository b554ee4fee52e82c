#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/journal.h"
#include "capture/journal_file.h"
#include "capture/journal_folder.h"

struct name {
    struct name *next;
    char text[JOURNAL_NAME];
};

/* What all processes wrote is counted in a file that they share. */
static struct {
    pthread_once_t once;
    uint64_t most; /* bytes in all */
    _Atomic uint64_t *written;
    char path[PATH_MAX];
    struct journal_file file;
    struct name *_Atomic names;
} contents = {.once = PTHREAD_ONCE_INIT};

static void start(void) {
    const char *most = getenv(JOURNAL_BUFFERS), *folder = journal_folder();
    if (!most || !folder)
        return;
    if (snprintf(contents.path, PATH_MAX, "%s/contents.bytes", folder) >= PATH_MAX)
        return;
    contents.file.path = contents.path;
    contents.written = journal_file_take(&contents.file, sizeof *contents.written, NULL);
    contents.most = contents.written ? strtoull(most, NULL, 10) << 20 : 0;
}

uint64_t journal_contents_left(void) {
    int error = errno;
    pthread_once(&contents.once, start);
    errno = error;
    uint64_t written = contents.most ? atomic_load(contents.written) : 0;
    return written < contents.most ? contents.most - written : 0;
}

static bool reserve(uint64_t n) {
    if (atomic_fetch_add(contents.written, n) + n <= contents.most)
        return true;
    atomic_fetch_sub(contents.written, n);
    return false;
}

/* A name as long as the process lives. Two threads may each add the same. */
static const char *lasting(const char *text) {
    struct name *name = atomic_load(&contents.names);
    while (name && strcmp(name->text, text) != 0)
        name = name->next;
    if (name || !(name = malloc(sizeof *name)))
        return name ? name->text : NULL;
    strcpy(name->text, text);
    name->next = atomic_load(&contents.names);
    while (!atomic_compare_exchange_weak(&contents.names, &name->next, name))
        ;
    return name->text;
}

static const char *write_contents(const void *bytes, uint64_t n) {
    struct journal_hash hash = {'b', 0};
    char name[JOURNAL_NAME];
    journal_hash_bytes(&hash, bytes, n);
    journal_name(name, "buffers", journal_hash_end(hash), "bin");
    if (journal_has_file(name))
        return lasting(name);
    if (!reserve(n))
        return NULL;
    if (journal_write_file(name, bytes, n))
        return lasting(name);
    atomic_fetch_sub(contents.written, n);
    journal_remark("There was no room on the disk for the contents of all buffers.");
    return NULL;
}

const char *journal_contents(const void *bytes, uint64_t n) {
    int error = errno;
    journal_contents_left();
    const char *name = contents.most ? write_contents(bytes, n) : NULL;
    errno = error;
    return name;
}
