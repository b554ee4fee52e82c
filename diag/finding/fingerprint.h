/* Fingerprints: what makes a finding the same one after unrelated edits. They depend
 * on the rule, the file's base name, the kernel's name and the code of the line, which
 * is counted among equal ones of its kernel; not on line numbers, blanks, comments,
 * costs, other findings, or other kernels. */
#ifndef DIAG_FINDING_FINGERPRINT_H
#define DIAG_FINDING_FINGERPRINT_H

#include "base/vec.h"
#include "diag/finding/phrase.h"
#include "diag/text/source.h"

/* Each is a hash and, after a colon, which of those with equal hash it is. */
struct diag_fingerprint {
    const char *line;    /* the same for all GPUs and launches */
    const char *finding; /* on which GPU, and of which launch of the kernel, as well */
};

/* "HASH:OCCURRENCE" of each, occurrences counted from 1 in the order given. */
const char **diag_occurrences(struct arena *a, const uint64_t *hash, size_t n);
/* Of the report's n entries, in the order diag_by_result. */
const struct diag_fingerprint *diag_fingerprints(struct arena *a, struct diag_source *source,
                                                 const struct report *report,
                                                 const struct diag_entry *e, size_t n);

#endif
