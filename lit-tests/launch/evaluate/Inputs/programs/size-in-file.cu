#include <cstdio>
#include <vector>
__global__ void k(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1;
}
int main(int argc, char **argv) {
    FILE *f = fopen(argc > 1 ? argv[1] : "input.txt", "r");
    int n;
    if (!f || fscanf(f, "%d", &n) != 1) {
        n = 1 << 14;
    }
    float *x;
    cudaMalloc(&x, 4 << 20);
    k<<<(1 << 20) / 256, 256>>>(x, 1 << 20);
    k<<<n / 64, 64>>>(x, n);
}
