// Arrays and vectors that compilers get into registers, whatever they are read and written as, are in
// no memory.
//
// RUN: %clperf-cc -fsyntax-only %s -Wclperf-spill=0.000001ms 2>&1 | FileCheck --allow-empty --implicit-check-not=clperf-spill %s

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
