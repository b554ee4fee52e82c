/* The front end for programs in C and C++ that have kernels as texts. */
#ifndef SOURCE_LANGUAGES_HOST_HOST_H
#define SOURCE_LANGUAGES_HOST_HOST_H

#include "source/frontend.h"

/* The part of clang's command line that says what the host's code is. */
void host_side_add_language(struct arena *a, struct words *w, const struct frontend_request *r);

#endif
