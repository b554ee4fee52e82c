/* SARIF logs that clperf-cc wrote, read back: their findings as plain structs. */
#ifndef DIAG_REPORT_SARIF_READ_H
#define DIAG_REPORT_SARIF_READ_H

#include <stdbool.h>

#include "base/vec.h"

struct cJSON;

/* A part of a finding's evidence at a place of its own. */
struct sarif_finding {
    struct cJSON *json; /* the whole result, owned by its log */
    const char *rule, *level, *message;
    const char *path;                     /* of the source: as from the root, or absolute */
    const char *kernel, *target, *launch; /* "" where not said */
    const char *fingerprint;              /* hash and, after a colon, which of its equals */
    int line, col, end_line, end_col;     /* columns in UTF-16 units, from 1 */
    const char *line_fingerprint;         /* primaryLocationLineHash */
    bool suppressed;
    bool gone;      /* of a baseline: absent */
    bool unchanged; /* of a baseline */
    double rank;    /* share of the kernel's time in percent, -1 where a cost makes no sense */
};

/* A log and the findings of all its runs. */
struct sarif_log {
    struct cJSON *json; /* for cJSON_Delete() */
    VEC(struct sarif_finding) findings;
};

/* The log in the text. Its paths are made relative to `root`, in the JSON as well, from what each
 * run says it was relative to. Without a root (NULL) they stay, with a '/' in front. False, with
 * one line in *error, if it is none of ours. */
bool sarif_read(struct arena *a, const char *text, const char *root, struct sarif_log *out,
                const char **error);
/* The value at a path of keys and array indices, as in "locations.0.uri", or NULL. */
struct cJSON *sarif_at(const struct cJSON *json, const char *path);
/* Gives the object's member of that key the value, which is taken over; nothing if it is no object.
 */
void sarif_set(struct cJSON *object, const char *key, struct cJSON *value);
/* The text there, or "". */
const char *sarif_text(const struct cJSON *json, const char *path);

#endif
