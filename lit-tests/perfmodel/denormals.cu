// Reciprocal roots, exponentials and logarithms take three more instructions on NVIDIA's GPUs where the special function
// unit may not flush denormals: a comparison and two multiplications. -use_fast_math and -ftz=true let it flush them. A
// reciprocal root of doubles is a few fp64 instructions, not as many as other functions.
//
// RUN: %clperf-analyze -c %s -fclperf-dump=cfg 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: %clperf-analyze -c %s -use_fast_math -fclperf-dump=cfg 2>&1 | FileCheck %s --check-prefix=FLUSHED
// RUN: %clperf-analyze -c %s -ftz=true -fclperf-dump=cfg 2>&1 | FileCheck %s --check-prefix=FLUSHED
// KEPT: cfg of root (machine view)
// KEPT: sfu-denormal {{[0-9]+}}
// KEPT: cfg of exponential (machine view)
// KEPT: sfu-denormal-scaled {{[0-9]+}}
// KEPT: cfg of root_of_doubles (machine view)
// KEPT: rsqrt64 {{[0-9]+}}
// FLUSHED: cfg of root (machine view)
// FLUSHED:  sfu {{[0-9]+}}
// FLUSHED: cfg of exponential (machine view)
// FLUSHED:  sfu-scaled {{[0-9]+}}
// FLUSHED: cfg of root_of_doubles (machine view)
// FLUSHED: rsqrt64 {{[0-9]+}}
//
// RUN: %clperf-analyze -c %s -Wno-clperf -fclperf-gpu=a100 -fclperf-add-output=json:file=%t.json
// RUN: %clperf-analyze -c %s -use_fast_math -Wno-clperf -fclperf-gpu=a100 -fclperf-add-output=json:file=%t.fast.json
// RUN: %python %S/Inputs/times.py %t.json 'root > 1.4 * others' 'exponential > root' | FileCheck %s --check-prefix=TIMES
// RUN: %python %S/Inputs/times.py %t.fast.json 'root < 1.4 * others' 'exponential > root' | FileCheck %s --check-prefix=TIMES
// TIMES: 1 GPUs, 0 wrong
#define EACH(name, type, f)                                                                        \
    extern "C" __global__ void name(type *x) {                                                     \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        type v = x[i], w = 0;                                                                      \
        for (int k = 0; k < 1000; k++) {                                                           \
            v = v * 0.5f + 3;                                                                      \
            w += v * v * w + f;                                                                    \
        }                                                                                          \
        x[i] = w;                                                                                  \
    }

EACH(root, float, rsqrtf(v))
EACH(exponential, float, __expf(v))
EACH(root_of_doubles, double, rsqrt(v))
EACH(others, float, v)
