/* Stands in for mma.h: fragments with as many elements as a lane has of them, whose loads and stores are each lane's own,
 * and products as calls that analysis/load/matrix.c knows. A lane has neighbours in memory, four lanes beside one another
 * and eight in rows below, as the instruction m16n8k16 wants them, whatever the layout. Not modelled: how elements
 * of the other layout are turned, and on Volta the second copy of each element. */
#pragma GCC system_header
#ifndef CLPERF_MATRICES
#define CLPERF_MATRICES
#include <cuda_bf16.h>
#include <cuda_fp16.h>
extern "C" __device__ void
clperf_narrow_matrices() __asm__("clperf refused: it multiplies matrices of 4-bit numbers or bits by mma.h, which is not modelled");
/* The types are numbers of analysis/load/matrix.c. Vectors of words are what registers hold. */
template <int multiply_adds, int type, int sum, class D, class A, class B>
__device__ D clperf_matrix_product(A a, B b, D c) __attribute__((const));
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
    static constexpr int number = -1;
};
#define CLPERF_ELEMENT(of, is, n)                                                                  \
    template <> struct clperf_element<of> {                                                        \
        typedef is type;                                                                           \
        static constexpr int number = n;                                                           \
    };
CLPERF_ELEMENT(half, half, 0)
CLPERF_ELEMENT(__nv_bfloat16, __nv_bfloat16, 1)
CLPERF_ELEMENT(precision::tf32, float, 2)
CLPERF_ELEMENT(double, double, 3)
CLPERF_ELEMENT(signed char, signed char, 4)
CLPERF_ELEMENT(unsigned char, unsigned char, 4)
CLPERF_ELEMENT(char, char, 4)
CLPERF_ELEMENT(precision::u4, int, -1)
CLPERF_ELEMENT(precision::s4, int, -1)
CLPERF_ELEMENT(precision::b1, int, -1)
template <class T> struct clperf_sum {
    static constexpr int number = 3;
};
template <> struct clperf_sum<half> {
    static constexpr int number = 0;
};
template <> struct clperf_sum<float> {
    static constexpr int number = 1;
};
template <> struct clperf_sum<double> {
    static constexpr int number = 2;
};
/* Rows and columns by what a fragment is for. */
template <class Use, int m, int n, int k> struct clperf_size {
    static constexpr int rows = m, columns = n;
};
template <int m, int n, int k> struct clperf_size<matrix_a, m, n, k> {
    static constexpr int rows = m, columns = k;
};
template <int m, int n, int k> struct clperf_size<matrix_b, m, n, k> {
    static constexpr int rows = k, columns = n;
};
template <class Use, int m, int n, int k, class T, class Layout = void> struct fragment {
    typedef typename clperf_element<T>::type element_type;
    typedef element_type storage_element_type;
    static constexpr int rows = clperf_size<Use, m, n, k>::rows,
                         columns = clperf_size<Use, m, n, k>::columns,
                         num_elements = rows * columns / 32 > 0 ? rows * columns / 32 : 1,
                         num_storage_elements = num_elements;
    alignas(num_elements * sizeof(element_type) % 16 == 0 ? 16 : sizeof(element_type))
        element_type x[num_elements];
};
/* What a lane moves at once. */
template <int bytes> struct clperf_word;
#define CLPERF_WORD(bytes, t)                                                                      \
    template <> struct clperf_word<bytes> {                                                        \
        typedef t type;                                                                            \
    };
