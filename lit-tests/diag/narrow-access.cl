// Bytes one by one, four at once, and bytes that are not next to each other.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -Wclperf-narrow-access 2>&1 \
// RUN:   | FileCheck --implicit-check-not=warning: %s

// clperf: launch global=8388608 local=256
__kernel void invert(__global const uchar *in, __global uchar *out)
{
    int i = get_global_id(0);
    // CHECK: [[#@LINE+2]]:20: warning: narrow load from 'in': each work-item accesses 1 byte, a warp's request moves 32 where it could move 128; costs 0.0{{[0-9]*}} of 0.1{{[0-9]*}} ms {{.*}} [-Wclperf-narrow-access]
    // CHECK: [[#@LINE+1]]:12: note: and so does this one
    out[i] = 255 - in[i];
}

// clperf: launch global=2097152 local=256
__kernel void invert4(__global const uchar4 *in, __global uchar4 *out)
{
    int i = get_global_id(0);
    out[i] = (uchar4)(255) - in[i];
}

// clperf: launch global=1048576 local=256
__kernel void apart(__global const uchar *in, __global float *out)
{
    int i = get_global_id(0);
    out[i] = in[i * 64];
}

// One byte for all work-items of a warp is not narrow.
// clperf: launch global=1048576 local=256
__kernel void same(__global const uchar *in, __global float *out)
{
    int i = get_global_id(0);
    out[i] = in[get_group_id(0)];
}
