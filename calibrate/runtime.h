/* A way to a device: OpenCL or CUDA's driver, loaded when calibrate runs. Everything that measures
 * goes through these five functions. */
#ifndef CALIBRATE_RUNTIME_H
#define CALIBRATE_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* What the driver says of its device. */
struct device_facts {
    char name[128], vendor[128], driver[160];
    char arch[32]; /* "sm_86", "gfx803"; empty if the driver does not say */
    double sms, core_mhz, bytes, local_bytes, items_per_group, warp_width;
    bool fp64, fp16, shares_host_memory;
    bool has_constant_buffers; /* whether kernels take constant memory as a parameter */
};

/* One run of a kernel. All kernels are called `measure` and have the parameters
 * (global T *out, global const T *in, uint n, uint store). */
struct kernel_run {
    void *kernel, *out, *in; /* from build() and buffer() */
    size_t global, local;    /* work-items, in one dimension */
    unsigned n;              /* iterations */
    bool store;              /* whether the kernel stores what it computed */
};

/* Functions that can fail say why in *error, one line, and return NULL or false. */
struct runtime {
    const char *name;
    /* Loads the library and opens its device of that number, counted over all platforms. */
    void *(*open)(struct arena *a, int device, struct device_facts *facts, const char **error);
    void *(*build)(void *device, const char *source, const char **error);
    /* Device memory with those bytes, or zeros where contents are NULL. */
    void *(*buffer)(void *device, size_t bytes, const void *contents, const char **error);
    void (*release)(void *device, void *buffer);
    /* Runs and waits; the kernel's own time by the device's clock. */
    bool (*run)(void *device, const struct kernel_run *l, double *ns, const char **error);
    bool (*read)(void *device, void *buffer, void *to, size_t bytes, const char **error);
};

extern const struct runtime opencl_runtime, cuda_runtime;

#endif
