/* The output formats as the help of -fclperf-add-output= lists them. */
#ifndef DIAG_REPORT_FORMATS_H
#define DIAG_REPORT_FORMATS_H

/* Each row of writers.def on a line of its own. */
extern const char diag_formats_help[];

#endif
