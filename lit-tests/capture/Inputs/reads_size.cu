// The size of its launch is in a file, which no analysis of the source reads.
#include <cstdio>

__global__ void scale(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[32 * i % n] *= 2;
}

int main(int argc, char **argv) {
    int n = 0;
    FILE *f = fopen(argv[1], "r");
    if (!f || fscanf(f, "%d", &n) != 1)
        return 1;
    float *x;
    cudaMalloc(&x, n * sizeof *x);
    scale<<<(n + 255) / 256, 256>>>(x, n);
}
