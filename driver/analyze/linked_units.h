/* The sources of what is linked, each analysed once more with the host code of the others. */
#ifndef DRIVER_ANALYZE_LINKED_UNITS_H
#define DRIVER_ANALYZE_LINKED_UNITS_H

#include "driver/analyze/run_state.h"

/* Analyses those that have kernels, for launches that only the whole program says, and writes what
 * is found as text. No unit begins later than OPTIONS_LINK_SECONDS after the first. The exit
 * status, which is at least `status`. */
int linked_units_analyse(struct run *r, int status);

#endif
