/* The front end for loops of C and C++. */
#ifndef SOURCE_LANGUAGES_LOOPS_LOOPS_H
#define SOURCE_LANGUAGES_LOOPS_LOOPS_H

#include "source/frontend.h"
#include "source/languages/loops/outline_loops.h"

/* The part of clang's command line that says what the input is, and that all of its functions are
 * wanted, without what only a host does: exceptions, and errno set by mathematical functions. */
void host_add_language(struct arena *a, struct words *w, const struct frontend_request *r);

struct loop_requests {
    struct loop_request *at;
    size_t n, cap;
};

/* What the source's text, or NULL, and the command line ask for. */
struct loop_requests loops_wanted(struct arena *a, const struct jobs *j, const char *text,
                                  size_t n);

/* Compiles a source of C or C++ to an assembly file, with loops that note what their launches would
 * be when the program runs. Returns NULL or one line that says why there is no file. Where the
 * source asks for no loop, or none can be a kernel, *traced is 0. */
const char *loops_write_traced(struct arena *a, const struct jobs *j, const struct input *in,
                               const char *output, size_t *traced);

#endif
