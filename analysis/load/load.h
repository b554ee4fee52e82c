/* Bitcode to kernels, before any pass of our own. The only part that knows LLVM, with
 * llvm_shim.cpp. */
#ifndef ANALYSIS_LOAD_LOAD_H
#define ANALYSIS_LOAD_LOAD_H

#include "analysis/ir/module.h"

/* Once per process, before load_module(): sets LLVM's own options. */
void load_init(void);

/* Reads LLVM bitcode or textual IR, as an_load() does, without machine views unless `machine`. */
struct module *load_module(struct arena *a, const char *bitcode_path, const char *file,
                           const struct refusals *refusals, bool machine, const char **error);

/* How far loops of machine views are unrolled, as LLVM's options, up to NULL: for a compiler that
 * has to do the same. */
extern const char *const load_unroll_options[];

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
const char *load_outline_loops(struct arena *a, const char *bitcode_path,
                               const struct loop_request *requests, size_t n, int fd);

/* Reads the same and writes the program with loops that note, when it runs, how often they repeat
 * and what they use (capture/loops/traced.h). `traced` is how many do. */
const char *load_trace_loops(struct arena *a, const char *bitcode_path,
                             const struct loop_request *requests, size_t n, int fd,
                             size_t *traced);

/* Writes the kernels to a file as bitcode for AMD's back end: for counting registers, since some of
 * OpenCL's functions are only stood in for. Returns NULL or one line that says why not. */
const char *load_write_amdgpu(struct arena *a, const char *bitcode_path, int fd);

#endif
