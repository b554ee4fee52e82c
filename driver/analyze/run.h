/* The analysis of one compiler command line, from its arguments to the outputs. */
#ifndef DRIVER_ANALYZE_RUN_H
#define DRIVER_ANALYZE_RUN_H

/* main() of clperf-analyze. The arguments are a compiler's, ours among them. Returns 0,
 * EXIT_USAGE if the request is wrong, EXIT_ANALYZER_FINDINGS if a finding counts as an error;
 * beside a compiler EXIT_ANALYZER_MISTAKE if the request is wrong and that fails the build. */
int clperf_analyze(int argc, char **argv);

#endif