CLPERF_WORD(1, unsigned char)
CLPERF_WORD(2, unsigned short)
CLPERF_WORD(4, unsigned)
CLPERF_WORD(8, unsigned long long)
CLPERF_WORD(16, uint4)
CLPERF_DEVICE unsigned clperf_lane() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z) & 31;
}
/* Element i and those after it, of `lines` lines of `along` neighbours each. */
template <int lines, int along, int wanted, class T> struct clperf_tile {
    static constexpr int down = lines < 8 ? lines : 8, beside = 32 / down,
                         room = along / beside > 0 ? along / beside : 1,
                         words = wanted < room ? wanted : room, across = along / (beside * words);
    typedef typename clperf_word<words * sizeof(T)>::type word;
    template <class P> CLPERF_DEVICE static P *at(P *p, unsigned stride, int i) {
        unsigned lane = clperf_lane();
        unsigned block = i / words, line = block / across * down + lane / beside,
                 place = (block % across * beside + lane % beside) * words;
        return p + line * stride + place;
    }
    template <int i, int n> CLPERF_DEVICE static void load(T *x, const T *p, unsigned stride) {
        *(word *)(x + i) = *(const word *)at(p, stride, i);
        if constexpr (i + words < n)
            load<i + words, n>(x, p, stride);
    }
    template <int i, int n> CLPERF_DEVICE static void store(const T *x, T *p, unsigned stride) {
        *(word *)at(p, stride, i) = *(const word *)(x + i);
        if constexpr (i + words < n)
            store<i + words, n>(x, p, stride);
    }
};
template <class T> constexpr int clperf_words = sizeof(T) < 4 ? 4 / sizeof(T) : 1;
template <class Use, int m, int n, int k, class T, class E>
CLPERF_DEVICE void load_matrix_sync(fragment<Use, m, n, k, T, row_major> &f, const E *p,
                                    unsigned stride) {
    typedef fragment<Use, m, n, k, T, row_major> F;
    typedef typename F::element_type X;
    if constexpr (clperf_element<T>::number < 0)
        clperf_narrow_matrices();
    else
        clperf_tile<F::rows, F::columns, clperf_words<X>, X>::template load<0, F::num_elements>(
            f.x, (const X *)p, stride);
}
template <class Use, int m, int n, int k, class T, class E>
CLPERF_DEVICE void load_matrix_sync(fragment<Use, m, n, k, T, col_major> &f, const E *p,
                                    unsigned stride) {
    typedef fragment<Use, m, n, k, T, col_major> F;
    typedef typename F::element_type X;
    if constexpr (clperf_element<T>::number < 0)
        clperf_narrow_matrices();
    else
        clperf_tile<F::columns, F::rows, clperf_words<X>, X>::template load<0, F::num_elements>(
            f.x, (const X *)p, stride);
}
template <int m, int n, int k, class T>
CLPERF_DEVICE void load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const T *p,
                                    unsigned stride, layout_t layout) {
    constexpr int all = fragment<accumulator, m, n, k, T>::num_elements;
    if (layout == mem_row_major)
        clperf_tile<m, n, 2, T>::template load<0, all>(f.x, p, stride);
    else
        clperf_tile<n, m, 1, T>::template load<0, all>(f.x, p, stride);
}
template <int m, int n, int k, class T>
CLPERF_DEVICE void store_matrix_sync(T *p, const fragment<accumulator, m, n, k, T> &f,
                                     unsigned stride, layout_t layout) {
    constexpr int all = fragment<accumulator, m, n, k, T>::num_elements;
    if (layout == mem_row_major)
        clperf_tile<m, n, 2, T>::template store<0, all>(f.x, p, stride);
    else
        clperf_tile<n, m, 1, T>::template store<0, all>(f.x, p, stride);
}
template <class F, class V> CLPERF_DEVICE void fill_fragment(F &f, V v) {
#pragma unroll
    for (int i = 0; i < F::num_elements; i++)
        f.x[i] = (typename F::element_type)v;
}
template <class F> struct clperf_registers {
    static constexpr int n = sizeof(((F *)0)->x) / 4 > 0 ? sizeof(((F *)0)->x) / 4 : 1;
    typedef unsigned type __attribute__((ext_vector_type(n)));
};
template <int m, int n, int k, class T, class LA, class LB, class D, class C>
CLPERF_DEVICE void mma_sync(fragment<accumulator, m, n, k, D> &d,
                            const fragment<matrix_a, m, n, k, T, LA> &a,
                            const fragment<matrix_b, m, n, k, T, LB> &b,
                            const fragment<accumulator, m, n, k, C> &c, bool = false) {
    if constexpr (clperf_element<T>::number < 0) {
        clperf_narrow_matrices();
    } else {
        typedef typename clperf_registers<fragment<matrix_a, m, n, k, T, LA>>::type A;
        typedef typename clperf_registers<fragment<matrix_b, m, n, k, T, LB>>::type B;
        typedef typename clperf_registers<fragment<accumulator, m, n, k, D>>::type S;
        S sum;
        A first;
        B second;
        __builtin_memcpy(&sum, c.x, sizeof c.x < sizeof sum ? sizeof c.x : sizeof sum);
        __builtin_memcpy(&first, a.x, sizeof a.x);
        __builtin_memcpy(&second, b.x, sizeof b.x);
        sum = clperf_matrix_product<m * n * k, clperf_element<T>::number, clperf_sum<D>::number>(
            first, second, sum);
        __builtin_memcpy(d.x, &sum, sizeof d.x);
    }
}
template <class... Args> CLPERF_DEVICE void bmma_sync(Args &&...) {
    clperf_narrow_matrices();
}
CLPERF_DEVICE float __float_to_tf32(float x) {
    return x;
}
} // namespace wmma
} // namespace nvcuda
#endif
