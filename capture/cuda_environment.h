/* Where programs find the stand-in for CUDA. */
#ifndef CAPTURE_CUDA_ENVIRONMENT_H
#define CAPTURE_CUDA_ENVIRONMENT_H

#include "base/arena.h"

/* From now on programs that we start load the stand-in instead of CUDA's libraries. NULL, or why
 * that cannot be. */
const char *capture_cuda_environment(struct arena *a);
/* Runs a command of the shell that builds a program; nvcc and the SDK that it finds are the
 * stand-in's. What it prints goes to stderr. The exit status. */
int capture_cuda_build(struct arena *a, const char *command);

#endif
