/* What a GPU's compiler makes of kernels: machine views, and the registers that they take. */
#ifndef CODEGEN_CODEGEN_H
#define CODEGEN_CODEGEN_H

#include "analysis/ir/kernel.h"
#include "codegen/estimate/targets/target.h"

/* Reads LLVM bitcode or textual IR as an_load() does, with machine views. Registers are counted for
 * these targets only. */
struct module *cg_load(struct arena *a, const char *bitcode_path, const char *file,
                       const struct refusals *refusals, target_set targets, const char **error);

#endif
