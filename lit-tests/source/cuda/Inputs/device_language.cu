#include <cufft.h>
#include <mma.h>

struct Pair {
    float a, b;
    __device__ Pair(float x, float y) : a(x), b(y) {}
};

/* Alignments in all places around __shared__. */
__global__ void aligned(float *x) {
    __shared__ alignas(alignof(float4)) float first[256];
    alignas(16) __shared__ float second[256];
    __shared__ alignas(Pair) char bytes[256 * sizeof(Pair)];
    Pair *pair = new (bytes + threadIdx.x * sizeof(Pair)) Pair(x[threadIdx.x], 1.0f);
    first[threadIdx.x] = pair->a;
    second[threadIdx.x] = pair->b;
    __syncthreads();
    x[threadIdx.x] = first[255 - threadIdx.x] + second[threadIdx.x];
}

__global__ void heap(float *x) {
    float *copy = new float[4];
    copy[0] = x[threadIdx.x];
    x[threadIdx.x] = copy[0] * 2;
    delete[] copy;
}

__global__ void parts(unsigned *x, float *y) {
    unsigned a = x[0], b = x[1];
    x[2] = __vabs2(a) + __vabsss4(a) + __vneg4(b) + __vnegss2(b);
    x[3] = __vsads4(a, b) + __vsadu2(a, b) + __vavgu4(a, b) + __vhaddu2(a, b);
    x[4] = __vsetgts2(a, b) + __vseteq4(a, b) + __vsetleu4(a, b);
    atomicInc_system(&x[5], 7);
    atomicDec_block(&x[6], 7);
    atomicExch_system(y, 1.0f);
}

/* mma.h brings half. */
__global__ void halves(half *x) {
    x[threadIdx.x] = x[threadIdx.x + 32] * __float2half(2.0f);
}

__global__ void conjugate(cufftComplex *x) {
    x[threadIdx.x].y = -x[threadIdx.x].y;
}

int main() {
    cufftHandle plan;
    cufftPlan1d(&plan, 32, CUFFT_C2C, 1);
    conjugate<<<1, 32>>>(nullptr);
    aligned<<<1, 256>>>(nullptr);
    heap<<<1, 256>>>(nullptr);
    parts<<<1, 32>>>(nullptr, nullptr);
    halves<<<1, 32>>>(nullptr);
}
