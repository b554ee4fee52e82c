/* In front of OpenCL's loader by LD_PRELOAD, for loaders without layers. */
#include <dlfcn.h>
#include <pthread.h>

#include "capture/opencl/opencl.h"

static struct {
    pthread_once_t once;
    cl_icd_dispatch next;
} loader = {.once = PTHREAD_ONCE_INIT};

/* ISO C has no conversion of what dlsym() returns to a function. */
#define FIND(function) *(void **)&loader.next.function = dlsym(RTLD_NEXT, #function);

static void find_functions(void) {
#define WRAP(function) FIND(function)
#include "capture/opencl/wrapped.def"
#undef WRAP
#define CALLED(function) FIND(function)
#include "capture/opencl/called.def"
#undef CALLED
}

const cl_icd_dispatch *opencl_next(void) {
    pthread_once(&loader.once, find_functions);
    return &loader.next;
}
