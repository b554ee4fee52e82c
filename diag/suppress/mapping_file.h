/* Suppression mappings: which findings are not reported in which files, in the format of Clang's
 * --warning-suppression-mappings=.
 *
 *     # A comment.
 *     [clperf-uncoalesced]
 *     src:*vendor*
 *     src:*vendor/ours*=emit
 *     kernel:*_debug
 *
 * A section names a rule, a group or, as [*], all rules. A pattern has *, ? and [...], and * passes
 * over '/', too. It is compared with a file's name as it was given, from the mapping file's
 * directory, and as an absolute path. The last line that matches decides. */
#ifndef DIAG_SUPPRESS_MAPPING_FILE_H
#define DIAG_SUPPRESS_MAPPING_FILE_H

#include "diag/report.h"

struct mapping_line {
    const char *rule; /* of the section */
    const char *pattern;
    bool of_kernels; /* the pattern is of kernels' names, not of files */
    bool emit;       /* do report them */
    const char *dir; /* of the mapping file, absolute */
    struct loc loc;
};

struct mapping {
    struct mapping_line *at;
    size_t n, cap;
};

struct mapping_problems {
    struct report_problem *at;
    size_t n, cap;
};

/* Appends the file's lines. What is wrong with it is appended to *p. */
void mapping_read(struct arena *a, const char *path, struct mapping *m, struct mapping_problems *p);
/* The line that suppresses that rule's findings there, or NULL. */
const struct mapping_line *mapping_find(struct arena *a, const struct mapping *m, const char *rule,
                                        const char *file, const char *kernel);

#endif
