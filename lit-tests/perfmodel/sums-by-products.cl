// In kernels of whole numbers the lanes that multiply, which are those of floats on an RTX 3090, add
// words as long as they have less to do than the integer lanes. Where there are floats they do not.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=rtx-3090 -fclperf-dump=sim 2>&1 | FileCheck %s
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=gtx-1080 -fclperf-dump=sim 2>&1 | FileCheck --check-prefix=OLD %s

// CHECK: fp32 busy {{[1-4][0-9]\.}}
// CHECK: instructions of a warp: {{.*}}plain-sum 4097
// OLD: instructions of a warp: {{.*}}plain-sum 4097
// clperf: launch global=1048576 local=256
__kernel void whole(__global uint *p)
{
    uint a = get_local_id(0), b = p[0], c = p[1], d = p[2];
    for (int i = 0; i < 1024; i++) {
        a += b;
        b += c ^ a;
        c += d ^ b;
        d += a ^ c;
    }
    p[get_global_id(0)] = a + b + c + d;
}

// CHECK: fp32 busy {{[0-9]\.}}
// clperf: launch global=1048576 local=256
__kernel void mixed(__global uint *p, __global float *f)
{
    uint a = get_local_id(0), b = p[0], c = p[1], d = p[2];
    for (int i = 0; i < 1024; i++) {
        a += b;
        b += c ^ a;
        c += d ^ b;
        d += a ^ c;
    }
    f[get_global_id(0)] = f[0] * (a + b + c + d);
}
