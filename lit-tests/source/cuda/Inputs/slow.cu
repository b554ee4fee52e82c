/* Takes about half a second of each compiler that reads it. */
template <int n> constexpr int spin() {
    int odd = 0;
    for (int i = n; i < 120000; i++)
        odd += i & 1;
    return odd;
}
static_assert(spin<0>() && spin<1>() && spin<2>() && spin<3>(), "");

__global__ void scale(float *x) {
    x[threadIdx.x] *= 2.0f;
}

void launch(float *x) {
    missing_library_call(x)->also_missing().more = 1;
    scale<<<1, 32>>>(x);
}

/* As many kernels as the budget is for: __global__ __global__ __global__ __global__ __global__
 * __global__ __global__ __global__ __global__ __global__ __global__ __global__ __global__
 * __global__ __global__ __global__ __global__ __global__ __global__ __global__ __global__ */
