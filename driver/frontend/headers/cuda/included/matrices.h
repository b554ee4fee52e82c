/* Stands in for mma.h. Kernels that use tensor cores are refused, with what the name says. */
#pragma GCC system_header
#ifndef CLPERF_MATRICES
#define CLPERF_MATRICES
#include <cuda_bf16.h>
#include <cuda_fp16.h>
extern "C" __device__ void
clperf_tensor_cores() __asm__("clperf refused: it uses tensor cores, which are not modelled");
namespace nvcuda {
namespace wmma {
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
struct u4 {};
struct s4 {};
struct b1 {};
} // namespace precision
template <class T> struct clperf_element {
    typedef T type;
};
template <> struct clperf_element<precision::tf32> {
    typedef float type;
};
template <class Use, int m, int n, int k, class T, class Layout = void> struct fragment {
    typedef typename clperf_element<T>::type element_type;
    static constexpr int num_elements = m * n / 32;
    element_type x[num_elements];
};
template <class... Args> CLPERF_DEVICE void load_matrix_sync(Args &&...) {
    clperf_tensor_cores();
}
template <class... Args> CLPERF_DEVICE void store_matrix_sync(Args &&...) {
    clperf_tensor_cores();
}
template <class... Args> CLPERF_DEVICE void fill_fragment(Args &&...) {
    clperf_tensor_cores();
}
template <class... Args> CLPERF_DEVICE void mma_sync(Args &&...) {
    clperf_tensor_cores();
}
template <class... Args> CLPERF_DEVICE void bmma_sync(Args &&...) {
    clperf_tensor_cores();
}
CLPERF_DEVICE float __float_to_tf32(float x) {
    return x;
}
} // namespace wmma
} // namespace nvcuda
#endif
