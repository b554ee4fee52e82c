/* -fclperf-trace: once a source is compiled, the same again with loops that note what their
 * launches would be when the program runs under `clperf trace`. Part of clperf-cc, libc only. */
#ifndef DRIVER_CC_TRACED_BUILD_H
#define DRIVER_CC_TRACED_BUILD_H

#include "base/process/forward.h"
#include "source/compiler/jobs.h"

struct traced_build {
    const char *analyzer, *compiler; /* paths */
    struct words analysis, words;    /* their arguments, with their names as the first */
    const struct jobs *jobs;
    struct forwarding *forwarding; /* of signals */
};

/* Compiles again what holds such loops. If that fails, what is there is what the compiler makes of
 * the sources as they are. */
void traced_build(struct arena *a, const struct traced_build *b);

#endif
