#include "capture/interposer/real.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* What the names of their files start with. */
static const char *const names[REAL_LIBRARIES] = {
    [REAL_CUDA] = "libcuda.so", [REAL_HIP] = "libamdhip64.so"};

/* --- dlsym(), which this library has one of its own of --------------------------------- */

static struct {
    pthread_once_t once;
    real_dlsym_function *call;
} dlsym_found = {.once = PTHREAD_ONCE_INIT};

/* Its version is that of the architecture's first C library, or 2.34, when libdl became part of it.
 */
static void find_dlsym(void) {
    static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17"};
    for (size_t i = 0; !dlsym_found.call && i < sizeof versions / sizeof *versions; i++)
        *(void **)&dlsym_found.call = dlvsym(RTLD_NEXT, "dlsym", versions[i]);
}

real_dlsym_function *real_dlsym(void) {
    pthread_once(&dlsym_found.once, find_dlsym);
    return dlsym_found.call;
}

/* --- the libraries --------------------------------------------------------------------- */

static bool is_file_of(enum real_library library, const char *path) {
    const char *slash = path ? strrchr(path, '/') : NULL;
    const char *base = slash ? slash + 1 : path;
    return base && strncmp(base, names[library], strlen(names[library])) == 0;
}

struct search {
    enum real_library library;
    void *handle;
};

static int open_if_found(struct dl_phdr_info *o, size_t bytes, void *data) {
    struct search *s = data;
    (void)bytes;
    if (is_file_of(s->library, o->dlpi_name))
        s->handle = dlopen(o->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
    return s->handle != NULL;
}

void *real_find(enum real_library library, const char *name) {
    struct search s = {library, NULL};
    dl_iterate_phdr(open_if_found, &s);
    void *found = s.handle && real_dlsym() ? real_dlsym()(s.handle, name) : NULL;
    if (s.handle)
        dlclose(s.handle);
    return found;
}

bool real_owns(enum real_library library, const void *address) {
    Dl_info at;
    return dladdr(address, &at) && is_file_of(library, at.dli_fname);
}
