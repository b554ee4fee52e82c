/* Device code that the host's compiler cannot read: its bodies are emptied. */
#ifndef CAPTURE_CUDA_NVCC_BLANK_H
#define CAPTURE_CUDA_NVCC_BLANK_H

#include <stdbool.h>
#include <stddef.h>

/* Replaces the body of the function of device code around the line (from 1) by blanks. False if
 * there is none, or if the host calls it as well. */
bool nvcc_blank(char *text, size_t line);

#endif
