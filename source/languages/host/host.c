/* C and C++ hold kernels as texts in OpenCL C, which run_host() finds. */
#include "source/languages/host/host.h"

#include <glob.h>
#include <string.h>
#include <unistd.h>

#include "base/process/spawn.h"
#include "base/str.h"
#include "source/headers_embedded.h"
#include "source/languages/opencl/opencl.h"

/* Behind all other folders, that of GCC which has the header of OpenMP: clang's own is a package by
 * itself. */
static void add_openmp(struct arena *a, struct words *w) {
    static const char header[] = "/omp.h";
    glob_t found;
    if (glob("/usr/lib/gcc/*/*/include/omp.h", 0, NULL, &found) == 0) {
        const char *path = found.gl_pathv[found.gl_pathc - 1];
        words_add(a, w, "-idirafter");
        words_add(a, w, arena_strndup(a, path, strlen(path) - strlen(header)));
    }
    globfree(&found);
}

void host_side_add_language(struct arena *a, struct words *w, const struct frontend_request *r) {
    const char *path = r->input->path;
    const char *const words[] = {"-x",
                                 str_ends(path, ".c") || str_ends(path, ".h") ? "c" : "c++",
                                 "-U_FORTIFY_SOURCE",
                                 "-fno-stack-protector",
                                 "-Wno-c++11-narrowing",
                                 "-Wno-register",
                                 "-Wno-reserved-user-defined-literal",
                                 "-Wno-implicit-function-declaration",
                                 "-Wno-implicit-int",
                                 "-Wno-int-conversion",
                                 "-Wno-incompatible-function-pointer-types"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        words_add(a, w, words[i]);
    add_openmp(a, w);
    if (r->prelude) {
        words_add(a, w, "-include");
        words_add(a, w, r->prelude);
    }
}

/* The host's code as it is: what it lacks is not made up. */
static struct bitcode compile_host_side(struct arena *a, const struct frontend_request *r,
                                        const char *clang) {
    struct bitcode b = {.fd = -1, .host = true};
    struct frontend_request with = *r;
    const char *said;
    const int prelude = spawn_text("prelude", host_prelude, strlen(host_prelude));
    if (prelude >= 0)
        with.prelude = spawn_shared_path(a, prelude);
    b.fd = frontend_attempt(a, &with, clang, &b, &b.reason, &said);
    if (prelude >= 0)
        close(prelude);
    if (b.fd >= 0)
        b.path = arena_printf(a, "/proc/self/fd/%d", b.fd);
    return b;
}

static struct bitcode compile(struct arena *a, const struct frontend_request *r,
                              const char *clang) {
    return r->host_side ? compile_host_side(a, r, clang) : opencl_compile(a, r, clang);
}

const struct front_end frontend_host = {.compile = compile};
