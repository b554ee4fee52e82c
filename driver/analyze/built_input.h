/* Kernels of a source that clang cannot read, from what the compiler beside the analysis makes of
 * it. */
#ifndef DRIVER_ANALYZE_BUILT_INPUT_H
#define DRIVER_ANALYZE_BUILT_INPUT_H

#include "driver/analyze/run_state.h"

/* Whether a kernel of that name, with whatever arguments of a template, has a result since number
 * `first`. */
bool run_has_result(const struct run *r, size_t first, const char *kernel);
/* Whether kernels of the input have been refused since reason `first` as they do not compile. */
bool run_lacks_compiled(const struct run *r, size_t first);
/* Waits for the compiler and analyses the PTX in its object: kernels that have no result since
 * number `first_result`, with these launches. What was said of them since reason `first_reason` is
 * taken back. False if there is no PTX to read. */
bool run_built(struct run *r, const struct input *in, const struct given_launches *given,
               size_t first_result, size_t first_reason);

#endif
