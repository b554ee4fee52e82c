/* Whether it is worth it to move a loop of sequential code to the GPU: the time that it takes where
 * it is, and that of copying what it uses. */
#ifndef DIAG_FINDING_OFFLOAD_H
#define DIAG_FINDING_OFFLOAD_H

#include "diag/report.h"

/* What the time on the processor comes from. */
enum processor_time {
    PROCESSOR_MEASURED, /* by `clperf trace` */
    PROCESSOR_MODEL,    /* LLVM's model of the pipeline, see struct processor_loop */
    PROCESSOR_ROUGH     /* from the number of instructions, where there is no model */
};

struct offload {
    enum processor_time processor;
    /* On one core. Modelled: at least what its instructions take with all data in the first cache,
     * and, beyond the last cache, what it takes to move the arrays once; at most, that instructions
     * wait for each line that they bring from memory. Rough: between all in vectors and nothing.
     * Measured: both the same.
     */
    double cpu_low_ms, cpu_high_ms;
    double instructions;                  /* of all iterations, as the source has them */
    const struct processor_loop *longest; /* of the model: the loop that takes most, else NULL */
    double bytes;         /* copied to the GPU and back, of the arrays whose size is known */
    double copy_ms;       /* at the peak of the link; 0 where memory is shared */
    const char *no_copy;  /* why no time of copies is known, or NULL */
    bool all_sizes_known; /* of the arrays that the loop uses */
};

struct offload offload_of(struct arena *a, const struct kernel_result *r);
/* "on one core of a processor roughly 3.2 to 52 ms" */
const char *offload_processor(struct arena *a, const struct offload *o);
/* "worth moving to jetson-tk1: ..." in one line, with what decides. */
const char *offload_text(struct arena *a, const struct kernel_result *r);

#endif
