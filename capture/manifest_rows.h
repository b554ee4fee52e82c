/* What was launched, by all processes, grouped by what differs. */
#ifndef CAPTURE_MANIFEST_ROWS_H
#define CAPTURE_MANIFEST_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "capture/journal_format.h"
#include "capture/journal_hash.h"
#include "capture/manifest_journals.h"

/* A text and how often it was noted: a launch as JSON without its end, the name of a call or a
 * device, a remark, the name of a file or of a kernel. */
struct noted {
    const char *text;
    struct journal_counts counts;
    struct journal_hash hash;
};

/* Texts in the order of their first appearance. */
struct noted_texts {
    struct noted *at;
    size_t n, cap;
    uint32_t *places; /* a hash table of numbers from 1 */
    size_t n_places;
};

struct captured {
    struct arena *arena;
    const char *files; /* the folder of texts and contents, as the manifest is to name it */
    struct noted_texts launches, calls, devices, remarks;
    struct noted_texts referred; /* names of texts and contents, relative to the journals' folder */
    struct noted_texts kernels;  /* that were launched */
    uint64_t lost;               /* launches that had no room */
};

/* Adds what a journal holds. */
void manifest_add_journal(struct captured *c, const struct read_journal *j);
/* Adds a text, or to its counts. */
void manifest_note(struct arena *a, struct noted_texts *texts, const char *text,
                   const struct journal_counts *counts);
/* Whether the text is there. */
bool manifest_noted(const struct noted_texts *texts, const char *text);

#endif
