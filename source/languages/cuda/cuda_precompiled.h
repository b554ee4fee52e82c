/* The header that every source of CUDA and HIP includes first, and those of the standard library
 * that the source begins with, parsed once for all sources that have the same ones and are compiled
 * with the same options: clang reads what it made of them (a precompiled header) from the store.
 * Parsing them takes longer than most sources do. */
#ifndef SOURCE_LANGUAGES_CUDA_CUDA_PRECOMPILED_H
#define SOURCE_LANGUAGES_CUDA_CUDA_PRECOMPILED_H

#include "source/frontend.h"

/* Sets h->precompiled, unless it is of use already, for sources compiled as the request says, from
 * the store of its jobs; what is not there yet is made and put there. Without a store, or where
 * clang cannot make it, nothing is set. `clang` as frontend_clang() found it. */
void cuda_precompile(struct arena *a, const struct frontend_request *r, const char *clang,
                     struct cuda_headers *h);
/* Whether clang says that it cannot use what was set: sources then do without. */
bool cuda_precompiled_refused(const struct cuda_headers *h, const char *said);
void cuda_precompiled_drop(struct cuda_headers *h);

#endif
