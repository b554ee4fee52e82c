/* Templates of kernels that a source defines and does not instantiate: its launches did not
 * compile, or stand elsewhere. */
#ifndef SOURCE_ASSUMED_INSTANCES_H
#define SOURCE_ASSUMED_INSTANCES_H

#include "source/frontend.h"

/* Compiles the source once more with instances of these templates for float and half, where *b has
 * compiled. What was found and assumed goes to b->lone; where nothing of it compiles *b stays as it
 * is. */
void assume_instances(struct arena *a, const struct frontend_request *r, const char *clang,
                      struct bitcode *b);

#endif
