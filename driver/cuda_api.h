/* Stands in for CUDA's headers: what device code may use, and as much of the runtime as host code
 * in the same source needs to be read. Functions of device code are OpenCL's by their mangled
 * names or intrinsics of LLVM, so that analysis/ knows them and libclc has their bodies. Without
 * debug information, so that what they do is at the place of the call. */
#pragma GCC system_header
#ifndef CLPERF_CUDA_API_H
#define CLPERF_CUDA_API_H

#include <stddef.h>

#define __CUDACC__ 1
#define __CUDA_RUNTIME_H__
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 4
#define CUDART_VERSION 12040
#define CUDA_VERSION 12040
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __grid_constant__
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cluster_dims__(...)

#define CLPERF_INLINE static __inline__ __attribute__((always_inline, nodebug, unused))
#define CLPERF_DEVICE CLPERF_INLINE __attribute__((device))
#define CLPERF_BOTH CLPERF_INLINE __attribute__((host, device))

/* --- vectors ---------------------------------------------------------------- */

#define CLPERF_VECTOR(type, name, align)                                                           \
    struct name##1 {                                                                               \
        type x;                                                                                    \
    };                                                                                             \
    struct __attribute__((aligned(2 * sizeof(type)))) name##2 {                                    \
        type x, y;                                                                                 \
    };                                                                                             \
    struct name##3 {                                                                               \
        type x, y, z;                                                                              \
    };                                                                                             \
    struct __attribute__((aligned(align))) name##4 {                                               \
        type x, y, z, w;                                                                           \
    };                                                                                             \
    CLPERF_BOTH name##1 make_##name##1(type x) {                                                   \
        return name##1 {x};                                                                        \
    }                                                                                              \
    CLPERF_BOTH name##2 make_##name##2(type x, type y) {                                           \
        return name##2 {x, y};                                                                     \
    }                                                                                              \
    CLPERF_BOTH name##3 make_##name##3(type x, type y, type z) {                                   \
        return name##3 {x, y, z};                                                                  \
    }                                                                                              \
    CLPERF_BOTH name##4 make_##name##4(type x, type y, type z, type w) {                           \
        return name##4 {x, y, z, w};                                                               \
    }

CLPERF_VECTOR(signed char, char, 4)
CLPERF_VECTOR(unsigned char, uchar, 4)
CLPERF_VECTOR(short, short, 8)
CLPERF_VECTOR(unsigned short, ushort, 8)
CLPERF_VECTOR(int, int, 16)
CLPERF_VECTOR(unsigned, uint, 16)
CLPERF_VECTOR(long, long, 16)
CLPERF_VECTOR(unsigned long, ulong, 16)
CLPERF_VECTOR(long long, longlong, 16)
CLPERF_VECTOR(unsigned long long, ulonglong, 16)
CLPERF_VECTOR(float, float, 16)
CLPERF_VECTOR(double, double, 16)
#undef CLPERF_VECTOR

struct dim3 {
    unsigned x, y, z;
    __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
        : x(x), y(y), z(z) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};

/* --- work-items ------------------------------------------------------------- */

