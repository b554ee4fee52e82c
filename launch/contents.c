#include "launch/contents.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/str.h"

/* FNV-1a. */
static unsigned bucket_of(const char *path) {
    uint32_t hash = 2166136261u;
    for (const char *s = path; *s; s++)
        hash = (hash ^ (unsigned char)*s) * 16777619u;
    return hash % CONTENTS_BUCKETS;
}

static const char *unreadable(struct arena *a, const char *path, const char *why) {
    return arena_printf(a, "cannot read '%s': %s", path, why);
}

struct contents *contents_find(struct arena *a, struct contents_table *t, const char *path,
                               const char **error) {
    struct stat status;
    unsigned b = bucket_of(path);
    for (size_t i = 0; i < t->bucket[b].n; i++)
        if (strcmp(t->bucket[b].at[i]->path, path) == 0)
            return t->bucket[b].at[i];
    int wrong = stat(path, &status) != 0                      ? errno
                : !S_ISREG(status.st_mode)                    ? ENXIO
                : status.st_size > (off_t)READ_FILE_MIB << 20 ? EFBIG
                                                              : 0;
    if (wrong) {
        *error = unreadable(a, path, read_file_error(a, wrong));
        return NULL;
    }
    struct contents *c = NEW(a, struct contents);
    *c = (struct contents){.path = arena_strdup(a, path), .bytes = (uint64_t)status.st_size};
    vec_push(a, &t->bucket[b], c);
    return c;
}

bool contents_read(struct arena *a, struct contents *c, const char **error) {
    size_t bytes = 0;
    if (!c->at) {
        c->at = (const uint8_t *)read_file(a, c->path, &bytes);
        c->bytes = bytes;
    }
    if (!c->at)
        *error = unreadable(a, c->path, read_file_error(a, errno));
    return c->at;
}
