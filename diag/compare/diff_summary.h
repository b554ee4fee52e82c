/* What the formats of clperf diff share. */
#ifndef DIAG_COMPARE_DIFF_SUMMARY_H
#define DIAG_COMPARE_DIFF_SUMMARY_H

#include "diag/compare/compare.h"

struct diff_totals {
    size_t faster, slower, same, added, gone; /* kernels */
    size_t findings_new, findings_absent, findings_unchanged;
};

struct diff_totals diff_totals(const struct review *r);
/* Whether the two of a pair differ in anything that is shown. */
bool diff_differs(const struct review_pair *p);
/* "+12.3 %", or "" where the time is the same. */
const char *diff_change(struct arena *a, const struct review_pair *p);
/* "32" or "32 -> 40", with that arrow; "" where nothing is known. */
const char *diff_numbers(struct arena *a, double old, double new, const char *arrow);
/* A sentence for each kernel that changed, "This change makes `scale` 12 % slower on 3 GPUs (a100,
 * t4, v100).", each behind a bullet, with the kernel's name in these quotes; how many there are. */
size_t diff_put_sentences(struct arena *a, FILE *out, const struct review *r, const char *bullet,
                          const char *quote);
/* The pair's newer kernel. */
const struct report_kernel *diff_kernel(const struct review_pair *p);

#endif
