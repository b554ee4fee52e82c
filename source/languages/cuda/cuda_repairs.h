/* What repairs of the sources of one run found, for the next compilation of the same source: its
 * host side and its device side lack the same headers and names. */
#ifndef SOURCE_LANGUAGES_CUDA_CUDA_REPAIRS_H
#define SOURCE_LANGUAGES_CUDA_CUDA_REPAIRS_H

#include "source/languages/cuda/cuda.h"

/* Start from {.arena = a}, which has to live as long. */
struct cuda_repairs {
    struct arena *arena;
    struct cuda_repaired {
        const char *path;
        struct cuda_headers found;
    } *at;
    size_t n, cap;
};

/* Adds what earlier repairs of the source made up to *h, which has nothing made up yet. `repairs`
 * may be NULL, here and below. */
void cuda_repairs_take(struct arena *a, const struct cuda_repairs *repairs, const char *path,
                       struct cuda_headers *h);
/* Adds the texts without what does not compile, if what they were cut for is wrong now as well and
 * nothing else is, `places` being those of all errors: code between #ifdef __CUDA_ARCH__ may have
 * others. Whether it did. */
bool cuda_repairs_take_cuts(struct arena *a, const struct cuda_repairs *repairs, const char *path,
                            const struct words *places, struct cuda_headers *h);
/* Notes what *h has been given by now. */
void cuda_repairs_note(struct cuda_repairs *repairs, const char *path,
                       const struct cuda_headers *h);

#endif
