#include "source/libclang.h"

#include <dlfcn.h>
#include <stddef.h>

static const struct {
    const char *name;
    size_t offset; /* in struct libclang */
} functions[] = {
#define FUNCTION(name) {"clang_" #name, offsetof(struct libclang, name)},
#include "source/libclang.def"
#undef FUNCTION
};

/* The process has loaded it, as it has its other libraries: written once. */
static struct libclang loaded;
static enum { NOT_TRIED, FOUND, MISSING } state;

static bool load(void) {
    void *library = dlopen(CLPERF_LIBCLANG, RTLD_LAZY | RTLD_LOCAL);
    if (!library)
        library = dlopen(CLPERF_LIBCLANG_DIR "/" CLPERF_LIBCLANG, RTLD_LAZY | RTLD_LOCAL);
    for (size_t i = 0; library && i < sizeof functions / sizeof functions[0]; i++) {
        void *function = dlsym(library, functions[i].name);
        if (!function)
            return false;
        *(void **)((char *)&loaded + functions[i].offset) = function;
    }
    return library;
}

bool libclang_found(void) {
    if (state == NOT_TRIED)
        state = load() ? FOUND : MISSING;
    return state == FOUND;
}

const struct libclang *libclang(void) {
    return &loaded;
}