#define CLPERF_QUERY(field, intrinsic)                                                             \
    __declspec(property(get = clperf_##field)) unsigned field;                                     \
    static __inline__ __attribute__((always_inline, nodebug, device)) unsigned clperf_##field() {  \
        return __nvvm_read_ptx_sreg_##intrinsic();                                                 \
    }

#define CLPERF_QUERIES(name, intrinsic)                                                            \
    struct clperf_##name {                                                                         \
        CLPERF_QUERY(x, intrinsic##_x)                                                             \
        CLPERF_QUERY(y, intrinsic##_y)                                                             \
        CLPERF_QUERY(z, intrinsic##_z)                                                             \
        __attribute__((always_inline, nodebug, device)) operator dim3() const {                    \
            return dim3(x, y, z);                                                                  \
        }                                                                                          \
        __attribute__((always_inline, nodebug, device)) operator uint3() const {                   \
            return uint3{x, y, z};                                                                 \
        }                                                                                          \
    };                                                                                             \
    extern const __device__ __attribute__((weak)) clperf_##name name;

CLPERF_QUERIES(threadIdx, tid)
CLPERF_QUERIES(blockIdx, ctaid)
CLPERF_QUERIES(blockDim, ntid)
CLPERF_QUERIES(gridDim, nctaid)
#undef CLPERF_QUERIES
#undef CLPERF_QUERY
static constexpr int warpSize = 32;

/* --- barriers and warps ----------------------------------------------------- */

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
CLPERF_DEVICE unsigned __activemask() {
    return __nvvm_activemask();
}
CLPERF_DEVICE unsigned __ballot_sync(unsigned mask, int p) {
    return __nvvm_vote_ballot_sync(mask, p);
}
CLPERF_DEVICE int __any_sync(unsigned mask, int p) {
    return __nvvm_vote_any_sync(mask, p);
}
CLPERF_DEVICE int __all_sync(unsigned mask, int p) {
    return __nvvm_vote_all_sync(mask, p);
}
#define CLPERF_SHUFFLE(name, intrinsic, last)                                                      \
    CLPERF_DEVICE int name##_sync(unsigned mask, int v, int lane, int width = 32) {                \
        return __nvvm_shfl_sync_##intrinsic##_i32(mask, v, lane, (32 - width) << 8 | last);        \
    }                                                                                              \
    CLPERF_DEVICE float name##_sync(unsigned mask, float v, int lane, int width = 32) {            \
        return __nvvm_shfl_sync_##intrinsic##_f32(mask, v, lane, (32 - width) << 8 | last);        \
    }
#else
#define CLPERF_SHUFFLE(name, intrinsic, last)                                                      \
    __device__ int name##_sync(unsigned mask, int v, int lane, int width = 32);                    \
    __device__ float name##_sync(unsigned mask, float v, int lane, int width = 32);
__device__ void __syncwarp(unsigned mask = ~0u);
__device__ unsigned __activemask();
__device__ unsigned __ballot_sync(unsigned mask, int p);
__device__ int __any_sync(unsigned mask, int p);
__device__ int __all_sync(unsigned mask, int p);
#endif
#define CLPERF_SHUFFLES(name, intrinsic, last)                                                     \
    CLPERF_SHUFFLE(name, intrinsic, last)                                                          \
    CLPERF_DEVICE unsigned name##_sync(unsigned mask, unsigned v, int lane, int width = 32) {      \
        return (unsigned)name##_sync(mask, (int)v, lane, width);                                   \
    }                                                                                              \
    CLPERF_DEVICE unsigned long long name##_sync(unsigned mask, unsigned long long v, int lane,    \
                                                 int width = 32) {                                 \
        unsigned low = name##_sync(mask, (unsigned)v, lane, width);                                \
        unsigned high = name##_sync(mask, (unsigned)(v >> 32), lane, width);                       \
        return (unsigned long long)high << 32 | low;                                               \
    }                                                                                              \
    CLPERF_DEVICE long long name##_sync(unsigned mask, long long v, int lane, int width = 32) {    \
        return (long long)name##_sync(mask, (unsigned long long)v, lane, width);                   \
    }                                                                                              \
    CLPERF_DEVICE long name##_sync(unsigned mask, long v, int lane, int width = 32) {              \
        return (long)name##_sync(mask, (unsigned long long)v, lane, width);                        \
    }                                                                                              \
    CLPERF_DEVICE unsigned long name##_sync(unsigned mask, unsigned long v, int lane,              \
                                            int width = 32) {                                      \
        return (unsigned long)name##_sync(mask, (unsigned long long)v, lane, width);               \
    }                                                                                              \
    CLPERF_DEVICE double name##_sync(unsigned mask, double v, int lane, int width = 32) {          \
        unsigned long long bits = __builtin_bit_cast(unsigned long long, v);                       \
        return __builtin_bit_cast(double, name##_sync(mask, bits, lane, width));                   \
    }                                                                                              \
    template <class T> CLPERF_DEVICE T name(T v, int lane, int width = 32) {                       \
        return name##_sync(~0u, v, lane, width);                                                   \
    }

CLPERF_SHUFFLES(__shfl, idx, 31)
CLPERF_SHUFFLES(__shfl_up, up, 0)
CLPERF_SHUFFLES(__shfl_down, down, 31)
CLPERF_SHUFFLES(__shfl_xor, bfly, 31)
#undef CLPERF_SHUFFLES
#undef CLPERF_SHUFFLE

CLPERF_DEVICE unsigned __ballot(int p) {
    return __ballot_sync(~0u, p);
}
CLPERF_DEVICE int __any(int p) {
    return __any_sync(~0u, p);
}
CLPERF_DEVICE int __all(int p) {
    return __all_sync(~0u, p);
}

/* --- memory ----------------------------------------------------------------- */

#define CLPERF_LOAD(name)                                                                          \
    template <class T> CLPERF_DEVICE T name(const T *p) {                                          \
        return *p;                                                                                 \
    }
CLPERF_LOAD(__ldg)
CLPERF_LOAD(__ldca)
CLPERF_LOAD(__ldcg)
CLPERF_LOAD(__ldcs)
CLPERF_LOAD(__ldlu)
CLPERF_LOAD(__ldcv)
#undef CLPERF_LOAD
#define CLPERF_STORE(name)                                                                         \
    template <class T> CLPERF_DEVICE void name(T *p, T v) {                                        \
        *p = v;                                                                                    \
    }
CLPERF_STORE(__stwb)
CLPERF_STORE(__stcg)
CLPERF_STORE(__stcs)
CLPERF_STORE(__stwt)
#undef CLPERF_STORE

#define CLPERF_ATOMIC(name, type, operation)                                                       \
    CLPERF_DEVICE type name(type *p, type v) {                                                     \
        return operation(p, v, __ATOMIC_RELAXED);                                                  \
    }                                                                                              \
    CLPERF_DEVICE type name##_block(type *p, type v) {                                             \
        return operation(p, v, __ATOMIC_RELAXED);                                                  \
    }                                                                                              \
    CLPERF_DEVICE type name##_system(type *p, type v) {                                            \
        return operation(p, v, __ATOMIC_RELAXED);                                                  \
    }
#define CLPERF_ATOMIC_INTEGER(name, operation)                                                     \
    CLPERF_ATOMIC(name, int, operation)                                                            \
    CLPERF_ATOMIC(name, unsigned, operation)                                                       \
    CLPERF_ATOMIC(name, unsigned long long, operation)
