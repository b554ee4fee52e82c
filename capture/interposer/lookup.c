/* dlsym(), by which programs and CUDA's runtime find the driver's functions: gives them ours. What
 * calls this library is unknown to dlsym() itself, so that it is jumped to: it looks at the place
 * that it returns to. */
#include <dlfcn.h>
#include <string.h>

#include "capture/interposer/real.h"

__attribute__((visibility("default"))) void *dlsym(void *restrict handle,
                                                   const char *restrict name);

static bool starts(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

/* Ours, if the handle's function of this name is a driver's. */
__attribute__((noinline)) static void *wrapper_of(void *handle, const char *name) {
    bool cuda = starts(name, "cu");
    void *ours = cuda                                           ? wrapper_cuda(name)
                 : starts(name, "hip") || starts(name, "__hip") ? wrapper_hip(name)
                                                                : NULL;
    void *theirs = ours ? real_dlsym()(handle, name) : NULL;
    return theirs && real_owns(cuda ? REAL_CUDA : REAL_HIP, theirs) ? ours : NULL;
}

void *dlsym(void *restrict handle, const char *restrict name) {
    void *ours = handle == RTLD_NEXT ? NULL : wrapper_of(handle, name);
    if (ours)
        return ours;
    return real_dlsym()(handle, name);
}
