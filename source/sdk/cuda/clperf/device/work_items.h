/* Built-in variables. */

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
#ifdef __AMDGCN_WAVEFRONT_SIZE
static constexpr int warpSize = __AMDGCN_WAVEFRONT_SIZE;
typedef unsigned long long clperf_lanes;
#else
static constexpr int warpSize = 32;
typedef unsigned clperf_lanes;
#endif
