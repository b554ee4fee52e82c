/* A launch on its way to the journal. */
#ifndef CAPTURE_CUDA_LAUNCH_H
#define CAPTURE_CUDA_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "capture/cuda/kernels.h"

struct launch {
    const struct cuda_kernel *kernel;
    uint64_t grid[3], block[3];
    size_t shared;     /* dynamic shared memory in bytes */
    void *const *args; /* pointers to arguments, NULL: unknown */
    const char *file;  /* of the launching statement, NULL: unknown */
    unsigned line;
};

/* The name that dynamic shared memory has among the arguments. */
#define LAUNCH_DYNAMIC_NAME "extern __shared__"

/* Notes the launch in the journal; its number there. */
uint64_t launch_record(const struct launch *l);
/* A copy with copies of the arguments, for a graph. NULL: no memory. */
struct launch *launch_copy(const struct launch *l);
void launch_free(struct launch *copy);

#endif
