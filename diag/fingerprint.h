/* Fingerprints: what makes a finding the same one after unrelated edits. They
 * depend on the rule and the text of the line without its blanks, neither on line
 * numbers nor on costs. */
#ifndef DIAG_FINGERPRINT_H
#define DIAG_FINGERPRINT_H

#include "base/vec.h"
#include "diag/phrase.h"
#include "diag/source.h"

/* Each is a hash and, after a colon, which of those with equal hash it is. */
struct diag_fingerprint {
    const char *line;    /* rule, file's base name, line */
    const char *finding; /* the kernel's name as well */
};

/* "HASH:OCCURRENCE" of each, occurrences counted from 1 in the order given. */
const char **diag_occurrences(struct arena *a, const uint64_t *hash, size_t n);
/* Of the n entries, which must be in the order diag_by_result. */
const struct diag_fingerprint *diag_fingerprints(struct arena *a, struct diag_source *source,
                                                 const struct diag_entry *e, size_t n);

#endif
