/* clperf-cc: the compiler as it is, and the analysis beside it. */
#ifndef DRIVER_CC_H
#define DRIVER_CC_H

/* main() of clperf-cc; may not return where the compiler died of a signal. */
int clperf_cc(int argc, char **argv);

#endif
