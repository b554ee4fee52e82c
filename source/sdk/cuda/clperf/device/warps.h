/* Barriers, fences, votes and shuffles. */

CLPERF_DEVICE int __syncthreads_count(int p) {
    return __nvvm_bar0_popc(p);
}
CLPERF_DEVICE int __syncthreads_and(int p) {
    return __nvvm_bar0_and(p);
}
CLPERF_DEVICE int __syncthreads_or(int p) {
    return __nvvm_bar0_or(p);
}
CLPERF_DEVICE void __threadfence() {
    __nvvm_membar_gl();
}
CLPERF_DEVICE void __threadfence_block() {
    __nvvm_membar_cta();
}
CLPERF_DEVICE void __threadfence_system() {
    __nvvm_membar_sys();
}
#ifdef __CUDA_ARCH__
CLPERF_DEVICE void __syncwarp(unsigned mask = ~0u) {
    __nvvm_bar_warp_sync(mask);
}
CLPERF_DEVICE clperf_lanes __activemask() {
    return __nvvm_activemask();
}
CLPERF_DEVICE clperf_lanes __ballot_sync(clperf_lanes mask, int p) {
    return __nvvm_vote_ballot_sync(mask, p);
}
CLPERF_DEVICE int __any_sync(unsigned mask, int p) {
    return __nvvm_vote_any_sync(mask, p);
}
CLPERF_DEVICE int __all_sync(unsigned mask, int p) {
    return __nvvm_vote_all_sync(mask, p);
}
#define CLPERF_SHUFFLE(name, intrinsic, last)                                                      \
    CLPERF_DEVICE int name##_sync(unsigned mask, int v, int lane, int width = warpSize) {                \
        return __nvvm_shfl_sync_##intrinsic##_i32(mask, v, lane, (32 - width) << 8 | last);        \
    }                                                                                              \
    CLPERF_DEVICE float name##_sync(unsigned mask, float v, int lane, int width = warpSize) {            \
        return __nvvm_shfl_sync_##intrinsic##_f32(mask, v, lane, (32 - width) << 8 | last);        \
    }
#else
#define CLPERF_SHUFFLE(name, intrinsic, last)                                                      \
    __device__ int name##_sync(unsigned mask, int v, int lane, int width = warpSize);                    \
    __device__ float name##_sync(unsigned mask, float v, int lane, int width = warpSize);
__device__ void __syncwarp(unsigned mask = ~0u);
__device__ clperf_lanes __activemask();
__device__ clperf_lanes __ballot_sync(clperf_lanes mask, int p);
__device__ int __any_sync(unsigned mask, int p);
__device__ int __all_sync(unsigned mask, int p);
#endif
#define CLPERF_SHUFFLES(name, intrinsic, last)                                                     \
    CLPERF_SHUFFLE(name, intrinsic, last)                                                          \
    CLPERF_DEVICE unsigned name##_sync(unsigned mask, unsigned v, int lane, int width = warpSize) {      \
        return (unsigned)name##_sync(mask, (int)v, lane, width);                                   \
    }                                                                                              \
    CLPERF_DEVICE unsigned long long name##_sync(unsigned mask, unsigned long long v, int lane,    \
                                                 int width = warpSize) {                                 \
        unsigned low = name##_sync(mask, (unsigned)v, lane, width);                                \
        unsigned high = name##_sync(mask, (unsigned)(v >> 32), lane, width);                       \
        return (unsigned long long)high << 32 | low;                                               \
    }                                                                                              \
    CLPERF_DEVICE long long name##_sync(unsigned mask, long long v, int lane, int width = warpSize) {    \
        return (long long)name##_sync(mask, (unsigned long long)v, lane, width);                   \
    }                                                                                              \
    CLPERF_DEVICE long name##_sync(unsigned mask, long v, int lane, int width = warpSize) {              \
        return (long)name##_sync(mask, (unsigned long long)v, lane, width);                        \
    }                                                                                              \
    CLPERF_DEVICE unsigned long name##_sync(unsigned mask, unsigned long v, int lane,              \
                                            int width = warpSize) {                                      \
        return (unsigned long)name##_sync(mask, (unsigned long long)v, lane, width);               \
    }                                                                                              \
    CLPERF_DEVICE double name##_sync(unsigned mask, double v, int lane, int width = warpSize) {          \
        unsigned long long bits = __builtin_bit_cast(unsigned long long, v);                       \
        return __builtin_bit_cast(double, name##_sync(mask, bits, lane, width));                   \
    }                                                                                              \
    template <class T> CLPERF_DEVICE T name(T v, int lane, int width = warpSize) {                       \
        return name##_sync(~0u, v, lane, width);                                                   \
    }

CLPERF_SHUFFLES(__shfl, idx, 31)
CLPERF_SHUFFLES(__shfl_up, up, 0)
CLPERF_SHUFFLES(__shfl_down, down, 31)
CLPERF_SHUFFLES(__shfl_xor, bfly, 31)
#undef CLPERF_SHUFFLES
#undef CLPERF_SHUFFLE

CLPERF_DEVICE clperf_lanes __ballot(int p) {
    return __ballot_sync(~(clperf_lanes)0, p);
}
CLPERF_DEVICE int __any(int p) {
    return __any_sync(~0u, p);
}
CLPERF_DEVICE int __all(int p) {
    return __all_sync(~0u, p);
}

/* Over a whole warp, by shuffles; GPUs since compute capability 8.0 have one instruction. */
#define CLPERF_REDUCE(name, type, expression)                                                      \
    CLPERF_DEVICE type __reduce_##name##_sync(unsigned mask, type x) {                             \
        for (int lanes = warpSize / 2; lanes; lanes /= 2) {                                                  \
            const type y = __shfl_xor_sync(mask, x, lanes);                                        \
            x = expression;                                                                        \
        }                                                                                          \
        return x;                                                                                  \
    }
CLPERF_REDUCE(add, int, x + y)
CLPERF_REDUCE(add, unsigned, x + y)
CLPERF_REDUCE(min, int, y < x ? y : x)
CLPERF_REDUCE(min, unsigned, y < x ? y : x)
CLPERF_REDUCE(max, int, y > x ? y : x)
CLPERF_REDUCE(max, unsigned, y > x ? y : x)
CLPERF_REDUCE(and, unsigned, x &y)
CLPERF_REDUCE(or, unsigned, x | y)
CLPERF_REDUCE(xor, unsigned, x ^ y)
#undef CLPERF_REDUCE
#ifdef __CUDA_ARCH__
template <class T> CLPERF_DEVICE clperf_lanes __match_any_sync(clperf_lanes mask, T v) {
    if constexpr (sizeof(T) == 8)
        return __nvvm_match_any_sync_i64(mask, __builtin_bit_cast(long long, v));
    else
        return __nvvm_match_any_sync_i32(mask, __builtin_bit_cast(unsigned, v));
}
#else
template <class T> __device__ clperf_lanes __match_any_sync(clperf_lanes mask, T v);
#endif
/* All lanes against the first of them. */
template <class T> CLPERF_DEVICE unsigned __match_all_sync(unsigned mask, T v, int *all) {
    const T first = __shfl_sync(mask, v, __builtin_ffs((int)mask) - 1);
    *all = __all_sync(mask, first == v);
    return *all ? mask : 0;
}
