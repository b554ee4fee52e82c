/* Changes of sources that clang cannot read: bodies of device code are emptied. */
#ifndef CAPTURE_CUDA_NVCC_BLANK_H
#define CAPTURE_CUDA_NVCC_BLANK_H

#include <stdbool.h>
#include <stddef.h>

/* Replaces the body of the function of device code around the line (from 1) by blanks. False if
 * there is none, or if the host calls it as well. */
bool nvcc_blank(char *text, size_t line);

/* Writes "<< <" and ">> >", which nvcc takes for the brackets of a launch, as clang does. False if
 * there is none. */
bool nvcc_join_brackets(char *text);

#endif
