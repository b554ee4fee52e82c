/* AMD's code objects and the bundles that hipcc puts them into: the parameters of their kernels. */
#ifndef CAPTURE_HIP_CODE_OBJECT_H
#define CAPTURE_HIP_CODE_OBJECT_H

#include <stddef.h>

/* The text of kernels (capture/cuda/signature.h) of a bundle or a code object; free() it. `n` is
 * its bytes, or 0: as many as its header says. NULL if it is neither. One of several architectures
 * stands for all. */
char *code_object_kernels(const void *data, size_t n);

#endif
