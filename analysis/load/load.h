/* Bitcode to kernels, before any pass of our own. The only part that knows LLVM, with
 * llvm_shim.cpp. */
#ifndef ANALYSIS_LOAD_LOAD_H
#define ANALYSIS_LOAD_LOAD_H

#include "analysis/ir/kernel.h"
#include "base/words.h"

struct lowerings;

/* Once per process, before load_module(): sets LLVM's own options. */
void load_init(void);

/* Reads LLVM bitcode or textual IR, as an_load() does, with machine views in the forms asked for.
 */
struct module *load_module(struct arena *a, const struct module_input *input,
                           const struct lowerings *lowerings, const struct refusals *refusals,
                           form_set asked, const char **error);

/* How far loops of machine views are unrolled, as LLVM's options, up to NULL: for a compiler that
 * has to do the same. */
extern const char *const load_unroll_options[];
/* An option of LLVM that keeps its passes from sums of hundreds of numbers, as unrolled rounds of
 * hash functions have: the time for these grows with the square of their length. */
#define LOAD_SHORT_SUMS "-scev-addops-inline-threshold=32"

/* Kernels for AMD's back end. */
struct amdgpu_request {
    const char *bitcode;               /* its path, in a language's form */
    const struct lowerings *lowerings; /* to OpenCL's */
    const char *library;               /* path of bitcode that is linked later, or NULL */
};

/* Writes the kernels to a file as bitcode for AMD's back end. Calls of OpenCL's functions that only
 * an opaque instruction stands for are counted in *stood_in: registers can be, but not what the
 * functions do. Returns NULL or one line that says why not. */
const char *load_write_amdgpu(struct arena *a, const struct amdgpu_request *r, int fd,
                              unsigned *stood_in);

/* Names of the functions that the bitcode in a file calls and does not define, as its source has
 * them, sorted. */
struct words load_called_names(struct arena *a, const char *bitcode);

/* Writes the functions of a library that have one of these names, sorted, and all that they call,
 * as bitcode: to read the names of the thousands of others takes longer than to compile a small
 * kernel. `library` is its path. */
bool load_write_part(struct arena *a, const char *library, const struct words *names, int fd);

#endif
