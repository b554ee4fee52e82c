/* Loops of sequential code as kernels: the iterations of the outer loops become work-items, the
 * body the kernel, and what the loop uses of its function the kernel's parameters. */
#ifndef SOURCE_LANGUAGES_LOOPS_OUTLINE_OUTLINE_H
#define SOURCE_LANGUAGES_LOOPS_OUTLINE_OUTLINE_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/load/loop_attributes.h"

#ifdef __cplusplus
extern "C" {
#endif

struct loop_request;

/* Reads bitcode of host code, with debug information and before any pass, and writes a module of
 * kernels, in OpenCL's form for flat pointers, to a file. Loops that are not there are left out.
 * NULL, or one line that says why there is no module; the caller frees it. */
char *shim_outline(const char *bitcode_path, const struct loop_request *requests, size_t n, int fd);
/* Reads the same and writes the program as it is, but that its loops note what their launches would
 * be; `traced` is how many do. */
char *shim_trace_loops(const char *bitcode_path, const struct loop_request *requests, size_t n,
                       int fd, size_t *traced);

#ifdef __cplusplus
}
#endif

#endif
