/* Programs to kernels: the loader, then the passes over what it read. */
#ifndef ANALYSIS_ANALYSIS_H
#define ANALYSIS_ANALYSIS_H

#include "analysis/ir/module.h"

/* Reads LLVM bitcode or textual IR. `file` is the source's name as the user gave
 * it; locations in it get loc.file = NULL. Kernels that are refused are there without their code
 * and with the reason. Returns NULL and one line in *error if it is not valid IR. */
struct module *an_load(struct arena *a, const char *bitcode_path, const char *file,
                       const struct refusals *refusals, const char **error);

/* The same without machine views: what the kernels compute, not how long it takes. */
struct module *an_load_source(struct arena *a, const char *bitcode_path, const char *file,
                              const char **error);

#endif
