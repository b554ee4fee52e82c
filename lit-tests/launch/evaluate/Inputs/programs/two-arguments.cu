#include <cstdio>
#include <cstdlib>
__global__ void k(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1;
}
int main(int argc, char *argv[]) {
    if (argc != 3) {
        printf("Usage: %s <n> <repeat>\n", argv[0]);
        return 1;
    }
    const int n = atoi(argv[1]), repeat = atoi(argv[2]);
    float *d;
    cudaMalloc((void **)&d, n * sizeof(float));
    dim3 grids((n + 255) / 256), blocks(256);
    cudaDeviceSynchronize();
    for (int i = 0; i < repeat; i++)
        k<<<grids, blocks>>>(d, n);
    cudaFree(d);
}
