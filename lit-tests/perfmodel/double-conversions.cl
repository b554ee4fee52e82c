// Conversions from and to doubles are no faster than doubles, on whose units they run, and on RDNA both keep a SIMD from
// others: each float that is added to a double takes 32 cycles of one on the RX 6900 XT.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=rx-6900-xt,mi50 -fclperf-launch=sums:global=1048576,local=256,n=1000,in=elements:1000 -fclperf-dump=sim 2>&1 | FileCheck %s
// CHECK: fp32 busy 97
// CHECK: fp64 busy 97
// CHECK: time 2.9{{.*}} bound by fp64
// CHECK: fp64 busy {{8[5-9]|9}}
// CHECK: time 0.6
kernel void sums(global const float *in, global double *out, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (double)in[i];
    out[get_global_id(0)] = sum;
}
