texture<float, 2> picture;
texture<uchar4, 2, cudaReadModeNormalizedFloat> colours;
surface<void, 2> result;

__global__ void line(float *out, cudaTextureObject_t in) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2.0f * tex1Dfetch<float>(in, i);
}

__global__ void line_of_memory(float *out, const float *in) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2.0f * in[i];
}

__global__ void rows(float *out, cudaTextureObject_t in, int width) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * width + x] = tex2D<float>(in, x + 0.5f, y + 0.5f);
}

__global__ void columns(float *out, cudaTextureObject_t in, int width) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * width + x] = tex2D<float>(in, y + 0.5f, x + 0.5f);
}

__global__ void references(int width) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float v;
    surf2Dread(&v, result, x * 4, y);
    surf2Dwrite(v + tex2D(picture, x, y) + tex2D(colours, x, y).x, result, x * 4, y);
}

int main() {
    float *out;
    cudaTextureObject_t in = 0;
    cudaMalloc(&out, 1024 * 1024 * sizeof *out);
    line<<<4096, 256>>>(out, in);
    line_of_memory<<<4096, 256>>>(out, out);
    rows<<<dim3(32, 128), dim3(32, 8)>>>(out, in, 1024);
    columns<<<dim3(32, 128), dim3(32, 8)>>>(out, in, 1024);
    references<<<dim3(32, 128), dim3(32, 8)>>>(1024);
}
