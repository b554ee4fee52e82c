struct Params {
    int n;
    float scale;
    int3 dim;
};
__global__ void k(Params p, float *x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < p.n)
        x[i] *= p.scale;
}
static Params make(int a, int b, int c) {
    Params p;
    p.dim = make_int3(a, b, c);
    p.n = a * b * c;
    p.scale = 0.5f;
    return p;
}
int main() {
    Params p = make(64, 32, 16);
    float *x;
    cudaMallocManaged(&x, p.n * sizeof *x);
    k<<<(p.n + 127) / 128, 128>>>(p, x);
    cudaDeviceSynchronize();
}
