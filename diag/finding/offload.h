/* Whether it is worth it to move a loop of sequential code to the GPU: the time that it takes where
 * it is, and that of copying what it uses. */
#ifndef DIAG_FINDING_OFFLOAD_H
#define DIAG_FINDING_OFFLOAD_H

#include "diag/report.h"

struct offload {
    /* Of one core: a rough estimate from the instructions of all iterations, between what they take
     * where all are done in vectors and where none is, and from the bytes of the arrays. Not
     * modelled: caches, and the processor at hand. */
    double instructions, cpu_low_ms, cpu_high_ms;
    bool measured;        /* both are what `clperf trace` measured instead */
    double bytes;         /* copied to the GPU and back, of the arrays whose size is known */
    double copy_ms;       /* at the peak of the link; 0 where memory is shared */
    const char *no_copy;  /* why no time of copies is known, or NULL */
    bool all_sizes_known; /* of the arrays that the loop uses */
};

struct offload offload_of(const struct kernel_result *r);
/* "on one core of a processor roughly 3.2 to 52 ms" */
const char *offload_processor(struct arena *a, const struct offload *o);
/* "worth moving to jetson-tk1: ..." in one line, with what decides. */
const char *offload_text(struct arena *a, const struct kernel_result *r);

#endif
