/* Two reports side by side: which kernel of the new one is which of the old one, and which of its
 * findings were there before. What clperf diff prints and clperf gate judges. */
#ifndef DIAG_COMPARE_COMPARE_H
#define DIAG_COMPARE_COMPARE_H

#include <stdio.h>

#include "diag/report/report_read.h"

struct review_findings {
    const struct report_finding **at;
    size_t n, cap;
};

struct review_pair {
    const struct report_kernel *old, *new; /* NULL: it was not there, or is gone */
    struct review_findings added, absent;
    size_t unchanged;
};

struct review {
    const struct report_file *old, *new;
    struct review_pair *at; /* in the order of the new report, then those that are gone */
    size_t n, cap;
};

/* `old` may be NULL: then nothing is new. Kernels are matched by file, name, GPU, model and launch,
 * what is left without the launch, and then without the file's directory; findings by fingerprint.
 */
struct review review_make(struct arena *a, const struct report_file *old,
                          const struct report_file *new);
/* The time's change in percent; 0 where there is none to tell. */
double review_change(const struct review_pair *p);

/* A row of diff_formats.def. Returns 0, or -1 if writing failed. */
struct review_format {
    const char *name, *what;
    int (*write)(struct arena *a, FILE *out, const struct review *r);
};
extern const struct review_format review_formats[];
extern const size_t review_format_count;

#define REVIEW_FORMAT(name, what) int diff_##name(struct arena *, FILE *, const struct review *);
#include "diag/compare/diff_formats.def"
#undef REVIEW_FORMAT

#endif
