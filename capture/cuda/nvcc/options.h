/* nvcc's command line, as far as the host's part of a program needs it. */
#ifndef CAPTURE_CUDA_NVCC_OPTIONS_H
#define CAPTURE_CUDA_NVCC_OPTIONS_H

#include "base/words.h"

enum nvcc_mode {
    NVCC_LINK,
    NVCC_COMPILE,     /* -c, -dc, -dw */
    NVCC_PREPROCESS,  /* -E, -M, -MM */
    NVCC_DEVICE_CODE, /* -ptx, -cubin, -fatbin: what a module is loaded from */
    NVCC_DEVICE_LINK, /* -dlink: an object that holds nothing */
    NVCC_LIBRARY,     /* -lib */
    NVCC_VERSION
};

struct nvcc_options {
    enum nvcc_mode mode;
    const char *suffix;   /* of what DEVICE_CODE makes: ".ptx" */
    const char *output;   /* NULL: beside the directory's other files, by the input's name */
    const char *folder;   /* -odir, or NULL */
    const char *language; /* -x, or NULL: by the name of each input */
    const char *compiler; /* -ccbin, or NULL */
    struct words inputs;  /* sources, objects and libraries, in order */
    struct words compile; /* for the compiler of the host */
    struct words link;    /* for the linker */
    struct words toolkit; /* what says how to compile, for the nvcc of a toolkit */
    bool openmp, verbose;
};

/* NULL, or why the command line cannot be understood. */
const char *nvcc_read_options(struct arena *a, const struct words *arguments,
                              struct nvcc_options *out);

#endif
