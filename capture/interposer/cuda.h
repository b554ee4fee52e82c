/* CUDA's driver: what we are in front of. Handles are pointers to whatever the driver has there. */
#ifndef CAPTURE_INTERPOSER_CUDA_H
#define CAPTURE_INTERPOSER_CUDA_H

#include <stddef.h>
#include <stdint.h>

#include "capture/interposer/api.h"

/* CUlaunchConfig */
struct cuda_launch_config {
    unsigned grid[3], block[3], shared;
    void *stream, *attributes;
    unsigned n;
};

/* CUDA_KERNEL_NODE_PARAMS_v2; up to CUDA 11 it ended before `kernel`. */
struct cuda_node {
    void *function;
    unsigned grid[3], block[3], shared;
    void **args, **extra;
    void *kernel, *context;
};

/* The driver's functions; NULL: it has none of this name. */
struct cuda_driver {
#define CUDA_WRAPPED(name, asked, version, own_stream, parameters) int(*name) parameters;
#define CUDA_CALLED(name, parameters) int(*name) parameters;
#include "capture/interposer/cuda.def"
};
const struct cuda_driver *cuda_driver(void);

enum { CUDA_SUCCESS = 0, CUDA_NOT_FOUND = 500, CUDA_NOT_READY = 600 };

/* Calls the driver's function. */
#define CUDA_CALL(function, ...)                                                                   \
    (cuda_driver()->function ? cuda_driver()->function(__VA_ARGS__) : CUDA_NOT_FOUND)

#define CUDA_WRAPPED(name, asked, version, own_stream, parameters)                                 \
    __attribute__((visibility("default"))) int name parameters;
#include "capture/interposer/cuda.def"

extern const struct interposer_api cuda_api;

/* What is known of a function or a kernel, or can be asked; NULL: nothing. */
struct cuda_kernel *cuda_kernel_of(void *function);

#endif
