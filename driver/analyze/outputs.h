/* The reports that the command line asks for, as text. */
#ifndef DRIVER_ANALYZE_OUTPUTS_H
#define DRIVER_ANALYZE_OUTPUTS_H

#include "diag/report/writers.h"
#include "driver/command_line/options.h"

/* The report in that format, which exists. */
const char *outputs_render(struct arena *a, const struct report *r, const struct writer_options *w,
                           const char *format, size_t *n);
/* Whether every output asked for has a format that exists. */
void outputs_check(const struct options *o, struct problems *p);

#endif
