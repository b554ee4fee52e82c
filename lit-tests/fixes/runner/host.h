/* The table that a library of CUDA kernels for the host has under the name host_kernels; it ends
 * with a kernel without a name. */
#ifndef RUNNER_HOST_H
#define RUNNER_HOST_H

#include <stddef.h>

enum { HOST_PARAMS = 16 };

struct host_param {
    const char *name, *type;
    int pointer;
};

struct host_kernel {
    const char *name;
    int n_params;
    struct host_param params[HOST_PARAMS];
    /* The address of each value, and each buffer itself. */
    void (*run)(const size_t grid[3], const size_t block[3], void *const args[]);
};

#endif
