#include <cmath>
__global__ void reduce(float *in, float *out, int n) {
    extern __shared__ float s[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    if (!t)
        out[blockIdx.x] = s[0];
}
static unsigned nextPow2(unsigned x) {
    --x;
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
    x |= x >> 16;
    return ++x;
}
static void getNumBlocksAndThreads(int n, int maxThreads, int &blocks, int &threads) {
    threads = n < maxThreads * 2 ? nextPow2((n + 1) / 2) : maxThreads;
    blocks = (n + threads * 2 - 1) / (threads * 2);
}
int main() {
    int n = 1 << 22, blocks, threads;
    float *a, *b;
    cudaMalloc(&a, n * 4);
    cudaMalloc(&b, n * 4);
    getNumBlocksAndThreads(n, 256, blocks, threads);
    reduce<<<blocks, threads, threads * sizeof(float)>>>(a, b, n);
    for (int s = blocks; s > 1;) {
        getNumBlocksAndThreads(s, 256, blocks, threads);
        reduce<<<blocks, threads, threads * sizeof(float)>>>(b, a, s);
        s = (s + threads * 2 - 1) / (threads * 2);
    }
}
