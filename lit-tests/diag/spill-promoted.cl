// Arrays and vectors that compilers get into registers, whatever they are read and written as, are in
// no memory.
//
// RUN: %clperf-cc -fsyntax-only %s -Wclperf-spill=0.000001ms -Wclperf-private-array=0.000001ms 2>&1 | FileCheck --implicit-check-not="clperf-spill]" --implicit-check-not="clperf-private-array]" %s

union bits {
    uint4 v;
    float f[4];
    uchar b[16];
};

// clperf: launch global=262144 local=256
kernel void by_union(global float *o, global const uint4 *in)
{
    union bits u;
    u.v = in[get_global_id(0)];
    float s = 0;
    for (int i = 0; i < 4; i++)
        s += u.f[i];
    for (int i = 0; i < 16; i++)
        s += u.b[i];
    o[get_global_id(0)] = s;
}

// clperf: launch global=262144 local=256
kernel void by_cast(global float4 *o, global const float4 *in)
{
    float4 v = in[get_global_id(0)];
    float *p = (float *)&v;
    for (int i = 0; i < 4; i++)
        p[i] = p[i] * i;
    o[get_global_id(0)] = v;
}

// clperf: launch global=262144 local=256
kernel void by_vload(global float4 *o, global const float *in)
{
    float a[16] = {0};
    for (int i = 0; i < 16; i++)
        a[i] += in[i * 262144 + get_global_id(0)];
    for (int i = 0; i < 4; i++)
        o[i * 262144 + get_global_id(0)] = vload4(i, a);
}

// clperf: launch global=262144 local=256
kernel void by_vstore(global float *o, global const float4 *in)
{
    float a[16], s = 0;
    for (int i = 0; i < 4; i++)
        vstore4(in[i * 262144 + get_global_id(0)], i, a);
    for (int i = 0; i < 16; i++)
        s += a[15 - i] * i;
    o[get_global_id(0)] = s;
}

// A few elements that are selected at run time.
// clperf: launch global=262144 local=256
kernel void selected(global float *o, global const float *in)
{
    int g = get_global_id(0);
    float v[3];
    v[0] = in[g];
    v[1] = in[g + 262144];
    v[2] = in[g + 524288];
    o[g] = v[g / 7 % 3];
}

// clperf: launch global=262144 local=256 n=64
kernel void summed(global float *o, global const int *in, int n)
{
    int g = get_global_id(0);
    float v[3] = {0};
    for (int i = 0; i < n; i++)
        v[in[g + i * 262144]] += i;
    o[g] = v[0] + v[1] * 2 + v[2] * 3;
}

// With one more in a loop ptxas takes memory.
// clperf: launch global=262144 local=256 n=64
kernel void too_many(global float *o, global const int *in, int n)
{
    int g = get_global_id(0);
    // CHECK: [[#@LINE+1]]:{{.*}}: warning: the array 'v' is in private memory instead of registers: 16 bytes for each work-item; {{.*}} [-Wclperf-private-array]
    float v[4] = {0};
    for (int i = 0; i < n; i++)
        v[in[g + i * 262144]] += i;
    o[g] = v[0] + v[1] * 2 + v[2] * 3 + v[3] * 4;
}
