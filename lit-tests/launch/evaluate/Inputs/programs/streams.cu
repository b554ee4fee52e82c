__global__ void k(float *x, int off) { x[off + blockIdx.x * blockDim.x + threadIdx.x] += 1; }
int main() {
    const int nStreams = 4, n = 1 << 20, streamSize = n / nStreams;
    float *a, *d;
    cudaMallocHost(&a, n * 4);
    cudaMalloc(&d, n * 4);
    cudaStream_t s[nStreams];
    for (auto &x : s)
        cudaStreamCreate(&x);
    for (int i = 0; i < nStreams; i++) {
        int off = i * streamSize;
        cudaMemcpyAsync(&d[off], &a[off], streamSize * 4, cudaMemcpyHostToDevice, s[i]);
        k<<<streamSize / 256, 256, 0, s[i]>>>(d, off);
    }
}
