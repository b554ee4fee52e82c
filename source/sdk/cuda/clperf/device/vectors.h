/* Vector types, and dim3. */

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
