#include <hip/hip_bfloat16.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

namespace cg = cooperative_groups;

struct image {
    float *at;
    int width, height;
};

struct weights {
    float of[4];
};

__global__ void by_structures(image to, image from, weights w) {
    int x = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x;
    if (x < to.width)
        to.at[x] = from.at[x] * w.of[1] + w.of[2];
}

__global__ void by_pointers(float *to, int width, const float *from, float a, float b) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < width)
        to[x] = from[x] * a + b;
}

__global__ void __launch_bounds__(256) by_shuffles(const float *in, float *out) {
    float sum = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int lanes = warpSize / 2; lanes > 0; lanes /= 2)
        sum += __shfl_down(sum, lanes);
    if (__lane_id() == 0)
        atomicAdd(out, sum);
}

__global__ void __launch_bounds__(256) by_groups(const float *in, float *out) {
    cg::thread_block_tile<warpSize> wave = cg::tiled_partition<warpSize>(cg::this_thread_block());
    float sum = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int lanes = warpSize / 2; lanes > 0; lanes /= 2)
        sum += wave.shfl_down(sum, lanes);
    if (wave.thread_rank() == 0)
        atomicAdd(out, sum);
}

__global__ void votes(const int *in, unsigned long long *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __ballot(in[i] > 0) + __popcll(__ballot(1));
}

__global__ void dynamic(const float *in, float *out) {
    HIP_DYNAMIC_SHARED(float, part)
    part[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = part[blockDim.x - 1 - threadIdx.x];
}

template <class T> __global__ void narrow(const T *in, T *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + in[i];
}

int main() {
    const int n = 1 << 20;
    float *x, *y;
    (void)hipMalloc(&x, n * sizeof(float));
    (void)hipMalloc(&y, n * sizeof(float));
    image to = {y, n, 1}, from = {x, n, 1};
    hipLaunchKernelGGL(by_structures, dim3(n / 256), dim3(256), 0, 0, to, from, weights{});
    hipLaunchKernelGGL(by_pointers, n / 256, 256, 0, 0, y, n, x, 1.0f, 2.0f);
    by_shuffles<<<n / 256, 256>>>(x, y);
    by_groups<<<n / 256, 256>>>(x, y);
    votes<<<n / 256, 256>>>((int *)x, (unsigned long long *)y);
    dynamic<<<n / 256, 256, 256 * sizeof(float)>>>(x, y);
    hipLaunchKernelGGL(HIP_KERNEL_NAME(narrow<__half>), n / 256, 256, 0, 0, (__half *)x, (__half *)y);
    hipLaunchKernelGGL((narrow<hip_bfloat16>), n / 256, 256, 0, hipStreamDefault, nullptr, nullptr);
    return hipDeviceSynchronize() != hipSuccess;
}