CLPERF_ATOMIC_INTEGER(atomicAdd, __atomic_fetch_add)
CLPERF_ATOMIC(atomicAdd, float, __atomic_fetch_add)
CLPERF_ATOMIC(atomicAdd, double, __atomic_fetch_add)
CLPERF_ATOMIC_INTEGER(atomicSub, __atomic_fetch_sub)
CLPERF_ATOMIC_INTEGER(atomicAnd, __atomic_fetch_and)
CLPERF_ATOMIC_INTEGER(atomicOr, __atomic_fetch_or)
CLPERF_ATOMIC_INTEGER(atomicXor, __atomic_fetch_xor)
CLPERF_ATOMIC_INTEGER(atomicMin, __atomic_fetch_min)
CLPERF_ATOMIC(atomicMin, long long, __atomic_fetch_min)
CLPERF_ATOMIC_INTEGER(atomicMax, __atomic_fetch_max)
CLPERF_ATOMIC(atomicMax, long long, __atomic_fetch_max)
CLPERF_ATOMIC_INTEGER(atomicExch, __atomic_exchange_n)
#undef CLPERF_ATOMIC_INTEGER
#undef CLPERF_ATOMIC
CLPERF_DEVICE float atomicExch(float *p, float v) {
    return __builtin_bit_cast(
        float, __atomic_exchange_n((int *)p, __builtin_bit_cast(int, v), __ATOMIC_RELAXED));
}
#define CLPERF_CAS(type)                                                                           \
    CLPERF_DEVICE type atomicCAS(type *p, type expected, type v) {                                 \
        __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);   \
        return expected;                                                                           \
    }
CLPERF_CAS(int)
CLPERF_CAS(unsigned)
CLPERF_CAS(unsigned long long)
#undef CLPERF_CAS
CLPERF_DEVICE unsigned atomicInc(unsigned *p, unsigned most) {
    return __nvvm_atom_inc_gen_ui(p, most);
}
CLPERF_DEVICE unsigned atomicDec(unsigned *p, unsigned most) {
    return __nvvm_atom_dec_gen_ui(p, most);
}

/* --- mathematics ------------------------------------------------------------ */

/* float NAMEf(float), float NAME(float) and double NAME(double) by OpenCL's BUILTIN; SYMBOL is its
 * mangled name without types. */
#define CLPERF_MATH_1(name, symbol, fast)                                                          \
    __device__ __attribute__((const)) float clperf_##name##_f(float) __asm__(                      \
        CLPERF_FAST(symbol, fast) "f");                                                            \
    __device__ __attribute__((const)) double clperf_##name##_d(double) __asm__(symbol "d");        \
    CLPERF_DEVICE float name##f(float x) {                                                         \
        return clperf_##name##_f(x);                                                               \
    }                                                                                              \
    CLPERF_DEVICE float name(float x) {                                                            \
        return clperf_##name##_f(x);                                                               \
    }                                                                                              \
    CLPERF_DEVICE double name(double x) {                                                          \
        return clperf_##name##_d(x);                                                               \
    }                                                                                              \
    CLPERF_DEVICE double name(int x) {                                                             \
        return clperf_##name##_d(x);                                                               \
    }
#define CLPERF_MATH_2(name, symbol, fast)                                                          \
    __device__ __attribute__((const)) float clperf_##name##_f(float, float) __asm__(               \
        CLPERF_FAST(symbol, fast) "ff");                                                           \
    __device__                                                                                     \
        __attribute__((const)) double clperf_##name##_d(double, double) __asm__(symbol "dd");      \
    CLPERF_DEVICE float name##f(float x, float y) {                                                \
        return clperf_##name##_f(x, y);                                                            \
    }                                                                                              \
    CLPERF_DEVICE float name(float x, float y) {                                                   \
        return clperf_##name##_f(x, y);                                                            \
    }                                                                                              \
    CLPERF_DEVICE double name(double x, double y) {                                                \
        return clperf_##name##_d(x, y);                                                            \
    }                                                                                              \
    CLPERF_DEVICE double name(float x, int y) {                                                    \
        return clperf_##name##_d(x, y);                                                            \
    }                                                                                              \
    CLPERF_DEVICE double name(double x, int y) {                                                   \
        return clperf_##name##_d(x, y);                                                            \
    }                                                                                              \
    CLPERF_DEVICE double name(double x, float y) {                                                 \
        return clperf_##name##_d(x, y);                                                            \
    }                                                                                              \
    CLPERF_DEVICE double name(float x, double y) {                                                 \
        return clperf_##name##_d(x, y);                                                            \
    }
#ifdef __FAST_MATH__
#define CLPERF_FAST(symbol, fast) fast
#else
#define CLPERF_FAST(symbol, fast) symbol
#endif

