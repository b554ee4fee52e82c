/* HIP's runtime: what we are in front of. */
#ifndef CAPTURE_INTERPOSER_HIP_H
#define CAPTURE_INTERPOSER_HIP_H

#include <stddef.h>
#include <stdint.h>

#include "capture/interposer/api.h"

/* dim3 */
struct hip_size {
    uint32_t x, y, z;
};

/* hipKernelNodeParams */
struct hip_node {
    struct hip_size block;
    void **extra;
    void *function;
    struct hip_size grid;
    void **args;
    unsigned shared;
};

/* hipLaunchConfig_t */
struct hip_launch_config {
    struct hip_size grid, block;
    size_t shared;
    void *stream, *attributes;
    unsigned n;
};

/* The runtime's functions; NULL: it has none of this name. */
struct hip_runtime {
#define HIP_WRAPPED(name, parameters) int(*name) parameters;
#define HIP_CALLED(name, parameters) int(*name) parameters;
#include "capture/interposer/hip.def"
};
const struct hip_runtime *hip_runtime(void);

enum { HIP_SUCCESS = 0, HIP_NOT_FOUND = 500, HIP_NOT_READY = 600, HIP_EXTRA_END = 3 };

/* Calls the runtime's function. */
#define HIP_CALL(function, ...)                                                                    \
    (hip_runtime()->function ? hip_runtime()->function(__VA_ARGS__) : HIP_NOT_FOUND)
#define HIP_CALL_WITHOUT(function)                                                                 \
    (hip_runtime()->function ? hip_runtime()->function() : HIP_NOT_FOUND)

#define HIP_WRAPPED(name, parameters) __attribute__((visibility("default"))) int name parameters;
#include "capture/interposer/hip.def"

/* What a program calls before main(). */
__attribute__((visibility("default"))) void **__hipRegisterFatBinary(const void *data);
__attribute__((visibility("default"))) void __hipRegisterFunction(void **modules, const void *host,
                                                                  char *device, const char *name,
                                                                  unsigned threads, void *thread,
                                                                  void *block, void *block_size,
                                                                  void *grid_size, int *warp);

extern const struct interposer_api hip_api;

/* What is known of a kernel by its address in host code or its handle; NULL: nothing. */
struct cuda_kernel *hip_kernel_of(const void *handle);

#endif
