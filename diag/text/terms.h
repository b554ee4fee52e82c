/* The words of a message in its reader's language: "work-item" for OpenCL is "thread" for CUDA,
 * NVIDIA's "warp" is AMD's "wave". */
#ifndef DIAG_TEXT_TERMS_H
#define DIAG_TEXT_TERMS_H

#include "analysis/ir/kernel.h"
#include "hwdb/gpu.h"

/* A column of terms.def. */
enum speech { OPENCL_ON_NVIDIA, OPENCL_ON_AMD, CUDA_ON_NVIDIA, CUDA_ON_AMD, LOOP_ON_NVIDIA, LOOP_ON_AMD };

enum speech speech_of(const struct kernel *k, const struct gpu *g);
/* The text with the words of that column in place of each {term}; other braces stay. */
const char *terms_fill(struct arena *a, enum speech s, const char *text);

#endif