CLPERF_MATH_1(sqrt, "_Z4sqrt", "_Z11native_sqrt")
CLPERF_MATH_1(rsqrt, "_Z5rsqrt", "_Z12native_rsqrt")
CLPERF_MATH_1(cbrt, "_Z4cbrt", "_Z4cbrt")
CLPERF_MATH_1(sin, "_Z3sin", "_Z10native_sin")
CLPERF_MATH_1(cos, "_Z3cos", "_Z10native_cos")
CLPERF_MATH_1(tan, "_Z3tan", "_Z10native_tan")
CLPERF_MATH_1(sinpi, "_Z5sinpi", "_Z5sinpi")
CLPERF_MATH_1(cospi, "_Z5cospi", "_Z5cospi")
CLPERF_MATH_1(asin, "_Z4asin", "_Z4asin")
CLPERF_MATH_1(acos, "_Z4acos", "_Z4acos")
CLPERF_MATH_1(atan, "_Z4atan", "_Z4atan")
CLPERF_MATH_1(sinh, "_Z4sinh", "_Z4sinh")
CLPERF_MATH_1(cosh, "_Z4cosh", "_Z4cosh")
CLPERF_MATH_1(tanh, "_Z4tanh", "_Z4tanh")
CLPERF_MATH_1(asinh, "_Z5asinh", "_Z5asinh")
CLPERF_MATH_1(acosh, "_Z5acosh", "_Z5acosh")
CLPERF_MATH_1(atanh, "_Z5atanh", "_Z5atanh")
CLPERF_MATH_1(exp, "_Z3exp", "_Z10native_exp")
CLPERF_MATH_1(exp2, "_Z4exp2", "_Z11native_exp2")
CLPERF_MATH_1(exp10, "_Z5exp10", "_Z12native_exp10")
CLPERF_MATH_1(expm1, "_Z5expm1", "_Z5expm1")
CLPERF_MATH_1(log, "_Z3log", "_Z10native_log")
CLPERF_MATH_1(log2, "_Z4log2", "_Z11native_log2")
CLPERF_MATH_1(log10, "_Z5log10", "_Z12native_log10")
CLPERF_MATH_1(log1p, "_Z5log1p", "_Z5log1p")
CLPERF_MATH_1(erf, "_Z3erf", "_Z3erf")
CLPERF_MATH_1(erfc, "_Z4erfc", "_Z4erfc")
CLPERF_MATH_1(tgamma, "_Z6tgamma", "_Z6tgamma")
CLPERF_MATH_1(lgamma, "_Z6lgamma", "_Z6lgamma")
CLPERF_MATH_1(floor, "_Z5floor", "_Z5floor")
CLPERF_MATH_1(ceil, "_Z4ceil", "_Z4ceil")
CLPERF_MATH_1(trunc, "_Z5trunc", "_Z5trunc")
CLPERF_MATH_1(round, "_Z5round", "_Z5round")
CLPERF_MATH_1(rint, "_Z4rint", "_Z4rint")
CLPERF_MATH_1(nearbyint, "_Z4rint", "_Z4rint")
CLPERF_MATH_1(fabs, "_Z4fabs", "_Z4fabs")
CLPERF_MATH_2(pow, "_Z3pow", "_Z11native_powr")
CLPERF_MATH_2(atan2, "_Z5atan2", "_Z5atan2")
CLPERF_MATH_2(hypot, "_Z5hypot", "_Z5hypot")
CLPERF_MATH_2(fmod, "_Z4fmod", "_Z4fmod")
CLPERF_MATH_2(remainder, "_Z9remainder", "_Z9remainder")
CLPERF_MATH_2(copysign, "_Z8copysign", "_Z8copysign")
CLPERF_MATH_2(fmin, "_Z4fmin", "_Z4fmin")
CLPERF_MATH_2(fmax, "_Z4fmax", "_Z4fmax")
CLPERF_MATH_2(fdim, "_Z4fdim", "_Z4fdim")
#undef CLPERF_MATH_1
#undef CLPERF_MATH_2
#undef CLPERF_FAST

/* NAME(TYPE, ...) by the OpenCL function of that mangled name. */
#define CLPERF_NAMED_1(result, name, type, symbol)                                                 \
    __device__ __attribute__((const)) result name(type) __asm__(symbol);
#define CLPERF_NAMED_2(result, name, type, symbol)                                                 \
    __device__ __attribute__((const)) result name(type, type) __asm__(symbol);
