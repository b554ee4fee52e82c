/* Times that were captured with a launch, beside the predicted one. */
#ifndef DIAG_FINDING_CAPTURED_H
#define DIAG_FINDING_CAPTURED_H

#include "diag/report.h"

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
