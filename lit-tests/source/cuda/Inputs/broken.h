__device__ inline float in_header(float v) {
    return undeclared_helper(v, 2);
}

__global__ void elsewhere(float *x) {
    x[threadIdx.x] = in_header(x[threadIdx.x]);
}
