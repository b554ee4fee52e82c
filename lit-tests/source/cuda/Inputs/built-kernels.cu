template <class T> __global__ void fine(T *a) {
    a[blockIdx.x * 64 + threadIdx.x] *= 2;
}

// A function of CUDA's headers that no header of ours has.
__global__ void special(float *a) {
    __shared__ float s[128];
    s[threadIdx.x] = a[blockIdx.x * 128 + threadIdx.x];
    __syncthreads();
    a[blockIdx.x * 128 + threadIdx.x] = s[127 - threadIdx.x] + __vimax3_u32(threadIdx.x, blockIdx.x, 7);
}

void run(float *a) {
    fine<<<64, 64>>>(a);
    special<<<1024, 128>>>(a);
}
