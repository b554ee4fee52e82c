/* Compiles the host's part of a CUDA source with clang, with the names and types of its kernels. */
#ifndef CAPTURE_CUDA_NVCC_COMPILE_H
#define CAPTURE_CUDA_NVCC_COMPILE_H

#include "capture/cuda/nvcc/options.h"

struct nvcc {
    struct arena *arena;
    const struct nvcc_options *options;
    const char *sdk;     /* the folder with include/ and lib64/ */
    const char *scratch; /* a folder for what lies between */
    const char *clang;   /* path of clang-19 */
    const char *toolkit; /* path of another nvcc, or NULL */
};

/* Each returns an exit status; what clang says goes to stderr. */
int nvcc_compile(const struct nvcc *n, const char *source, const char *object);
int nvcc_device_code(const struct nvcc *n, const char *source, const char *output);
int nvcc_preprocess(const struct nvcc *n, const char *source);
/* By the toolkit's nvcc, which has the headers that ours lacks. `mode` is -c, -ptx or the like. */
int nvcc_compile_by_toolkit(const struct nvcc *n, const char *mode, const char *source,
                            const char *output);
/* Runs a program, said first if -v is given. */
int nvcc_run(const struct nvcc *n, const char *path, const struct words *words, int err);

#endif
