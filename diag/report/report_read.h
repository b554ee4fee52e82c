/* JSON reports that clperf-cc wrote, read back: kernels and findings as plain structs. */
#ifndef DIAG_REPORT_REPORT_READ_H
#define DIAG_REPORT_REPORT_READ_H

#include <stdbool.h>

#include "base/vec.h"

/* A step of the chain from the launch to the cost. */
struct report_step {
    const char *file, *text;
    int line, col;
};

struct report_finding {
    const char *rule; /* "clperf-uncoalesced" */
    const char *file;
    const char *message;
    const char *fingerprint; /* hash and, after a colon, which of its equals */
    double cost_ms;          /* -1 where a cost makes no sense */
    int line, col;
    bool remark; /* a note, which is no defect */
    VEC(struct report_step) why;
};

/* One kernel, launch and GPU. A number that the report does not know is -1. */
struct report_kernel {
    const char *name, *file, *gpu, *model, *bound;
    const char *launch, *clock; /* as JSON */
    int line;
    double time_ms, low_ms, high_ms;
    double captured_ms, captured_launches;   /* the median of how many; see 'clperf capture' */
    const char *verdict;                     /* of a loop's iterations, or NULL */
    double cpu_low_ms, cpu_high_ms, copy_ms; /* of a loop */
    const char *cpu_source;                  /* "measured" or "estimated", or NULL */
    double registers, spill_bytes, local_bytes, warps, max_warps;
    VEC(struct report_finding) findings; /* without suppressed ones */
};

/* What was wrong with the request, or was not analysed. */
struct report_trouble {
    const char *file, *text; /* file "": none */
    int line;                /* -1: none */
    bool error;
    bool unanalysed; /* it is of clperf-not-analysed */
};

struct report_file {
    const char *path;
    const char *text; /* all of it */
    VEC(struct report_kernel) kernels;
    VEC(struct report_trouble) troubles;
};

/* False, with one line in *error, if it is no report. */
bool report_read(struct arena *a, const char *path, struct report_file *out, const char **error);

#endif
