/* The names of kernels in a text, before any compiler has seen it. */
#ifndef SOURCE_SCAN_KERNEL_NAMES_H
#define SOURCE_SCAN_KERNEL_NAMES_H

#include "base/words.h"

/* Each once. Kernels that macros name or make are missed. */
struct words kernel_names(struct arena *a, const char *text, size_t n);
/* Whether what the word has in parentheses belongs to the declaration of a function. */
bool kernel_names_is_attribute(const char *word);
/* Names of CUDA's kernels. */
struct words kernel_names_cuda(struct arena *a, const char *text, size_t n);

#endif
