// Templates of kernels whose launches do not compile, or are elsewhere.
#include <framework/dispatch.h>

namespace outer {
template <typename T> __global__ void column(int n, T *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i * 8] *= T(2);
}
} // namespace outer

template <int N> __global__ void scale(float *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x * N] *= 2;
}

template <class Functor> __global__ void apply(float *a, Functor f) {
    a[threadIdx.x] = f.next(a[threadIdx.x]);
}

template <typename T, int head_size, bool shift> __global__ void heads(T *a, const T *b) {
    T sum = 0;
    for (int i = 0; i < head_size; i++)
        sum += b[(blockIdx.x * head_size + i) * 32 + threadIdx.x];
    a[blockIdx.x * 32 + threadIdx.x] = shift ? sum + T(1) : sum;
}

template <typename T> __global__ void used(T *a) {
    a[threadIdx.x] *= 2;
}

void run(Tensor t, float *a) {
    DISPATCH_FLOAT(t.type(), "column", [&]() {
        outer::column<scalar_t><<<256, 256>>>(65536, t.data<scalar_t>());
    });
    DISPATCH_FLOAT(t.type(), "heads", [&]() {
        heads<scalar_t, 64, true><<<256, 32>>>(t.data<scalar_t>(), t.data<scalar_t>());
    });
    used<<<1, 32>>>(a);
}
