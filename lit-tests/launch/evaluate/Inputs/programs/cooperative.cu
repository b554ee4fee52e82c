#include <cooperative_groups.h>
__global__ void k(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1;
    cooperative_groups::this_grid().sync();
}
int main() {
    float *x;
    int n = 1 << 18, blocks = 0, sms = 0;
    cudaMalloc(&x, n * 4);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k, 256, 0);
    void *args[] = {&x, &n};
    cudaLaunchCooperativeKernel((void *)k, dim3(sms * blocks), dim3(256), args, 0, 0);
}