CLPERF_NAMED_1(float, __sinf, float, "_Z10native_sinf")
CLPERF_NAMED_1(float, __cosf, float, "_Z10native_cosf")
CLPERF_NAMED_1(float, __tanf, float, "_Z10native_tanf")
CLPERF_NAMED_1(float, __expf, float, "_Z10native_expf")
CLPERF_NAMED_1(float, __exp10f, float, "_Z12native_exp10f")
CLPERF_NAMED_1(float, __logf, float, "_Z10native_logf")
CLPERF_NAMED_1(float, __log2f, float, "_Z11native_log2f")
CLPERF_NAMED_1(float, __log10f, float, "_Z12native_log10f")
CLPERF_NAMED_2(float, __powf, float, "_Z11native_powrff")
CLPERF_NAMED_2(float, __fdividef, float, "_Z13native_divideff")
CLPERF_NAMED_1(float, __frcp_rn, float, "_Z12native_recipf")
CLPERF_NAMED_1(float, __frsqrt_rn, float, "_Z5rsqrtf")
CLPERF_NAMED_1(float, __fsqrt_rn, float, "_Z4sqrtf")
CLPERF_NAMED_1(double, __dsqrt_rn, double, "_Z4sqrtd")
CLPERF_NAMED_2(int, __mulhi, int, "_Z6mul_hiii")
CLPERF_NAMED_2(unsigned, __umulhi, unsigned, "_Z6mul_hijj")
CLPERF_NAMED_2(long long, __mul64hi, long long, "_Z6mul_hill")
CLPERF_NAMED_2(unsigned long long, __umul64hi, unsigned long long, "_Z6mul_himm")
CLPERF_NAMED_2(int, __mul24, int, "_Z5mul24ii")
CLPERF_NAMED_2(unsigned, __umul24, unsigned, "_Z5mul24jj")
CLPERF_NAMED_2(int, __hadd, int, "_Z4haddii")
CLPERF_NAMED_2(int, __rhadd, int, "_Z5rhaddii")
CLPERF_NAMED_1(int, __clz, int, "_Z3clzi")
CLPERF_NAMED_1(int, __popc, unsigned, "_Z8popcountj")
CLPERF_NAMED_2(int, clperf_min, int, "_Z3minii")
CLPERF_NAMED_2(unsigned, clperf_min, unsigned, "_Z3minjj")
CLPERF_NAMED_2(long, clperf_min, long, "_Z3minll")
CLPERF_NAMED_2(unsigned long, clperf_min, unsigned long, "_Z3minmm")
CLPERF_NAMED_2(int, clperf_max, int, "_Z3maxii")
CLPERF_NAMED_2(unsigned, clperf_max, unsigned, "_Z3maxjj")
CLPERF_NAMED_2(long, clperf_max, long, "_Z3maxll")
CLPERF_NAMED_2(unsigned long, clperf_max, unsigned long, "_Z3maxmm")
CLPERF_NAMED_1(int, clperf_abs, int, "_Z3absi")
CLPERF_NAMED_1(long, clperf_abs, long, "_Z3absl")
#undef CLPERF_NAMED_1
#undef CLPERF_NAMED_2

#define CLPERF_MINMAX(type, wide)                                                                  \
    CLPERF_DEVICE type min(type x, type y) {                                                       \
        return (type)clperf_min((wide)x, (wide)y);                                                 \
    }                                                                                              \
    CLPERF_DEVICE type max(type x, type y) {                                                       \
        return (type)clperf_max((wide)x, (wide)y);                                                 \
    }
CLPERF_MINMAX(int, int)
CLPERF_MINMAX(unsigned, unsigned)
CLPERF_MINMAX(long, long)
CLPERF_MINMAX(unsigned long, unsigned long)
CLPERF_MINMAX(long long, long)
CLPERF_MINMAX(unsigned long long, unsigned long)
#undef CLPERF_MINMAX
#define CLPERF_MIXED(x_type, y_type, type)                                                         \
    CLPERF_DEVICE type min(x_type x, y_type y) {                                                   \
        return min((type)x, (type)y);                                                              \
    }                                                                                              \
    CLPERF_DEVICE type max(x_type x, y_type y) {                                                   \
        return max((type)x, (type)y);                                                              \
    }
CLPERF_MIXED(int, unsigned, unsigned)
CLPERF_MIXED(unsigned, int, unsigned)
CLPERF_MIXED(int, long, long)
CLPERF_MIXED(long, int, long)
CLPERF_MIXED(int, unsigned long, unsigned long)
CLPERF_MIXED(unsigned long, int, unsigned long)
CLPERF_MIXED(unsigned, unsigned long, unsigned long)
CLPERF_MIXED(unsigned long, unsigned, unsigned long)
#undef CLPERF_MIXED
CLPERF_DEVICE float min(float x, float y) {
    return fminf(x, y);
}
CLPERF_DEVICE float max(float x, float y) {
    return fmaxf(x, y);
}
CLPERF_DEVICE double min(double x, double y) {
    return fmin(x, y);
}
CLPERF_DEVICE double max(double x, double y) {
    return fmax(x, y);
}
/* Host code uses them without std::, too. */
#define CLPERF_HOST_MINMAX(type)                                                                   \
    static __inline__ type min(type x, type y) {                                                   \
        return x < y ? x : y;                                                                      \
    }                                                                                              \
    static __inline__ type max(type x, type y) {                                                   \
        return x > y ? x : y;                                                                      \
    }
CLPERF_HOST_MINMAX(int)
CLPERF_HOST_MINMAX(unsigned)
CLPERF_HOST_MINMAX(long)
CLPERF_HOST_MINMAX(unsigned long)
CLPERF_HOST_MINMAX(long long)
CLPERF_HOST_MINMAX(unsigned long long)
CLPERF_HOST_MINMAX(float)
CLPERF_HOST_MINMAX(double)
#undef CLPERF_HOST_MINMAX

