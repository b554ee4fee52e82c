/* Libraries of which headers of our own stand in where they are not installed. */
#ifndef SOURCE_LANGUAGES_CUDA_CUDA_LIBRARIES_H
#define SOURCE_LANGUAGES_CUDA_CUDA_LIBRARIES_H

#include <stdbool.h>

#include "base/str.h"

/* Where these headers seem to be: behind all other folders, so that installed ones come first. */
#define CUDA_LIBRARY_HEADERS "/clperf/libraries"

enum cuda_library { CUDA_LIBRARY_TORCH, CUDA_LIBRARY_CUB, CUDA_LIBRARY_OPENMP, CUDA_LIBRARIES };

/* The text that stands for all headers of a library. */
const char *cuda_library_text(enum cuda_library library);
/* Whether a header that is not there is one of PyTorch's. */
bool cuda_library_is_torch(const char *name);
/* Adds files of that folder to an overlay; `contents` are the paths of the texts. */
void cuda_library_add_files(struct str *s, const char *const *contents);

#endif
