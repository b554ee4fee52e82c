/* What a GPU's compiler makes of kernels: machine views, and the registers that they take. */
#ifndef CODEGEN_CODEGEN_H
#define CODEGEN_CODEGEN_H

#include "analysis/ir/kernel.h"
#include "codegen/estimate/targets/target.h"

/* Reads LLVM bitcode or textual IR as an_load() does, with the machine views of these targets, for
 * which registers are counted. */
struct module *cg_load(struct arena *a, const struct module_input *input,
                       const struct refusals *refusals, target_set targets, const char **error);

/* The machine view of a kernel of the module, by number, for a GPU of whose target it was loaded.
 */
struct kernel *cg_machine(const struct module *m, size_t i, const struct gpu *g);

#endif
