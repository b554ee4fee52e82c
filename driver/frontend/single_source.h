/* Compiles sources that have host code beside kernels: with headers that stand in for an SDK's, and
 * where a source does not compile, without what does not. */
#ifndef DRIVER_FRONTEND_SINGLE_SOURCE_H
#define DRIVER_FRONTEND_SINGLE_SOURCE_H

#include "driver/frontend/frontend.h"

struct bitcode single_source_compile(struct arena *a, const struct frontend_request *r,
                                     const char *clang);

#endif
