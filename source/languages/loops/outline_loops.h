/* Loops of bitcode as kernels, and the same program with loops that note what they do. */
#ifndef SOURCE_LANGUAGES_LOOPS_OUTLINE_LOOPS_H
#define SOURCE_LANGUAGES_LOOPS_OUTLINE_LOOPS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* A loop that is asked for: the one whose `for` is at that place of the source itself, or all
 * outermost loops of a function. */
struct loop_request {
    const char *name;     /* of the kernel; NULL: the function's, with the line if it has several */
    const char *function; /* NULL: by place */
    unsigned line, column; /* from 1 */
    unsigned collapse;     /* loops that become work-items, at least 1 */
    uint64_t group[3];     /* work-items of a group, dimension 0 first */
};

/* Reads bitcode of host code, with debug information and before any pass, and writes a module of
 * kernels to a file, in OpenCL's form with flat pointers. Loops that are not there are left out.
 * Returns NULL or one line that says why there is no module. */
const char *loops_outline(struct arena *a, const char *bitcode_path,
                          const struct loop_request *requests, size_t n, int fd);

/* Reads the same and writes the program with loops that note, when it runs, how often they repeat
 * and what they use (capture/loops/traced.h). `traced` is how many do. */
const char *loops_trace(struct arena *a, const char *bitcode_path,
                        const struct loop_request *requests, size_t n, int fd, size_t *traced);

#endif
