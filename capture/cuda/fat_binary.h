/* Fat binaries and cubins as the real nvcc writes them: the parameters of their kernels. */
#ifndef CAPTURE_CUDA_FAT_BINARY_H
#define CAPTURE_CUDA_FAT_BINARY_H

#include <stddef.h>

/* What nvcc puts around a fat binary that is part of a program, and CUDA's runtime gives to the
 * driver: the binary within, or NULL where it is none. */
const void *fat_binary_wrapped(const void *data);

/* The text of kernels (signature.h) of a fat binary or a cubin; free() it. `n` is its bytes, or 0:
 * as many as its header says. NULL if it is neither. Where several architectures have code, one of
 * them stands for all: its parameters are theirs. */
char *fat_binary_kernels(const void *data, size_t n);

/* The text of the newest PTX in a fat binary; free() it. NULL if there is none. */
char *fat_binary_ptx(const void *data, size_t n);

#endif
