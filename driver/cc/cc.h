/* clperf-cc: the compiler as it is, and the analysis beside it. */
#ifndef DRIVER_CC_CC_H
#define DRIVER_CC_CC_H

#include <stddef.h>

/* main() of clperf-cc; may not return where the compiler died of a signal. The reserve is memory
 * for the case that there is no other: the compiler still gets its arguments then. */
int clperf_cc(int argc, char **argv, void *reserve, size_t bytes);

#endif
