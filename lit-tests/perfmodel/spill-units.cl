/* NVIDIA's assembler takes a block of more than 4096 instructions apart. What the first part loads
 * for the second one is kept in registers: without that, of 4000 instructions, few are needed. A
 * value that is used again soon does not count. */
// RUN: env PATH=%S/../codegen/backend/Inputs/no-ptxas:"$PATH" %clperf-analyze clang-19 -fsyntax-only %s \
// RUN:   -fclperf-gpu=rtx-2080-ti -fclperf-budget=20 -fclperf-add-output=json:file=%t.json -Wno-clperf
// RUN: %python %S/../driver/Inputs/resources.py %t.json | FileCheck %s
extern __constant float weights[2048];

#define SUMS(name, terms, apart)                                                                   \
    __kernel void name(__global const float *in, __global float *out) {                            \
        __local float tile[8192];                                                                  \
        int i = get_local_id(0);                                                                   \
        for (int j = i; j < 8192; j += get_local_size(0))                                          \
            tile[j] = in[j];                                                                       \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        const __local float *from = tile + i;                                                      \
        float near = 0, far = 0;                                                                   \
        _Pragma("unroll") for (int j = 0; j < terms; j++) {                                        \
            near += from[3 * j] * weights[j];                                                      \
            far += from[3 * (j + apart)] * weights[j];                                             \
        }                                                                                          \
        out[get_global_id(0)] = near * far;                                                        \
    }

// CHECK: whole rtx-2080-ti {{[1-9][0-9]}} estimate 0 0
SUMS(whole, 1000, 1000)
// CHECK: parts rtx-2080-ti {{1[0-9][0-9]}} estimate 0 0
SUMS(parts, 1160, 1000)
// CHECK: soon rtx-2080-ti {{[1-9][0-9]}} estimate 0 0
SUMS(soon, 1400, 300)
