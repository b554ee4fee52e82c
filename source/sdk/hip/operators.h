/* Operators of vector types, which HIP has and CUDA has not, and atomics that only HIP has. All are
 * templates, so that a source's own go first. */

template <bool> struct clperf_if {};
template <> struct clperf_if<true> {
    typedef int yes;
};

#define CLPERF_OPERATOR(type, op, width, each)                                                     \
    template <int = 0> CLPERF_BOTH type##width operator op(type##width a, type##width b) {         \
        return type##width{each(op, b)};                                                           \
    }                                                                                              \
    template <class S, typename clperf_if<__is_arithmetic(S)>::yes = 0>                            \
    CLPERF_BOTH type##width operator op(type##width a, S s) {                                      \
        const decltype(a.x) b = s;                                                                 \
        return type##width{CLPERF_SCALAR_##width(op)};                                             \
    }                                                                                              \
    template <class S, typename clperf_if<__is_arithmetic(S)>::yes = 0>                            \
    CLPERF_BOTH type##width operator op(S s, type##width b) {                                      \
        const decltype(b.x) a = s;                                                                 \
        return type##width{CLPERF_REVERSED_##width(op)};                                           \
    }                                                                                              \
    template <class S> CLPERF_BOTH type##width &operator op##=(type##width & a, S b) {             \
        return a = a op b;                                                                         \
    }
#define CLPERF_EACH_2(op, b) (decltype(a.x))(a.x op b.x), (decltype(a.x))(a.y op b.y)
#define CLPERF_EACH_3(op, b) CLPERF_EACH_2(op, b), (decltype(a.x))(a.z op b.z)
#define CLPERF_EACH_4(op, b) CLPERF_EACH_3(op, b), (decltype(a.x))(a.w op b.w)
#define CLPERF_SCALAR_2(op) (decltype(a.x))(a.x op b), (decltype(a.x))(a.y op b)
#define CLPERF_SCALAR_3(op) CLPERF_SCALAR_2(op), (decltype(a.x))(a.z op b)
#define CLPERF_SCALAR_4(op) CLPERF_SCALAR_3(op), (decltype(a.x))(a.w op b)
#define CLPERF_REVERSED_2(op) (decltype(b.x))(a op b.x), (decltype(b.x))(a op b.y)
#define CLPERF_REVERSED_3(op) CLPERF_REVERSED_2(op), (decltype(b.x))(a op b.z)
#define CLPERF_REVERSED_4(op) CLPERF_REVERSED_3(op), (decltype(b.x))(a op b.w)
#define CLPERF_OPERATORS_OF(type, op)                                                              \
    CLPERF_OPERATOR(type, op, 2, CLPERF_EACH_2)                                                    \
    CLPERF_OPERATOR(type, op, 3, CLPERF_EACH_3)                                                    \
    CLPERF_OPERATOR(type, op, 4, CLPERF_EACH_4)
#define CLPERF_OPERATORS(type)                                                                     \
    CLPERF_OPERATORS_OF(type, +)                                                                   \
    CLPERF_OPERATORS_OF(type, -)                                                                   \
    CLPERF_OPERATORS_OF(type, *)                                                                   \
    CLPERF_OPERATORS_OF(type, /)
CLPERF_OPERATORS(int)
CLPERF_OPERATORS(uint)
CLPERF_OPERATORS(float)
CLPERF_OPERATORS(double)
#undef CLPERF_OPERATORS
#undef CLPERF_OPERATORS_OF
#undef CLPERF_OPERATOR
template <int = 0> CLPERF_BOTH float2 operator-(float2 a) {
    return float2{-a.x, -a.y};
}
template <int = 0> CLPERF_BOTH float3 operator-(float3 a) {
    return float3{-a.x, -a.y, -a.z};
}
template <int = 0> CLPERF_BOTH float4 operator-(float4 a) {
    return float4{-a.x, -a.y, -a.z, -a.w};
}

#define CLPERF_ATOMIC(name, type, operation)                                                       \
    template <int = 0> CLPERF_DEVICE type name(type *p, type v) {                                  \
        return operation(p, v, __ATOMIC_RELAXED);                                                  \
    }
CLPERF_ATOMIC(atomicMax, float, __atomic_fetch_max)
CLPERF_ATOMIC(atomicMax, double, __atomic_fetch_max)
CLPERF_ATOMIC(atomicMin, float, __atomic_fetch_min)
CLPERF_ATOMIC(atomicMin, double, __atomic_fetch_min)
CLPERF_ATOMIC(atomicSub, float, __atomic_fetch_sub)
CLPERF_ATOMIC(atomicSub, double, __atomic_fetch_sub)
#undef CLPERF_ATOMIC
