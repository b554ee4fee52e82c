#include "capture/cuda/nvcc/toolkit.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"

/* The first nvcc of the search path that is not this one. */
static const char *in_path(struct arena *a, const char *own) {
    const struct words folders = words_split(a, getenv("PATH") ? getenv("PATH") : "", ":");
    for (size_t i = 0; i < folders.n; i++) {
        const char *path = arena_printf(a, "%s/nvcc", folders.at[i]);
        const char *real = access(path, X_OK) == 0 ? path_real(a, path) : NULL;
        if (real && strcmp(path_dir(a, real), own) != 0)
            return path;
    }
    return NULL;
}

/* The newest in the usual places. */
static const char *in_places(struct arena *a) {
    static const char *const places[] = {"/usr/local/cuda/bin/nvcc", "/usr/local/cuda*/bin/nvcc",
                                         "/opt/cuda/bin/nvcc", "/usr/lib/cuda/bin/nvcc"};
    const char *path = NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places && !path; i++) {
        glob_t found;
        if (glob(places[i], 0, NULL, &found) != 0)
            continue;
        path = arena_strdup(a, found.gl_pathv[found.gl_pathc - 1]);
        globfree(&found);
    }
    return path;
}

const char *nvcc_of_toolkit(struct arena *a, const char *own) {
    const char *path = in_path(a, own);
    return path ? path : in_places(a);
}

int nvcc_compile_by_toolkit(const struct nvcc *n, const char *mode, const char *source,
                            const char *output) {
    struct words w = {0};
    words_add(n->arena, &w, n->toolkit);
    words_add_all(n->arena, &w, &n->options->toolkit);
    const char *const last[] = {"-w", "-cudart", "shared", mode, "-o", output, source};
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        words_add(n->arena, &w, last[i]);
    /* Our headers are no system's to it. */
    unsetenv("CPATH");
    return nvcc_run(n, n->toolkit, &w, -1);
}
