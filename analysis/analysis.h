/* Programs to kernels: the loader, then the passes over source views. */
#ifndef ANALYSIS_ANALYSIS_H
#define ANALYSIS_ANALYSIS_H

#include "analysis/ir/kernel.h"

struct lowerings;

/* Reads LLVM bitcode or textual IR. `lowerings` bring device code into OpenCL's form.
 * Kernels that are refused are there without their code and with the reason. Machine views in
 * the forms asked for are there as LLVM's passes leave them, for cg_load() (codegen/codegen.h).
 * Returns NULL and one line in *error if it is not valid IR. */
struct module *an_load(struct arena *a, const struct module_input *input,
                       const struct lowerings *lowerings, const struct refusals *refusals,
                       form_set asked, const char **error);

#endif
