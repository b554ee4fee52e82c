#include "hwdb/native_devices.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* OpenCL's and CUDA's own numbers. */
enum {
    CL_SUCCESS = 0,
    CL_DEVICE_TYPE_GPU = 4,
    CL_DEVICE_NAME = 0x102B,
    CL_DEVICE_BOARD_NAME_AMD = 0x4038,
    CUDA_SUCCESS = 0,
    MOST_PLATFORMS = 16,
    NAME_BYTES = 256
};
static const uint64_t cl_device_type_all = 0xFFFFFFFF;

struct opencl {
    int (*platforms)(unsigned n, void **platforms, unsigned *found);
    int (*devices)(void *platform, uint64_t type, unsigned n, void **devices, unsigned *found);
    int (*info)(void *device, unsigned what, size_t bytes, void *to, size_t *size);
};

/* A function of the library; *complete is false from the first on that it lacks. */
static void *function(void *library, const char *name, int *complete) {
    void *f = library ? dlsym(library, name) : NULL;
    *complete = *complete && f;
    return f;
}

static int load_opencl(struct opencl *cl) {
    int complete = 1;
    void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    *(void **)&cl->platforms = function(library, "clGetPlatformIDs", &complete);
    *(void **)&cl->devices = function(library, "clGetDeviceIDs", &complete);
    *(void **)&cl->info = function(library, "clGetDeviceInfo", &complete);
    return complete;
}

static void add_name(const struct opencl *cl, void *device, unsigned what, char *to, size_t bytes) {
    char name[NAME_BYTES] = "";
    size_t used = strlen(to);
    if (cl->info(device, what, sizeof name - 1, name, NULL) == CL_SUCCESS && *name)
        snprintf(to + used, bytes - used, "%s\n", name);
}

/* The first device of that type. AMD's drivers name the architecture, and the board by an
 * extension. */
static void name_opencl(const struct opencl *cl, uint64_t type, char *to, size_t bytes) {
    void *platforms[MOST_PLATFORMS], *device;
    unsigned n = 0, found = 0;
    if (cl->platforms(MOST_PLATFORMS, platforms, &n) != CL_SUCCESS)
        return;
    for (unsigned i = 0; i < n && i < MOST_PLATFORMS; i++) {
        if (cl->devices(platforms[i], type, 1, &device, &found) != CL_SUCCESS || !found)
            continue;
        add_name(cl, device, CL_DEVICE_BOARD_NAME_AMD, to, bytes);
        add_name(cl, device, CL_DEVICE_NAME, to, bytes);
        return;
    }
}

static void name_cuda(char *to, size_t bytes) {
    int complete = 1, device;
    char name[NAME_BYTES] = "";
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    int (*init)(unsigned flags), (*get)(int *device, int number);
    int (*get_name)(char *name, int bytes, int device);
    *(void **)&init = function(library, "cuInit", &complete);
    *(void **)&get = function(library, "cuDeviceGet", &complete);
    *(void **)&get_name = function(library, "cuDeviceGetName", &complete);
    if (complete && init(0) == CUDA_SUCCESS && get(&device, 0) == CUDA_SUCCESS &&
        get_name(name, sizeof name - 1, device) == CUDA_SUCCESS && *name)
        snprintf(to, bytes, "%s\n", name);
}

void native_device_names(char *to, size_t bytes) {
    struct opencl cl;
    int has_opencl = load_opencl(&cl);
    *to = '\0';
    if (has_opencl)
        name_opencl(&cl, CL_DEVICE_TYPE_GPU, to, bytes);
    if (!*to)
        name_cuda(to, bytes);
    if (!*to && has_opencl)
        name_opencl(&cl, cl_device_type_all, to, bytes);
}
