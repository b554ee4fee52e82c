#include "capture/cuda_environment.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capture/libraries.h"
#include "driver/process/spawn.h"

const char *capture_cuda_environment(struct arena *a) {
    const char *sdk = capture_library(a, "cuda");
    if (!sdk)
        return "lib/clperf/cuda is not beside clperf: is it installed as a whole?";
    capture_prepend(a, "LD_LIBRARY_PATH", arena_printf(a, "%s/lib64", sdk));
    return NULL;
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

/* In a child, as the program itself has the environment that the user gave it. */
int capture_cuda_build(struct arena *a, const char *command) {
    pid_t child = fork();
    if (child == 0) {
        set_sdk(a, capture_library(a, "cuda"));
        dup2(STDERR_FILENO, STDOUT_FILENO);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    int status = 127 << 8;
    if (child > 0)
        waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
