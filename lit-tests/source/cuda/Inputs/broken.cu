#include <nowhere/blas.h>

#include "broken.h"

blas_handle_t handle;
static blas_plan_t<float> plans[3];

__global__ void scale(float *x, float factor) {
    x[threadIdx.x] *= factor;
}

__global__ void wrong(float *x) {
    x[threadIdx.x] = tile_sum(x, 3);
}

template <class T> __device__ T first_of(T v) {
    return v.first;
}

template <class T> __global__ void reaches(T *x) {
    x[threadIdx.x] = first_of(x[threadIdx.x]);
}

template <class T> __global__ void copy(T *to, const T *from) {
    to[threadIdx.x] = from[threadIdx.x];
}

template <class Plan> __global__ void planned(blas_plan_t<Plan> plan, float *x) {
    x[0] = 1.0f;
}

template <class T> void launch_copy(T *to, T *from) {
    blas_plan_t<T> plan = blas_plan<T>(handle);
    plan.run();
    copy<<<1, 64>>>(to, from);
}

template <class F> __global__ void for_each(float *x, F f) {
    x[threadIdx.x] = f(x[threadIdx.x]);
}

int main() {
    float *x, *y;
    cudaMalloc(&x, 256);
    cudaMalloc(&y, 256);
    auto plan = make_plan(handle)->workspace().bytes;
    scale<<<1, 64>>>(x, 2.0f);
    if (plan.ready == handle->stream.busy)
        reaches<<<1, 64>>>(x);
    launch_copy(x, y);
    launch_copy((int *)x, (int *)y);
    for_each<<<1, 64>>>(x, [] __device__(float v) { return v + 1.0f; });
    for_each<<<1, 64>>>(y, [] __device__(float v) { return v.low; });
    return plan.status->code();
}

/* What is cut takes its directives along. */
#ifndef HAVE_TIMER
#error "no timer"
#endif

template <int n> __global__ void unrolled(float *x) {
    x[0] = missing_function(x[1]);
#pragma unroll
    for (int i = 0; i < n; i++) {
        x[i] += 1.0f;
    }
}

/* Types without a name reach functions of the runtime, and constants are narrowed. */
static struct {
    float at[4];
} *nameless;

__global__ void after(float *x, float by) {
    const int sizes[2] = {(int)threadIdx.x, 1};
    x[sizes[0]] = by;
}

int launch_after(float *x, double by) {
    int rounded[1] = {by};
    cudaMemcpy(nameless, x, sizeof *nameless, cudaMemcpyDeviceToHost);
    unrolled<4><<<1, 64>>>(x);
    after<<<1, 64>>>(x, 3.0f);
    return rounded[0];
}

/* What is cut of a macro's argument leaves the macro's call whole. */
#include "library.h"
#define CHECKED(call)                                                                              \
    if (call != cudaSuccess)                                                                       \
        throw "error";

__global__ void checked(float *x) {
    x[threadIdx.x] *= 2.0f;
}

void launch_checked(float *x) {
    struct {
        float at[4];
    } result;
    CHECKED(library_copy(&result, x, sizeof(result)));
    checked<<<1, 64>>>(x);
}

__global__ void last(float *x) {
    x[threadIdx.x] *= 3.0f;
}
