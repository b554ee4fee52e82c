/* Files that launches name: captured buffers and program texts. Each is read once, and only if a
 * kernel that is analysed wants it. */
#ifndef LAUNCH_CONTENTS_H
#define LAUNCH_CONTENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

struct contents {
    const char *path;
    uint64_t bytes;
    const uint8_t *at; /* NULL until contents_read() */
};

enum { CONTENTS_BUCKETS = 256 };

/* Those of one manifest, by path. */
struct contents_table {
    struct {
        struct contents **at;
        size_t n, cap;
    } bucket[CONTENTS_BUCKETS];
};

/* The regular file; NULL with the reason if there is none. */
struct contents *contents_find(struct arena *a, struct contents_table *t, const char *path,
                               const char **error);
/* False, with the reason, if it cannot be read. */
bool contents_read(struct arena *a, struct contents *c, const char **error);

#endif
