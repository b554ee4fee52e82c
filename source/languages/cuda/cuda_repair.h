/* Has a CUDA source compile that does not: headers and names that are missing are made up, and what
 * is wrong nevertheless is cut out. */
#ifndef SOURCE_LANGUAGES_CUDA_CUDA_REPAIR_H
#define SOURCE_LANGUAGES_CUDA_CUDA_REPAIR_H

#include "source/dependencies.h"
#include "source/languages/cuda/cuda.h"

struct cuda_source {
    const char *path;
    const struct words *flags;         /* of the user, with include directories */
    struct dependencies *dependencies; /* where to note headers that are not there, or NULL */
    /* All that says what is compiled, for the headers as they are then. */
    struct words (*words)(struct arena *a, const void *data);
    const void *data;
};

struct cuda_repair;
struct cuda_repair *cuda_repair_begin(struct arena *a, struct cuda_headers *h,
                                      const struct cuda_source *s);
/* Changes the headers after an attempt of which clang said so. False if that is beyond it, or there
 * were too many rounds; else another attempt may succeed. */
bool cuda_repair_round(struct cuda_repair *r, const char *said);
void cuda_repair_end(struct cuda_repair *r);
/* "FILE:LINE" of the errors in what clang said. */
struct words cuda_repair_places(struct arena *a, const char *said);

#endif
