// Loads of neighbouring elements of a local array are one wide load in CUDA, where the back end knows the
// array's place, and where the array is aligned for it; not in OpenCL otherwise.
//
// RUN: %clperf-analyze clang-19 -fsyntax-only %s -fclperf-dump=cfg -Wno-clperf 2>&1 | FileCheck --check-prefix=ALONE %s
// RUN: %clperf-analyze clang-19 -fsyntax-only %s -DALIGNED -fclperf-dump=cfg -Wno-clperf 2>&1 | FileCheck --check-prefix=WIDE %s
// RUN: %clperf-analyze clang-19 -fsyntax-only %S/Inputs/local_merged.cu -fclperf-dump=cfg -Wno-clperf 2>&1 | FileCheck --check-prefix=CUDA %s
//
// The machine view is the second.
// ALONE: load local 4 bytes
// ALONE-NOT: load local {{8|16}} bytes
// WIDE: load local 4 bytes
// WIDE: load local 16 bytes
// WIDE-NOT: load local 4 bytes
// CUDA: load local 4 bytes
// CUDA: load local {{8|16}} bytes

#ifdef ALIGNED
#define ALIGN __attribute__((aligned(16)))
#else
#define ALIGN
#endif

__kernel void rows(__global const float *in, __global float *out)
{
    __local float tile[64 * 4] ALIGN;
    size_t i = get_local_id(0);
    for (int j = 0; j < 4; j++)
        tile[j * 64 + i] = in[j * 64 + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = tile[i * 4] + tile[i * 4 + 1] + tile[i * 4 + 2] + tile[i * 4 + 3];
}
