/* The front end for OpenCL C: the standards that a source may be of. */
#ifndef SOURCE_LANGUAGES_OPENCL_OPENCL_H
#define SOURCE_LANGUAGES_OPENCL_OPENCL_H

#include "source/frontend.h"

/* The part of clang's command line that says what the input is, in the standard, as in "CL1.2". */
void opencl_add_language(struct arena *a, struct words *w, const struct frontend_request *r,
                         const char *standard);
struct bitcode opencl_compile(struct arena *a, const struct frontend_request *r, const char *clang);

#endif
