/* The parameters of a kernel: what nvcc of ours says of them, or what a mangled name does. */
#ifndef CAPTURE_CUDA_SIGNATURE_H
#define CAPTURE_CUDA_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>

struct parameter {
    const char *name; /* NULL: unknown */
    const char *type; /* "float", "float*" */
    size_t bytes;     /* 0: unknown */
    bool pointer;
};

struct signature {
    const char *name; /* "scope::name<arguments>" */
    struct parameter *parameters;
    size_t n;
    bool known; /* how many parameters there are */
};

/* The first line of a text of kernels, which stands in the place of a fat binary. Each kernel is a
 * line "kernel SYMBOL" followed by lines "BYTES|TYPE|NAME", one for each parameter. */
#define SIGNATURE_MAGIC "clperf kernels 1\n"

/* What is known of the kernel with this symbol. `text` is a text of kernels, or NULL. The result
 * lives as long as the process. */
struct signature signature_of(const char *symbol, const char *text);
/* A parameter of that type as far as it is known by name: scalars, vectors and pointers. */
struct parameter signature_type(const char *type, size_t n);

#endif
