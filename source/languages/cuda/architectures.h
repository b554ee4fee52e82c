/* Architectures of NVIDIA's GPUs that clang compiles for. */
#ifndef SOURCE_LANGUAGES_CUDA_ARCHITECTURES_H
#define SOURCE_LANGUAGES_CUDA_ARCHITECTURES_H

#include "base/arena.h"

/* The one that code for "sm_120a" is compiled for: itself if this clang knows it, else the newest
 * older one that it knows. What is not NVIDIA's is itself. */
const char *cuda_known_arch(struct arena *a, const char *arch);
/* An architecture's value of __CUDA_ARCH__, or 0. */
unsigned cuda_arch_macro(const char *arch);

#endif
