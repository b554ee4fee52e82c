/* Compiles sources that have host code beside kernels: with headers that stand in for an SDK's, and
 * where a source does not compile, without what does not. */
#ifndef SOURCE_SINGLE_SOURCE_H
#define SOURCE_SINGLE_SOURCE_H

#include "source/frontend.h"

struct bitcode single_source_compile(struct arena *a, const struct frontend_request *r,
                                     const char *clang);

#endif
