/* STEPS multiply-adds for each of eight elements that a work-item loads, a group's width apart. */
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

template <class T> __device__ static T multiply_add(T a, T b, T c) {
    return a * b + c;
}

__device__ static __half2 multiply_add(__half2 a, __half2 b, __half2 c) {
    return __hfma2(a, b, c);
}

__device__ static float2 multiply_add(float2 a, float2 b, float2 c) {
    return make_float2(a.x * b.x + c.x, a.y * b.y + c.y);
}

template <class T> __device__ static T all_parts(float x) {
    return (T)x;
}

template <> __device__ __half2 all_parts<__half2>(float x) {
    return __float2half2_rn(x);
}

template <> __device__ float2 all_parts<float2>(float x) {
    return make_float2(x, x);
}

template <class T> __device__ static bool is_minus_one(T x) {
    return x == (T)-1;
}

__device__ static bool is_minus_one(__half2 x) {
    return __hbeq2(x, __float2half2_rn(-1));
}

__device__ static bool is_minus_one(float2 x) {
    return x.x == -1 && x.y == -1;
}

extern "C" __global__ void mix(float start, NUMBER *data) {
    NUMBER seed = all_parts<NUMBER>(start);
    int first = blockIdx.x * 256 * 8 + threadIdx.x;
    NUMBER x[8];
#pragma unroll
    for (int j = 0; j < 8; j++) {
        x[j] = data[first + j * 256];
        for (int i = 0; i < STEPS; i++)
            x[j] = multiply_add(x[j], x[j], seed);
    }
    NUMBER sum = {};
#pragma unroll
    for (int j = 0; j < 8; j += 2)
        sum = multiply_add(x[j], x[j + 1], sum);
    /* Never the case, but only the run knows. */
    if (is_minus_one(sum))
        data[first] = sum;
}
