/* The four kernels of STREAM over arrays of doubles. */
__device__ static int place() {
    return blockIdx.x * blockDim.x + threadIdx.x;
}

extern "C" __global__ void copy(const double *a, double *c) {
    c[place()] = a[place()];
}

extern "C" __global__ void scale(double *b, const double *c) {
    b[place()] = 0.4 * c[place()];
}

extern "C" __global__ void add(const double *a, const double *b, double *c) {
    c[place()] = a[place()] + b[place()];
}

extern "C" __global__ void triad(double *a, const double *b, const double *c) {
    a[place()] = b[place()] + 0.4 * c[place()];
}
