// Neighbouring threads read numbers that lie 32 bytes apart, as those of an array of structures do: each warp's load
// touches eight times the memory that it needs.
__global__ void saxpy(int n, int stride, float a, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i * stride] + y[i];
}

void run(float a, const float *x, float *y) {
    saxpy<<<1 << 14, 256>>>(1 << 22, 8, a, x, y);
}
