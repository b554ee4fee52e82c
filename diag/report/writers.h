/* The output formats by name, from writers.def. */
#ifndef DIAG_REPORT_WRITERS_H
#define DIAG_REPORT_WRITERS_H

#include "diag/report.h"

#define WRITER(name, what, by_line) writer_fn out_##name;
#include "diag/writers.def"
#undef WRITER

struct diag_writer {
    const char *name;
    const char *what; /* as -fclperf-help says */
    bool by_line;     /* it tells how long each line takes */
    writer_fn *write;
};

extern const struct diag_writer diag_writers[];
extern const size_t diag_writer_count;

/* The writer of that name, or NULL. */
const struct diag_writer *diag_writer(const char *name);

#endif
