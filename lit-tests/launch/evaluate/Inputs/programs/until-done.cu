__global__ void bfs(int *level, int cur, int n, bool *again) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && level[i] == cur)
        *again = true;
}
int main() {
    int n = 1 << 16, *level;
    bool *d, h;
    cudaMalloc(&level, n * 4);
    cudaMalloc(&d, 1);
    int cur = 0;
    do {
        h = false;
        cudaMemcpy(d, &h, 1, cudaMemcpyHostToDevice);
        bfs<<<(n + 511) / 512, 512>>>(level, cur++, n, d);
        cudaMemcpy(&h, d, 1, cudaMemcpyDeviceToHost);
    } while (h);
}
