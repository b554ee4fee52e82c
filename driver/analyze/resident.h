/* How many work-groups of a source's kernels a processor of the GPU holds, for host code that asks
 * the runtime. */
#ifndef DRIVER_ANALYZE_RESIDENT_H
#define DRIVER_ANALYZE_RESIDENT_H

#include "driver/analyze/run_state.h"

/* What answers for the kernels of the input on the first GPU. The input is compiled for that when
 * somebody first asks. */
struct resident *resident_of(struct run *r, const struct input *in);
/* As struct ev_request has it; `resident` is what resident_of() returned. */
bool resident_count(void *resident, const char *kernel, uint64_t items, uint64_t shared,
                    uint64_t *groups);

#endif
