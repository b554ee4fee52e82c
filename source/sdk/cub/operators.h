/* Stands in for cub and hipCUB where no SDK has them, with the others of this folder: what a warp
 * or a block does together. Algorithms are those that cub takes by default. Functions that launch
 * kernels of their own are declared only. */
#pragma GCC system_header
#ifndef CLPERF_CUB
#define CLPERF_CUB

#define CLPERF_CUB_MEMBER __attribute__((always_inline, nodebug, device))
#define CUB_PTX_WARP_THREADS 32
#define CUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#define CUB_MIN(a, b) (((a) < (b)) ? (a) : (b))
#define CUB_VERSION 200300

namespace cub {

#define CLPERF_CUB_OPERATOR(name, expression)                                                      \
    struct name {                                                                                  \
        template <class T>                                                                         \
        __attribute__((always_inline, nodebug, host, device)) T operator()(const T &a,             \
                                                                           const T &b) const {     \
            return expression;                                                                     \
        }                                                                                          \
    };
CLPERF_CUB_OPERATOR(Sum, a + b)
CLPERF_CUB_OPERATOR(Max, b > a ? b : a)
CLPERF_CUB_OPERATOR(Min, b < a ? b : a)
CLPERF_CUB_OPERATOR(ArgMax, b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a)
CLPERF_CUB_OPERATOR(ArgMin, b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a)
#undef CLPERF_CUB_OPERATOR

template <class K, class V> struct KeyValuePair {
    typedef K Key;
    typedef V Value;
    K key;
    V value;
    KeyValuePair() = default;
    __attribute__((always_inline, nodebug, host, device)) KeyValuePair(const K &k, const V &v)
        : key(k), value(v) {}
};

/* A value of any type from the lane that `from` chooses, by shuffles of words. */
template <class T, class From> CLPERF_DEVICE T clperf_from_lane(const T &v, From from) {
    if constexpr (__is_arithmetic(T) && sizeof(T) >= 4) {
        return from(v);
    } else {
        unsigned words[(sizeof(T) + 3) / 4] = {};
        T result;
        __builtin_memcpy(words, &v, sizeof(T));
#pragma unroll
        for (unsigned i = 0; i < sizeof words / 4; i++)
            words[i] = from(words[i]);
        __builtin_memcpy(&result, words, sizeof(T));
        return result;
    }
}
struct clperf_down {
    int lanes, width;
    template <class T> CLPERF_CUB_MEMBER T operator()(T v) const {
        return __shfl_down_sync(~0u, v, lanes, width);
    }
};
struct clperf_up {
    int lanes, width;
    template <class T> CLPERF_CUB_MEMBER T operator()(T v) const {
        return __shfl_up_sync(~0u, v, lanes, width);
    }
};
CLPERF_DEVICE int clperf_rank() {
    return (int)((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x);
}
CLPERF_DEVICE int LaneId() {
    return clperf_rank() % 32;
}

} // namespace cub
