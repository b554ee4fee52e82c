/* Loads, stores and atomics. */

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
#define CLPERF_EXCHANGE(name)                                                                      \
    CLPERF_DEVICE float name(float *p, float v) {                                                  \
        return __builtin_bit_cast(                                                                 \
            float,                                                                                 \
            __atomic_exchange_n((int *)p, __builtin_bit_cast(int, v), __ATOMIC_RELAXED));          \
    }
CLPERF_EXCHANGE(atomicExch)
CLPERF_EXCHANGE(atomicExch_block)
CLPERF_EXCHANGE(atomicExch_system)
#undef CLPERF_EXCHANGE
#define CLPERF_CAS_AS(name, type)                                                                  \
    CLPERF_DEVICE type name(type *p, type expected, type v) {                                      \
        __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);   \
        return expected;                                                                           \
    }
#define CLPERF_CAS(type)                                                                           \
    CLPERF_CAS_AS(atomicCAS, type)                                                                 \
    CLPERF_CAS_AS(atomicCAS_block, type)                                                           \
    CLPERF_CAS_AS(atomicCAS_system, type)
CLPERF_CAS(int)
CLPERF_CAS(unsigned)
CLPERF_CAS(unsigned long long)
CLPERF_CAS(unsigned short)
#undef CLPERF_CAS
#undef CLPERF_CAS_AS
#define CLPERF_COUNT_AS(name, intrinsic)                                                           \
    CLPERF_DEVICE unsigned name(unsigned *p, unsigned most) {                                      \
        return intrinsic(p, most);                                                                 \
    }
#define CLPERF_COUNT(name, intrinsic)                                                              \
    CLPERF_COUNT_AS(name, intrinsic)                                                               \
    CLPERF_COUNT_AS(name##_block, intrinsic)                                                       \
    CLPERF_COUNT_AS(name##_system, intrinsic)
CLPERF_COUNT(atomicInc, __nvvm_atom_inc_gen_ui)
CLPERF_COUNT(atomicDec, __nvvm_atom_dec_gen_ui)
#undef CLPERF_COUNT
#undef CLPERF_COUNT_AS
/* Of each component alone. */
CLPERF_DEVICE float2 atomicAdd(float2 *p, float2 v) {
    return float2{atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y)};
}
CLPERF_DEVICE float4 atomicAdd(float4 *p, float4 v) {
    return float4{atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y), atomicAdd(&p->z, v.z),
                  atomicAdd(&p->w, v.w)};
}
template <class T> CLPERF_DEVICE size_t __cvta_generic_to_shared(const T *p) {
    return (size_t)(__attribute__((address_space(3))) const char *)(const char *)p;
}
template <class T> CLPERF_DEVICE size_t __cvta_generic_to_global(const T *p) {
    return (size_t)p;
}
CLPERF_DEVICE void *__cvta_shared_to_generic(size_t p) {
    return (void *)(__attribute__((address_space(3))) char *)p;
}
CLPERF_DEVICE void *__cvta_global_to_generic(size_t p) {
    return (void *)p;
}
#define CLPERF_SPACE(name, intrinsic)                                                              \
    CLPERF_DEVICE unsigned name(const void *p) {                                                   \
        return intrinsic(p);                                                                       \
    }
CLPERF_SPACE(__isGlobal, __nvvm_isspacep_global)
CLPERF_SPACE(__isShared, __nvvm_isspacep_shared)
CLPERF_SPACE(__isConstant, __nvvm_isspacep_const)
CLPERF_SPACE(__isLocal, __nvvm_isspacep_local)
#undef CLPERF_SPACE
