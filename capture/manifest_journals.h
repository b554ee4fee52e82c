/* Journals as they were written, line by line. */
#ifndef CAPTURE_MANIFEST_JOURNALS_H
#define CAPTURE_MANIFEST_JOURNALS_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "base/vec.h"
#include "capture/journal_format.h"

struct read_journal {
    const char *path;
    char *lines; /* NUL-terminated */
    size_t n_lines;
    char *counts;
    size_t n_counts; /* bytes */
};

struct read_journals {
    struct read_journal *at;
    size_t n, cap;
};

/* The journals of a folder, in the order in which they were begun, without their contents. False
 * if there is no such folder. */
bool manifest_list_journals(struct arena *a, const char *folder, struct read_journals *found);
/* Reads a journal's files. */
void manifest_read_journal(struct arena *a, struct read_journal *j);
/* The next line that holds something, which the caller deletes, or NULL. *at starts at 0. */
cJSON *manifest_next_line(const struct read_journal *j, size_t *at);
/* The counts that a line refers to; none are lost, so one without has been counted once. */
struct journal_counts manifest_counts(const struct read_journal *j, const cJSON *line);
/* How many launches had no room. */
uint64_t manifest_lost(const struct read_journal *j);

#endif
