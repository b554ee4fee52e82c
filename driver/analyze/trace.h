/* Sources whose loops note what their launches would be, for a second compilation. */
#ifndef DRIVER_ANALYZE_TRACE_H
#define DRIVER_ANALYZE_TRACE_H

#include "driver/analyze/run_state.h"

/* Writes DIRECTORY/I/STEM.s for each input I with such loops, and says on stderr of which there is
 * none. The exit status. */
int run_trace(struct run *r);

#endif
