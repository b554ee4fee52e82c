/* The analysis of one compiler command line, from its arguments to the outputs. */
#ifndef DRIVER_RUN_RUN_H
#define DRIVER_RUN_RUN_H

/* main() of clperf-analyze. The arguments are a compiler's, ours among them. Returns 0,
 * EXIT_ANALYZER_FINDINGS if a finding counts as an error, EXIT_USAGE if the request is wrong. */
int clperf_analyze(int argc, char **argv);

#endif
