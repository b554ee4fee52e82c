/* Kernels of PTX texts. */
#ifndef CAPTURE_CUDA_PTX_H
#define CAPTURE_CUDA_PTX_H

#include <stdbool.h>
#include <stddef.h>

/* Whether `n` bytes (0: a terminated text) are PTX. */
bool ptx_is(const char *text, size_t n);
/* The text of kernels (signature.h) of a PTX text. Addresses and numbers of 64 bits are the same to
 * PTX: they are called "u64". */
char *ptx_kernels(const char *text, size_t n);

#endif
