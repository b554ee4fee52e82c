// Of launches that nobody gives: what holds by the code alone warns; what rests on an argument, on the launch's size or on the length of a loop is a remark at most.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=rtx-3060 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=rtx-3060 -Rclperf 2>&1 | FileCheck --check-prefix=REMARKS %s

__kernel void by_code(__global const float *in, __global float *out)
{
    // CHECK: [[#@LINE+1]]:{{.*}}: warning: each warp's load from 'in' touches {{.*}}; costs {{.*}} of the kernel's time on rtx-3060{{.*}} [-Wclperf-uncoalesced]
    out[get_global_id(0)] = in[16 * get_global_id(0)];
}

__kernel void by_argument(__global const float *in, __global float *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    // REMARKS: [[#@LINE+2]]:{{.*}}: remark: each warp's store to 'out' touches {{.*}} [-Wclperf-uncoalesced]
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}

__kernel void by_loop(__global const float *in, __global float *out, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += in[i * get_global_size(0) + get_global_id(0)];
    out[get_global_id(0)] = s;
}
