/* What the readers of manifests share (manifest*.c). */
#ifndef LAUNCH_MANIFEST_READING_H
#define LAUNCH_MANIFEST_READING_H

#include <cjson/cJSON.h>

#include "launch/contents.h"
#include "launch/launch.h"

/* A manifest that is being read. After the first error `failed` stays set. */
struct manifest {
    struct arena *arena;
    const char *path;
    struct problems *problems;
    const char *device;    /* that the launches were captured on; NULL: not captured, or unknown */
    const char *directory; /* that the captured program ran in, or NULL */
    struct contents_table files;
    const struct captured_sources *sources; /* NULL: none are named */
    bool captured;                          /* `clperf capture` wrote it */
    bool failed;
};

/* Says what is wrong, with the JSON path `at`. */
void manifest_fail(struct manifest *m, const char *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether it is a whole number from `low` to what a launch can have. */
bool manifest_is_count(const cJSON *v, double low);
const char *manifest_text(struct manifest *m, const cJSON *v, const char *at);

/* The arguments, an object by name or position. */
void manifest_args(struct manifest *m, const cJSON *v, const char *at, struct given_launch *g);

#endif
