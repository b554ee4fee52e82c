/* Bitcode to kernels. The only part that knows LLVM, with llvm_shim.cpp. */
#ifndef ANALYSIS_LOAD_H
#define ANALYSIS_LOAD_H

#include "analysis/kernel.h"

struct module {
    struct kernel **source;  /* the kernels in source view, in source order */
    struct kernel **machine; /* the same kernels in machine view */
    size_t n;
};

/* Once per process, before an_load(): sets LLVM's own options. */
void an_init(void);

/* Kernels that are not to be analysed: `of` gives the reason, or NULL. It is asked for every
 * kernel, by number in the module, before anything is done with them. */
struct refusals {
    const char *(*of)(const struct refusals *r, size_t number, const char *kernel);
};

/* Reads LLVM bitcode or textual IR. `file` is the source's name as the user gave
 * it; locations in it get loc.file = NULL. Kernels that are refused are there without their code
 * and with the reason. Returns NULL and one line in *error if it is not valid IR. */
struct module *an_load(struct arena *a, const char *bitcode_path, const char *file,
                       const struct refusals *refusals, const char **error);

/* The same without machine views: what the kernels compute, not how long it takes. */
struct module *an_load_source(struct arena *a, const char *bitcode_path, const char *file,
                              const char **error);

/* How far loops of machine views are unrolled, as LLVM's options, up to NULL: for a compiler that
 * has to do the same. */
extern const char *const an_unroll_options[];

/* Writes the kernels to a file as bitcode for AMD's back end: for counting registers, since some of
 * OpenCL's functions are only stood in for. Returns NULL or one line that says why not. */
const char *an_write_amdgpu(struct arena *a, const char *bitcode_path, int fd);

#endif
