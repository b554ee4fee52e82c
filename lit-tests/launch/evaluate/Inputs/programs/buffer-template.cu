#include <iostream>
#include <vector>
#define CHECK(x)                                                                                   \
    do {                                                                                           \
        cudaError_t e = (x);                                                                       \
        if (e != cudaSuccess) {                                                                    \
            std::cerr << cudaGetErrorString(e) << " at " << __LINE__ << std::endl;                 \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)
template <typename T> __global__ void add(const T *a, const T *b, T *c, size_t n) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
template <typename T> struct Buffer {
    T *p;
    size_t n;
    Buffer(size_t n) : n(n) { CHECK(cudaMalloc(&p, n * sizeof(T))); }
    ~Buffer() { cudaFree(p); }
    void upload(const std::vector<T> &v) {
        CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    }
};
template <typename T> void run(size_t n) {
    std::vector<T> h(n, T(2));
    Buffer<T> a(n), b(n), c(n);
    a.upload(h);
    b.upload(h);
    const unsigned threads = sizeof(T) == 8 ? 128 : 256;
    add<T><<<(unsigned)((n + threads - 1) / threads), threads>>>(a.p, b.p, c.p, n);
    CHECK(cudaGetLastError());
}
int main() {
    run<float>(1 << 20);
    run<double>(1 << 18);
    std::cout << "done\n";
}