CLPERF_DEVICE int abs(int x) {
    return clperf_abs(x);
}
CLPERF_DEVICE long abs(long x) {
    return clperf_abs(x);
}
CLPERF_DEVICE float abs(float x) {
    return fabsf(x);
}
CLPERF_DEVICE double abs(double x) {
    return fabs(x);
}
CLPERF_DEVICE long labs(long x) {
    return clperf_abs(x);
}
CLPERF_DEVICE float fmaf(float x, float y, float z) {
    return __builtin_fmaf(x, y, z);
}
CLPERF_DEVICE double fma(double x, double y, double z) {
    return __builtin_fma(x, y, z);
}
CLPERF_DEVICE float fma(float x, float y, float z) {
    return __builtin_fmaf(x, y, z);
}
CLPERF_DEVICE float __fmaf_rn(float x, float y, float z) {
    return __builtin_fmaf(x, y, z);
}
CLPERF_DEVICE double __fma_rn(double x, double y, double z) {
    return __builtin_fma(x, y, z);
}
CLPERF_DEVICE float __fadd_rn(float x, float y) {
    return x + y;
}
CLPERF_DEVICE float __fsub_rn(float x, float y) {
    return x - y;
}
CLPERF_DEVICE float __fmul_rn(float x, float y) {
    return x * y;
}
CLPERF_DEVICE float __fdiv_rn(float x, float y) {
    return x / y;
}
CLPERF_DEVICE double __dadd_rn(double x, double y) {
    return x + y;
}
CLPERF_DEVICE double __dmul_rn(double x, double y) {
    return x * y;
}
CLPERF_DEVICE double __ddiv_rn(double x, double y) {
    return x / y;
}
CLPERF_DEVICE float __saturatef(float x) {
    return fminf(fmaxf(x, 0.0f), 1.0f);
}
CLPERF_DEVICE float fdividef(float x, float y) {
    return x / y;
}
CLPERF_DEVICE float normf(int n, const float *v) {
    float s = 0;
    for (int i = 0; i < n; i++)
        s += v[i] * v[i];
    return sqrtf(s);
}
CLPERF_DEVICE void sincosf(float x, float *s, float *c) {
    *s = sinf(x);
    *c = cosf(x);
}
CLPERF_DEVICE void sincos(double x, double *s, double *c) {
    *s = sin(x);
    *c = cos(x);
}
CLPERF_DEVICE void __sincosf(float x, float *s, float *c) {
    *s = __sinf(x);
    *c = __cosf(x);
}
CLPERF_DEVICE float modff(float x, float *whole) {
    *whole = truncf(x);
    return x - *whole;
}
CLPERF_DEVICE double modf(double x, double *whole) {
    *whole = trunc(x);
    return x - *whole;
}
CLPERF_DEVICE int __clzll(long long x) {
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}
CLPERF_DEVICE int __popcll(unsigned long long x) {
    return __builtin_popcountll(x);
}
CLPERF_DEVICE int __ffs(int x) {
    return __builtin_ffs(x);
}
CLPERF_DEVICE int __ffsll(long long x) {
    return __builtin_ffsll(x);
}
CLPERF_DEVICE unsigned __brev(unsigned x) {
    return __builtin_bitreverse32(x);
}
CLPERF_DEVICE unsigned long long __brevll(unsigned long long x) {
    return __builtin_bitreverse64(x);
}
CLPERF_DEVICE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    return (unsigned)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
CLPERF_DEVICE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
CLPERF_DEVICE unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
    return __nvvm_prmt(x, y, s);
}

/* --- conversions ------------------------------------------------------------ */

CLPERF_DEVICE int __float2int_rz(float x) {
    return (int)x;
}
CLPERF_DEVICE int __float2int_rn(float x) {
    return (int)rintf(x);
}
CLPERF_DEVICE int __float2int_rd(float x) {
    return (int)floorf(x);
}
CLPERF_DEVICE int __float2int_ru(float x) {
    return (int)ceilf(x);
}
CLPERF_DEVICE unsigned __float2uint_rz(float x) {
    return (unsigned)x;
}
CLPERF_DEVICE unsigned __float2uint_rn(float x) {
    return (unsigned)rintf(x);
}
CLPERF_DEVICE float __int2float_rn(int x) {
    return (float)x;
}
CLPERF_DEVICE float __uint2float_rn(unsigned x) {
    return (float)x;
}
CLPERF_DEVICE float __double2float_rn(double x) {
    return (float)x;
}
CLPERF_DEVICE int __double2int_rn(double x) {
    return (int)rint(x);
}
CLPERF_DEVICE int __double2int_rz(double x) {
    return (int)x;
}
CLPERF_DEVICE double __int2double_rn(int x) {
    return x;
}
CLPERF_DEVICE int __float_as_int(float x) {
    return __builtin_bit_cast(int, x);
}
CLPERF_DEVICE unsigned __float_as_uint(float x) {
    return __builtin_bit_cast(unsigned, x);
}
CLPERF_DEVICE float __int_as_float(int x) {
    return __builtin_bit_cast(float, x);
}
CLPERF_DEVICE float __uint_as_float(unsigned x) {
    return __builtin_bit_cast(float, x);
}
CLPERF_DEVICE long long __double_as_longlong(double x) {
    return __builtin_bit_cast(long long, x);
}
CLPERF_DEVICE double __longlong_as_double(long long x) {
    return __builtin_bit_cast(double, x);
}
CLPERF_DEVICE long lrintf(float x) {
    return (long)rintf(x);
}
CLPERF_DEVICE long lroundf(float x) {
    return (long)roundf(x);
}

/* --- what else device code calls --------------------------------------------- */

CLPERF_DEVICE long long clock64() {
    return __nvvm_read_ptx_sreg_clock64();
}
extern "C" {
__device__ int printf(const char *, ...);
__device__ void *malloc(size_t);
__device__ void free(void *);
__device__ void *memcpy(void *, const void *, size_t);
__device__ void *memset(void *, int, size_t);
__device__ __attribute__((noreturn)) void __assert_fail(const char *, const char *, unsigned,
                                                        const char *);
}

