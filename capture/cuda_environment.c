#include "capture/cuda_environment.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process/spawn.h"
#include "base/str.h"
#include "capture/journal.h"
#include "capture/libraries.h"
#include "source/compiler/toolchain.h"

/* --- static libraries of the runtime -------------------------------------------------- */

static void add_runtime(struct arena *a, const char *toolkit, const char *folder) {
    const char *path = arena_printf(a, "%s/%s/libcudart_static.a", toolkit, folder);
    if (access(path, R_OK) == 0 && !strchr(path, ':'))
        capture_append(a, JOURNAL_STATIC_RUNTIMES, path);
}

static void add_toolkit(struct arena *a, const char *toolkit) {
    add_runtime(a, toolkit, "lib64");
    add_runtime(a, toolkit, "lib/x86_64-linux-gnu");
    add_runtime(a, toolkit, "targets/x86_64-linux/lib");
}

/* Those of toolkits that the environment names, and of all in the usual places: which one a program
 * was linked with, its code says. */
static void name_static_runtimes(struct arena *a) {
    static const char *const variables[] = {"CUDA_HOME", "CUDA_PATH"};
    const char *nvcc = toolchain_find(a, "nvcc", "");
    glob_t found;
    unsetenv(JOURNAL_STATIC_RUNTIMES);
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (getenv(variables[i]))
            add_toolkit(a, getenv(variables[i]));
    if (nvcc && path_real(a, nvcc))
        add_toolkit(a, path_dir(a, path_dir(a, path_real(a, nvcc))));
    if (glob("/usr/local/cuda*", 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            add_toolkit(a, found.gl_pathv[i]);
        globfree(&found);
    }
    add_toolkit(a, "/opt/cuda");
    add_toolkit(a, "/usr");
}

const char *capture_cuda_environment(struct arena *a) {
    const char *sdk = capture_library(a, "cuda");
    const char *preloaded = capture_library(a, "libclperf-static-runtime.so");
    if (!sdk || !preloaded)
        return "lib/clperf/cuda is not beside clperf: is it installed as a whole?";
    capture_prepend(a, "LD_LIBRARY_PATH", arena_printf(a, "%s/lib64", sdk));
    name_static_runtimes(a);
    return capture_preload(a, preloaded)
               ? NULL
               : arena_printf(a, "LD_PRELOAD cannot name '%s'", preloaded);
}

/* Build systems ask for the SDK by these names. */
static void set_sdk(struct arena *a, const char *sdk) {
    static const char *const folders[] = {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT",
                                          "CUDADIR",   "CUDA_DIR",  "CUDAToolkit_ROOT"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        setenv(folders[i], sdk, 1);
    setenv("NVCC", arena_printf(a, "%s/bin/nvcc", sdk), 1);
    capture_prepend(a, "PATH", arena_printf(a, "%s/bin", sdk));
    capture_append(a, "CPATH", arena_printf(a, "%s/include", sdk));
    capture_append(a, "LIBRARY_PATH", arena_printf(a, "%s/lib64", sdk));
}

/* Makefiles have the SDK's folder outside of quotes, so that one with blanks is given by a link
 * that has none, in a new folder. NULL if that cannot be made. */
static const char *make_link(struct arena *a, const char *sdk) {
    const char *folder = getenv("TMPDIR");
    if (!folder || !*folder || strchr(folder, ' '))
        folder = "/tmp";
    char *new = arena_printf(a, "%s/clperf-sdk.XXXXXX", folder);
    if (!mkdtemp(new))
        return NULL;
    const char *link = arena_printf(a, "%s/cuda", new);
    if (symlink(sdk, link) == 0)
        return link;
    rmdir(new);
    return NULL;
}

static void remove_link(struct arena *a, const char *link) {
    unlink(link);
    rmdir(path_dir(a, link));
}

/* In a child, as the program itself has the environment that the user gave it. */
int capture_cuda_build(struct arena *a, const char *command) {
    const char *sdk = capture_library(a, "cuda");
    const char *link = strchr(sdk, ' ') ? make_link(a, sdk) : NULL;
    pid_t child = fork();
    if (child == 0) {
        set_sdk(a, link ? link : sdk);
        dup2(STDERR_FILENO, STDOUT_FILENO);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    int status = 127 << 8;
    if (child > 0)
        waitpid(child, &status, 0);
    if (link)
        remove_link(a, link);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
