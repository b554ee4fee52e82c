template <int B> __global__ void k(float *x) { x[blockIdx.x * B + threadIdx.x] = 0; }
static void launch(int threads, int blocks, float *x) {
    switch (threads) {
    case 512:
        k<512><<<blocks, 512>>>(x);
        break;
    case 256:
        k<256><<<blocks, 256>>>(x);
        break;
    case 128:
        k<128><<<blocks, 128>>>(x);
        break;
    }
}
int main() {
    float *x;
    cudaMalloc(&x, 1 << 20);
    for (int t = 128; t <= 512; t <<= 1)
        launch(t, 1024 / (t / 128), x);
}