struct cudaChannelFormatDesc {
    int x, y, z, w, f;
};

/* Textures and surfaces. Kernels that use them are refused by the name of this function. */
typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum { cudaTextureType1D = 1, cudaTextureType2D, cudaTextureType3D };
extern "C" __device__ void clperf_texture();
template <class T, int dimensions = 1, cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture {
    int normalized, filterMode, addressMode[3];
    struct cudaChannelFormatDesc channelDesc;
};
#define CLPERF_TEXTURE(name)                                                                       \
    template <class T, class... Rest> CLPERF_DEVICE T name(cudaTextureObject_t, Rest...) {         \
        clperf_texture();                                                                          \
        return T();                                                                                \
    }                                                                                              \
    template <class T, int dimensions, cudaTextureReadMode mode, class... Rest>                    \
    CLPERF_DEVICE T name(texture<T, dimensions, mode>, Rest...) {                                  \
        clperf_texture();                                                                          \
        return T();                                                                                \
    }
CLPERF_TEXTURE(tex1Dfetch)
CLPERF_TEXTURE(tex1D)
CLPERF_TEXTURE(tex2D)
CLPERF_TEXTURE(tex3D)
CLPERF_TEXTURE(tex2DLayered)
CLPERF_TEXTURE(tex1DLod)
CLPERF_TEXTURE(tex2DLod)
#undef CLPERF_TEXTURE

/* --- the runtime, for host code ----------------------------------------------- */

enum cudaError_t {
    cudaSuccess,
    cudaErrorInvalidValue,
    cudaErrorMemoryAllocation,
    cudaErrorInitializationError,
    cudaErrorNotReady = 600,
    cudaErrorUnknown = 999
};
typedef cudaError_t cudaError, CUresult;
enum cudaMemcpyKind {
    cudaMemcpyHostToHost,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault
};
enum cudaFuncCache {
    cudaFuncCachePreferNone,
    cudaFuncCachePreferShared,
    cudaFuncCachePreferL1,
    cudaFuncCachePreferEqual
};
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout
};
enum {
    cudaMemAttachGlobal = 1,
    cudaHostAllocDefault = 0,
    cudaHostAllocPortable = 1,
    cudaHostAllocMapped = 2,
    cudaEventDefault = 0,
    cudaEventBlockingSync = 1,
    cudaEventDisableTiming = 2,
    cudaStreamDefault = 0,
    cudaStreamNonBlocking = 1,
    cudaDeviceScheduleAuto = 0,
    cudaDeviceMapHost = 8,
    cudaDeviceBlockingSync = 4
};
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct cudaArray *cudaArray_t;
struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock, totalConstMem, memPitch, textureAlignment;
    int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    int major, minor, multiProcessorCount, memoryClockRate, memoryBusWidth, l2CacheSize;
    int maxThreadsPerMultiProcessor, concurrentKernels, integrated, canMapHostMemory, ECCEnabled;
    int unifiedAddressing, managedMemory, computeMode, deviceOverlap, kernelExecTimeoutEnabled;
    int asyncEngineCount, pciBusID, pciDeviceID, cooperativeLaunch;
    size_t sharedMemPerMultiprocessor;
};
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion;
};
struct cudaExtent {
    size_t width, height, depth;
};
struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
};

