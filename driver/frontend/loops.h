/* The front end for loops of C and C++. */
#ifndef DRIVER_FRONTEND_LOOPS_H
#define DRIVER_FRONTEND_LOOPS_H

#include "driver/frontend/frontend.h"

/* The part of clang's command line that says what the input is, and that all of its functions are
 * wanted, without what only a host does: exceptions, and errno set by mathematical functions. */
void host_add_language(struct arena *a, struct words *w, const struct frontend_request *r);

#endif
