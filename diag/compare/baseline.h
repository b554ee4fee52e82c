/* -fclperf-baseline=: the findings of an earlier SARIF log, and what became of them. */
#ifndef DIAG_COMPARE_BASELINE_H
#define DIAG_COMPARE_BASELINE_H

#include "diag/report.h"
#include "diag/report/sarif_read.h"

struct baseline {
    struct sarif_log log;
};

/* False, with one line in *error, if it is no log of ours. */
bool baseline_read(struct arena *a, const char *path, struct baseline *out, const char **error);
/* The report with its findings marked as new or unchanged, and with those that are gone from
 * the sources that were analysed without problems. */
struct report baseline_compare(struct arena *a, const struct baseline *b, const struct report *r);

#endif
