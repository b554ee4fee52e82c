// Elementary functions differ in how many instructions they are: a power is several times an exponential.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-add-output=json:file=%t.json \
// RUN:   -fclperf-gpu=gtx-980,rtx-3090,h200,mi250x
// RUN: %python %S/Inputs/times.py %t.json 'exponential < logarithm' | FileCheck %s --check-prefix=LOG
// RUN: %python %S/Inputs/times.py %t.json 'exponential < power' | FileCheck %s
// RUN: %python %S/Inputs/times.py %t.json 'logarithm < power' | FileCheck %s
// RUN: %python %S/Inputs/times.py %t.json 'sine < power' | FileCheck %s
// RUN: %python %S/Inputs/times.py %t.json 'approximated < exponential' | FileCheck %s
// RUN: %python %S/Inputs/times.py %t.json 'root < sine' | FileCheck %s
// CHECK: 4 GPUs, 0 wrong
// AMD's exponential and logarithm are of one length.
// LOG: 4 GPUs, 1 wrong

#define EACH(name, f)                                                                              \
    __kernel void name(__global float *x, float y)                                                 \
    {                                                                                              \
        float v = x[get_global_id(0)];                                                             \
        for (int i = 0; i < 64; i++)                                                               \
            v = f;                                                                                 \
        x[get_global_id(0)] = v;                                                                   \
    }

EACH(exponential, exp(v))
EACH(logarithm, log(v))
EACH(sine, sin(v))
EACH(power, pow(v, y))
EACH(approximated, native_exp(v))
EACH(root, sqrt(v))
