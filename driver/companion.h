/* The subcommands of clperf. */
#ifndef DRIVER_COMPANION_H
#define DRIVER_COMPANION_H

/* main() of clperf. */
int clperf_companion(int argc, char **argv);

#endif
