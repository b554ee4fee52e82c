/* Has a CUDA source compile that does not: headers and names that are missing are made up, and what
 * is wrong nevertheless is cut out. */
#ifndef DRIVER_FRONTEND_CUDA_REPAIR_H
#define DRIVER_FRONTEND_CUDA_REPAIR_H

#include "driver/frontend/cuda.h"
#include "driver/store/dependencies.h"

struct cuda_source {
    const char *path;
    const struct words *flags;         /* of the user, with include directories */
    struct dependencies *dependencies; /* where to note headers that are not there, or NULL */
    /* All that says what is compiled, for the headers as they are then. */
    struct words (*words)(struct arena *a, const void *data);
    const void *data;
};

/* False if that is beyond it: the headers are then as far as it got. */
bool cuda_repair(struct arena *a, struct cuda_headers *h, const struct cuda_source *s);

#endif
