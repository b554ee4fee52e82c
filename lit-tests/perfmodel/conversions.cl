// From compute capability 8.6 on the integer lanes make floats of integers, four times as many as the
// units that do so on 8.0 and make integers of floats everywhere.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=a100 -fclperf-dump=sim -fclperf-launch=floats:global=1048576,local=256,n=1000 2>&1 | FileCheck --check-prefix=UNITS %s
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=rtx-a4000 -fclperf-dump=sim -fclperf-launch=floats:global=1048576,local=256,n=1000 2>&1 | FileCheck --check-prefix=LANES %s
// RUN: %clperf-cc -fsyntax-only %s -DBACK -fclperf-gpu=rtx-a4000 -fclperf-dump=sim -fclperf-launch=integers:global=1048576,local=256,n=1000 2>&1 | FileCheck --check-prefix=UNITS %s
// UNITS: bound by sfu
// LANES: bound by int
#ifdef BACK
__kernel void integers(__global int *out, int n) {
    float x = get_global_id(0);
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += (int)x;
        x *= 1.5f;
    }
    out[get_global_id(0)] = sum;
}
#else
__kernel void floats(__global float *out, int n) {
    uint x = get_global_id(0);
    float sum = 0;
    for (int i = 0; i < n; i++) {
        sum += (float)x;
        x += 12345;
    }
    out[get_global_id(0)] = sum;
}
#endif
