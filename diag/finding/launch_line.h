/* What is missing of a guessed launch, and the line of the source that gives it. */
#ifndef DIAG_FINDING_LAUNCH_LINE_H
#define DIAG_FINDING_LAUNCH_LINE_H

#include "diag/report.h"

/* What nobody says: "global and local size, 'width' and 'n'". */
const char *diag_missing(struct arena *a, const struct kernel *k, const struct launch *l);
/* The comment that gives the launch, to be pasted above the kernel and corrected:
 * "// clperf: launch global=1024x1024 local=16x16 width=1024 n=32". */
const char *diag_launch_line(struct arena *a, const struct kernel *k, const struct launch *l);
/* The findings that not all plausible launches have: "bank-conflict (line 12), tail". */
const char *diag_open(struct arena *a, const struct kernel_result *r);

/* Times that were captured with a launch, beside the predicted one. */

struct captured_time {
    double median_ms;
    size_t n;           /* launches that it is of; 0: none was timed */
    const char *device; /* as it names itself; NULL: unknown */
    bool same_gpu;      /* as the prediction is for */
};

struct captured_time diag_captured(struct arena *a, const struct kernel_result *r);
/* "; captured: 0.079 ms, the median of 12", or "". */
const char *diag_captured_text(struct arena *a, const struct kernel_result *r);

#endif
