/* Loops of sequential code as kernels: the iterations of the outer loops become work-items, the
 * body the kernel, and what the loop uses of its function the kernel's parameters. */
#ifndef SOURCE_LANGUAGES_LOOPS_OUTLINE_OUTLINE_H
#define SOURCE_LANGUAGES_LOOPS_OUTLINE_OUTLINE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* String attributes of the kernels, which load.c reads: "line:column" of the loop, and why the loop
 * cannot be a kernel. */
#define LOOP_PLACE "clperf-place"
#define LOOP_REFUSED "clperf-refused"
/* Names between commas: what counts the work-items, dimension 0 first; scalars that go from
 * iteration to iteration, each with ":" and the operation of a reduction; scalars that each
 * iteration sets before it uses them. */
#define LOOP_COUNTERS "clperf-counters"
#define LOOP_CARRIED "clperf-carried"
#define LOOP_PRIVATES "clperf-privates"
/* Of each loop, "depth:line:column:iterations:at once:cycles" between commas: how deep it lies in the
 * outermost one, constant iterations or 0, how many a vector does at once, and clock cycles for each
 * on the architecture's oldest processor. Absent where there is no model of it. */
#define LOOP_PROCESSOR "clperf-processor"
/* Of a parameter: an array that no other one points into. */
#define LOOP_OWN_MEMORY "clperf-own-memory"

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
