/* An installed CUDA SDK, for the libraries in its headers: cub, thrust, libcu++ and cuRAND's device
 * functions. The language, the runtime and the narrow types stay ours: those of the SDK are written
 * for nvcc, in inline PTX for the most part. */
#ifndef SOURCE_LANGUAGES_CUDA_CUDA_SDK_H
#define SOURCE_LANGUAGES_CUDA_CUDA_SDK_H

#include "base/str.h"
#include "source/compiler/jobs.h"
#include "source/dependencies.h"

struct cuda_sdk {
    const char *root;      /* NULL: there is none */
    const char *libraries; /* the directory of cub/, thrust/ and cuda/, or NULL */
    const char *include;
    bool random; /* curand_kernel.h is there, and what it includes */
};

/* Where the compiler's headers seem to be that come from an SDK. */
#define CUDA_SDK_HEADERS "/clperf/sdk"

/* The one of --cuda-path=, else of CUDA_PATH or CUDA_HOME, else in one of the usual places. Files
 * that it was looked for by are noted, unless `d` is NULL. */
struct cuda_sdk cuda_sdk_find(struct arena *a, const struct jobs *j, struct dependencies *d);
/* Rows of clang's description of virtual files: what of it is seen. */
void cuda_sdk_add_files(struct arena *a, struct str *s, const struct cuda_sdk *sdk);

#endif
