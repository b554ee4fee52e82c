/* Calls every function of an OpenCL driver with nothing but zeros.
 *
 * Usage: entries DRIVER; prints how many there are and what was wrong. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef intptr_t any_function(void *, void *, void *, void *, void *, void *, void *, void *,
                              void *, void *, void *, void *, void *, void *, void *);
typedef cl_int platforms_function(cl_uint, cl_platform_id *, cl_uint *);

struct first_field {
    const cl_icd_dispatch *dispatch;
};

static const struct {
    const char *name;
    size_t offset;
} entries[] = {
#define ENTRY(name) {#name, offsetof(cl_icd_dispatch, name)},
#include "capture/opencl_driver/entries.def"
#undef ENTRY
};

int main(int argc, char **argv) {
    void *driver = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
    platforms_function *platforms;
    cl_platform_id platform = NULL;
    void *address = driver ? dlsym(driver, "clIcdGetPlatformIDsKHR") : NULL;
    memcpy(&platforms, &address, sizeof platforms);
    if (!address || platforms(1, &platform, NULL) != CL_SUCCESS) {
        printf("no platform\n");
        return 1;
    }
    const char *table = (const char *)((struct first_field *)platform)->dispatch;
    size_t n = sizeof entries / sizeof *entries;
    for (size_t i = 0; i < n; i++) {
        any_function *function;
        memcpy(&function, table + entries[i].offset, sizeof function);
        if (!function)
            printf("%s is missing\n", entries[i].name);
        else
            function(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }
    printf("%zu functions\n", n);
    return 0;
}
