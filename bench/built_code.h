/* Machine code that nvcc makes of a point's CUDA source: what users of clperf-cc nvcc get
 * predictions of. */
#ifndef BENCH_BUILT_CODE_H
#define BENCH_BUILT_CODE_H

#include "codegen/code/code.h"
#include "driver/analyze/predict/predict.h"
#include "hwdb/gpu.h"

/* The source compiled last, and its kernels. Start from {0}. */
struct built_source {
    struct arena kept;
    const char *key, *arch; /* of the compilation; NULL: none yet */
    struct code_module module;
};

/* The kernel's code for the GPU; NULL where nvcc is missing, the source is not CUDA, or it does not
 * compile. The key is that of the compilation. What nvcc made is in the cache, as long as neither
 * it nor the source changes. */
const struct code *built_source_code(struct built_source *b, const struct predict_source *s,
                                     const char *key, const char *kernel, const struct gpu *g);

#endif
