/* Kernels and the arguments that are set. */
#ifndef CAPTURE_OPENCL_KERNELS_H
#define CAPTURE_OPENCL_KERNELS_H

#include <stdatomic.h>

#include "capture/journal.h"
#include "capture/opencl/programs.h"

/* Where a value is stored, and what a buffer's contents are read from. */
struct argument {
    void *value;
    size_t room;
    cl_mem memory;      /* NULL: none */
    const void *shared; /* shared virtual memory, or NULL */
};

struct opencl_kernel {
    struct object object;
    struct program *program; /* NULL: unknown */
    const struct signature *signature;
    uint64_t number; /* of the program as it was when the kernel was created */
    char *name;
    pthread_mutex_t lock; /* of the arguments */
    size_t n_args;
    struct journal_arg *noted;
    struct argument *args;
    atomic_uintptr_t queue; /* on which it was launched last, and 1 if that measures times */
};

/* The kernel with that handle; one that we did not see created is entered. NULL where there is no
 * memory. */
struct opencl_kernel *kernel_of(cl_kernel handle);

#endif
