struct counter {
    int n;
    __device__ counter() : n(0) {}
};

template <class T> __global__ void sized(T *x) {
    extern __shared__ T y[32];
    y[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = y[31 - threadIdx.x];
}

__global__ void constructed(int *x) {
    __shared__ counter one;
    __shared__ counter several[64];
    if (threadIdx.x == 0)
        one.n = x[0];
    several[threadIdx.x].n = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = several[63 - threadIdx.x].n + one.n;
}

__device__ cudaTextureObject_t decode(uint2 h) {
    return ((cudaTextureObject_t)h.x) | ((cudaTextureObject_t)h.y << 32);
}

__global__ void handles(const uint2 *handles, float *out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = tex2D<float>(decode(handles[i & 15]), 1.f, 2.f);
}

void run(float *x, const uint2 *h) {
    sized<<<1, 32, 128>>>(x);
    constructed<<<1, 64>>>((int *)x);
    handles<<<4096, 256>>>(h, x);
}
