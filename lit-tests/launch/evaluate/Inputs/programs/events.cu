#include <cstdio>
__global__ void k(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1;
}
int main() {
    cudaEvent_t b, e;
    cudaEventCreate(&b);
    cudaEventCreate(&e);
    float ms = 0, *x;
    cudaMalloc(&x, 1 << 22);
    float best = 1e9;
    for (int r = 0; r < 5; r++) {
        cudaEventRecord(b);
        k<<<4096, 256>>>(x, 1 << 20);
        cudaEventRecord(e);
        cudaEventSynchronize(e);
        cudaEventElapsedTime(&ms, b, e);
        if (ms < best)
            best = ms;
    }
    if (best > 1.0f)
        printf("slow %f\n", best);
}
