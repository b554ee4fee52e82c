// Bytes one by one, four at once, and bytes that are not next to each other.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -Wclperf-narrow-access 2>&1 \
// RUN:   | FileCheck --implicit-check-not=warning: %s

// clperf: launch global=8388608 local=256
__kernel void invert(__global const uchar *in, __global uchar *out)
{
    int i = get_global_id(0);
    // CHECK: [[#@LINE+3]]:20: warning: each work-item's load from 'in' is of 1 byte, so a warp's request moves 32 bytes where it could move 128; costs 0.0{{[0-9]*}} of 0.1{{[0-9]*}} ms {{.*}} [-Wclperf-narrow-access]
    // CHECK: note: let each work-item do 4 neighbouring elements at once, as uchar4
    // CHECK: [[#@LINE+1]]:12: note: so is this one
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
