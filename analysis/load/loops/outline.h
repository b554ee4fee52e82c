/* Loops of sequential code as kernels: the iterations of the outer loops become work-items, the
 * body the kernel, and what the loop uses of its function the kernel's parameters. */
#ifndef ANALYSIS_LOAD_LOOPS_OUTLINE_H
#define ANALYSIS_LOAD_LOOPS_OUTLINE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* String attributes of the kernels, which load.c reads: "line:column" of the loop, and why the loop
 * cannot be a kernel. */
#define LOOP_PLACE "clperf-place"
#define LOOP_REFUSED "clperf-refused"

struct loop_request;

/* Reads bitcode of host code, with debug information and before any pass, and writes a module of
 * kernels, in OpenCL's form for flat pointers, to a file. Loops that are not there are left out.
 * NULL, or one line that says why there is no module; the caller frees it. */
char *shim_outline(const char *bitcode_path, const struct loop_request *requests, size_t n, int fd);

#ifdef __cplusplus
}
#endif

#endif
