__constant__ float filter[25];
__global__ void conv(const float *in, float *out, size_t pitch, int w, int h) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < w && y < h)
        out[y * (pitch / 4) + x] = in[y * (pitch / 4) + x] * filter[0];
}
int main() {
    const int w = 1920, h = 1080;
    float hf[25];
    for (int i = 0; i < 25; i++)
        hf[i] = 1.f / 25;
    float *a, *b;
    size_t p;
    cudaMallocPitch(&a, &p, w * sizeof(float), h);
    cudaMallocPitch(&b, &p, w * sizeof(float), h);
    cudaMemcpyToSymbol(filter, hf, sizeof hf);
    dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
    conv<<<grid, block>>>(a, b, p, w, h);
}
