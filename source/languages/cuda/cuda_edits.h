/* Makes the cuts of cuda_cuts.h in the texts of files. */
#ifndef SOURCE_LANGUAGES_CUDA_CUDA_EDITS_H
#define SOURCE_LANGUAGES_CUDA_CUDA_EDITS_H

#include "source/languages/cuda/cuda_cuts.h"

/* The text of the file with its cuts made, lines where they were. `number` counts the functions
 * that stand for device code; their declarations go to *declarations. */
const char *cuda_edits_text(struct arena *a, CXTranslationUnit unit, CXFile file,
                            const struct cuda_cuts *cuts, unsigned *number,
                            struct str *declarations);

#endif