#define CLPERF_RUNTIME(name) template <class... T> cudaError_t name(T &&...);
CLPERF_RUNTIME(cudaMalloc)
CLPERF_RUNTIME(cudaMallocHost)
CLPERF_RUNTIME(cudaMallocManaged)
CLPERF_RUNTIME(cudaMallocPitch)
CLPERF_RUNTIME(cudaMallocArray)
CLPERF_RUNTIME(cudaMalloc3D)
CLPERF_RUNTIME(cudaMallocAsync)
CLPERF_RUNTIME(cudaHostAlloc)
CLPERF_RUNTIME(cudaHostRegister)
CLPERF_RUNTIME(cudaHostUnregister)
CLPERF_RUNTIME(cudaHostGetDevicePointer)
CLPERF_RUNTIME(cudaFree)
CLPERF_RUNTIME(cudaFreeHost)
CLPERF_RUNTIME(cudaFreeArray)
CLPERF_RUNTIME(cudaFreeAsync)
CLPERF_RUNTIME(cudaMemcpy)
CLPERF_RUNTIME(cudaMemcpyAsync)
CLPERF_RUNTIME(cudaMemcpy2D)
CLPERF_RUNTIME(cudaMemcpy2DAsync)
CLPERF_RUNTIME(cudaMemcpyToArray)
CLPERF_RUNTIME(cudaMemcpyToSymbol)
CLPERF_RUNTIME(cudaMemcpyToSymbolAsync)
CLPERF_RUNTIME(cudaMemcpyFromSymbol)
CLPERF_RUNTIME(cudaMemset)
CLPERF_RUNTIME(cudaMemsetAsync)
CLPERF_RUNTIME(cudaMemset2D)
CLPERF_RUNTIME(cudaMemGetInfo)
CLPERF_RUNTIME(cudaMemPrefetchAsync)
CLPERF_RUNTIME(cudaMemAdvise)
CLPERF_RUNTIME(cudaGetSymbolAddress)
CLPERF_RUNTIME(cudaGetDevice)
CLPERF_RUNTIME(cudaSetDevice)
CLPERF_RUNTIME(cudaSetDeviceFlags)
CLPERF_RUNTIME(cudaGetDeviceCount)
CLPERF_RUNTIME(cudaGetDeviceProperties)
CLPERF_RUNTIME(cudaDeviceGetAttribute)
CLPERF_RUNTIME(cudaDeviceReset)
CLPERF_RUNTIME(cudaDeviceSetCacheConfig)
CLPERF_RUNTIME(cudaDeviceSetLimit)
CLPERF_RUNTIME(cudaThreadExit)
CLPERF_RUNTIME(cudaThreadSynchronize)
CLPERF_RUNTIME(cudaFuncSetCacheConfig)
CLPERF_RUNTIME(cudaFuncSetAttribute)
CLPERF_RUNTIME(cudaFuncGetAttributes)
CLPERF_RUNTIME(cudaEventCreate)
CLPERF_RUNTIME(cudaEventCreateWithFlags)
CLPERF_RUNTIME(cudaEventDestroy)
CLPERF_RUNTIME(cudaEventRecord)
CLPERF_RUNTIME(cudaEventSynchronize)
CLPERF_RUNTIME(cudaEventElapsedTime)
CLPERF_RUNTIME(cudaEventQuery)
CLPERF_RUNTIME(cudaStreamCreate)
CLPERF_RUNTIME(cudaStreamCreateWithFlags)
CLPERF_RUNTIME(cudaStreamDestroy)
CLPERF_RUNTIME(cudaStreamSynchronize)
CLPERF_RUNTIME(cudaStreamWaitEvent)
CLPERF_RUNTIME(cudaStreamQuery)
CLPERF_RUNTIME(cudaBindTexture)
CLPERF_RUNTIME(cudaBindTexture2D)
CLPERF_RUNTIME(cudaBindTextureToArray)
CLPERF_RUNTIME(cudaUnbindTexture)
CLPERF_RUNTIME(cudaLaunchKernel)
CLPERF_RUNTIME(cudaLaunchCooperativeKernel)
CLPERF_RUNTIME(cudaOccupancyMaxActiveBlocksPerMultiprocessor)
CLPERF_RUNTIME(cudaOccupancyMaxPotentialBlockSize)
CLPERF_RUNTIME(cudaDriverGetVersion)
CLPERF_RUNTIME(cudaRuntimeGetVersion)
CLPERF_RUNTIME(cudaProfilerStart)
CLPERF_RUNTIME(cudaProfilerStop)
#undef CLPERF_RUNTIME
__host__ __device__ cudaError_t cudaDeviceSynchronize();
__host__ __device__ cudaError_t cudaGetLastError();
__host__ __device__ cudaError_t cudaPeekAtLastError();
__host__ __device__ const char *cudaGetErrorString(cudaError_t);
__host__ __device__ const char *cudaGetErrorName(cudaError_t);
enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned,
    cudaChannelFormatKindUnsigned,
    cudaChannelFormatKindFloat,
    cudaChannelFormatKindNone
};
template <class T> cudaChannelFormatDesc cudaCreateChannelDesc();
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f);
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                                         cudaStream_t stream = 0);
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                void *stream = 0);

/* The type of what the source lacks a declaration of; host_api.h has it too. */
#ifndef CLPERF_ANYTHING
struct clperf_anything {
    clperf_anything();
    template <class... T> clperf_anything(const T &...);
    template <class T> operator T() const;
    template <class T> clperf_anything operator[](const T &) const;
    template <class... T> clperf_anything operator()(T &&...) const;
    template <class T> clperf_anything &operator=(const T &);
#define CLPERF_OPERATOR(op)                                                                        \
    template <class T> friend clperf_anything operator op(const clperf_anything &, const T &);     \
    template <class T> friend clperf_anything operator op(const T &, const clperf_anything &);     \
    friend clperf_anything operator op(const clperf_anything &, const clperf_anything &);
    CLPERF_OPERATOR(+)
    CLPERF_OPERATOR(-)
    CLPERF_OPERATOR(*)
    CLPERF_OPERATOR(/)
    CLPERF_OPERATOR(%)
    CLPERF_OPERATOR(|)
    CLPERF_OPERATOR(&)
    CLPERF_OPERATOR(==)
    CLPERF_OPERATOR(!=)
    CLPERF_OPERATOR(<)
    CLPERF_OPERATOR(>)
    CLPERF_OPERATOR(<=)
    CLPERF_OPERATOR(>=)
#undef CLPERF_OPERATOR
    template <class T> friend T &operator<<(T &, const clperf_anything &);
};
#define CLPERF_ANYTHING clperf_anything
#endif

/* CUDA's headers include these. */
#if __has_include(<math.h>)
#include <math.h>
#endif
#if __has_include(<stdlib.h>)
#include <stdlib.h>
#endif
#if __has_include(<string.h>)
#include <string.h>
#endif
#if __has_include(<stdio.h>)
#include <stdio.h>
#endif

#endif
