/* CUDA's libraries: their functions are counted by name and do nothing. They are defined with fewer
 * parameters than callers pass, which nobody reads. */
#include <string.h>

#include "capture/journal.h"

#define CUDA_EXPORT __attribute__((visibility("default")))

/* What handles point to: programs only compare them with null. */
static char made;

#define SKIPPED_CALL(name)                                                                         \
    CUDA_EXPORT int name(void);                                                                    \
    int name(void) {                                                                               \
        journal_call(#name);                                                                       \
        return 0;                                                                                  \
    }
#define MADE_CALL(name)                                                                            \
    CUDA_EXPORT int name(void **handle);                                                           \
    int name(void **handle) {                                                                      \
        journal_call(#name);                                                                       \
        *handle = &made;                                                                           \
        return 0;                                                                                  \
    }
#include "source/sdk/cuda/clperf/cublas_calls.def"
#include "source/sdk/cuda/clperf/cublaslt_calls.def"
#include "source/sdk/cuda/clperf/cudnn_calls.def"
#include "source/sdk/cuda/clperf/cufft_calls.def"
#include "source/sdk/cuda/clperf/curand_calls.def"
#include "source/sdk/cuda/clperf/cusolver_calls.def"
#include "source/sdk/cuda/clperf/cusparse_calls.def"
#include "source/sdk/cuda/clperf/nccl_calls.def"

#include "capture/cuda/exports/cublas.def"
#include "capture/cuda/exports/cublaslt.def"
#include "capture/cuda/exports/cudnn.def"
#include "capture/cuda/exports/cufft.def"
#include "capture/cuda/exports/curand.def"
#include "capture/cuda/exports/cusolver.def"
#include "capture/cuda/exports/cusparse.def"

#define STATUS_TEXT(name)                                                                          \
    CUDA_EXPORT const char *name(int status);                                                      \
    const char *name(int status) {                                                                 \
        return status ? "error" : "success";                                                       \
    }
STATUS_TEXT(cublasGetStatusString)
STATUS_TEXT(cublasGetStatusName)
STATUS_TEXT(cudnnGetErrorString)
STATUS_TEXT(cusparseGetErrorString)
STATUS_TEXT(ncclGetErrorString)

CUDA_EXPORT size_t cudnnGetVersion(void);
size_t cudnnGetVersion(void) {
    return 90000;
}

/* One algorithm, as programs do not go on without any: the first of `results`. */
CUDA_EXPORT int cublasLtMatmulAlgoGetHeuristic(void *handle, void *operation, void *a, void *b,
                                               void *c, void *d, void *preference, int wanted,
                                               void *results, int *found);
int cublasLtMatmulAlgoGetHeuristic(void *handle, void *operation, void *a, void *b, void *c,
                                   void *d, void *preference, int wanted, void *results,
                                   int *found) {
    enum { RESULT_BYTES = 96 };
    (void)handle, (void)operation, (void)a, (void)b, (void)c, (void)d, (void)preference;
    journal_call("cublasLtMatmulAlgoGetHeuristic");
    if (wanted > 0)
        memset(results, 0, RESULT_BYTES);
    if (found)
        *found = wanted > 0;
    return 0;
}
