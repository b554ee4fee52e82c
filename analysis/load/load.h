/* Bitcode to kernels, before any pass of our own. The only part that knows LLVM, with
 * llvm_shim.cpp. */
#ifndef ANALYSIS_LOAD_LOAD_H
#define ANALYSIS_LOAD_LOAD_H

#include "analysis/ir/kernel.h"

struct lowerings;

/* Once per process, before load_module(): sets LLVM's own options. */
void load_init(void);

/* Reads LLVM bitcode or textual IR, as an_load() does, with machine views that are unrolled so. */
struct module *load_module(struct arena *a, const char *bitcode_path, const char *file,
                           const struct lowerings *lowerings, const struct refusals *refusals,
                           unrolling_set unrolled, const char **error);

/* How far loops of machine views are unrolled, as LLVM's options, up to NULL: for a compiler that
 * has to do the same. */
extern const char *const load_unroll_options[];

/* Writes the kernels to a file as bitcode for AMD's back end: for counting registers, since some of
 * OpenCL's functions are only stood in for. Returns NULL or one line that says why not. */
const char *load_write_amdgpu(struct arena *a, const char *bitcode_path, int fd);

#endif
