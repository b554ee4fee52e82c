#include "capture/libraries.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "source/compiler/toolchain.h"

const char *capture_library(struct arena *a, const char *name) {
    const char *programs = path_dir(a, toolchain_self(a));
    const char *path = arena_printf(a, "%s/../lib/clperf/%s", programs, name);
    return access(path, R_OK) == 0 ? path_real(a, path) : NULL;
}

/* The file of the shared library that this name is found as, or NULL. */
static const char *file_of(struct arena *a, const char *name) {
    struct link_map *map = NULL;
    void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    const char *path = NULL;
    if (!library)
        return NULL;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) == 0)
        path = arena_strdup(a, map->l_name);
    dlclose(library);
    return path;
}

bool capture_loader_has_layers(struct arena *a) {
    static const char variable[] = "OPENCL_LAYERS";
    size_t n;
    const char *path = file_of(a, "libOpenCL.so.1");
    const char *bytes = path ? read_file(a, path, &n) : NULL;
    return !bytes || memmem(bytes, n, variable, sizeof variable);
}

static void join(struct arena *a, const char *variable, const char *first, const char *second) {
    bool both = first && *first && second && *second;
    setenv(variable,
           both ? arena_printf(a, "%s:%s", first, second)
                : arena_strdup(a, first && *first ? first : second),
           1);
}

void capture_prepend(struct arena *a, const char *variable, const char *path) {
    join(a, variable, path, getenv(variable));
}

void capture_append(struct arena *a, const char *variable, const char *path) {
    join(a, variable, getenv(variable), path);
}

bool capture_preload(struct arena *a, const char *library) {
    if (!strpbrk(library, " :")) {
        capture_prepend(a, "LD_PRELOAD", library);
        return true;
    }
    const char *folder = path_dir(a, library);
    if (strpbrk(folder, ":;"))
        return false;
    capture_prepend(a, "LD_LIBRARY_PATH", folder);
    capture_prepend(a, "LD_PRELOAD", strrchr(library, '/') + 1);
    return true;
}
