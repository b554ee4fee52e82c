/* Makes the cuts of cuda_cuts.h in the texts of files. */
#ifndef SOURCE_LANGUAGES_CUDA_CUDA_EDITS_H
#define SOURCE_LANGUAGES_CUDA_CUDA_EDITS_H

#include "base/arena.h"
#include "source/languages/cuda/cuda_cuts.h"
#include "source/libclang.h"

/* The text of the file with its cuts made, lines where they were. `number` counts the functions
 * that stand for device code; their declarations go to *declarations. */
const char *cuda_edits_text(struct arena *a, CXTranslationUnit unit, CXFile file,
                            const struct cuda_cuts *cuts, unsigned *number,
                            struct str *declarations);

/* Which instance of a template an error is about, so that it costs that instance only. */

/* The template arguments with which the function was instantiated where the error is, as clang
 * writes them, each ended by a newline. NULL: it is no template, or the error is not of an instance
 * of it. */
const char *cuda_instance_of(struct arena *a, CXDiagnostic d, const char *function);

#endif
