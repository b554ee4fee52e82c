/* Stands in for the headers of PyTorch (torch/, ATen/, c10/), with the others of this folder: types
 * of elements, of which device code is made. Those of 16 bits compute as float, as c10's do. */
#pragma GCC system_header
#ifndef CLPERF_TORCH
#define CLPERF_TORCH

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <initializer_list>
#include <optional>
#include <stdint.h>
#include <stdlib.h>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#define CLPERF_ELEMENT __host__ __device__ __attribute__((always_inline, nodebug))
#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
#define C10_ALWAYS_INLINE inline
#define C10_LIKELY(condition) (condition)
#define C10_UNLIKELY(condition) (condition)
#define C10_WARP_SIZE 32
#define C10_LAUNCH_BOUNDS_1(items) __launch_bounds__(items)
#define C10_LAUNCH_BOUNDS_2(items, groups) __launch_bounds__(items, groups)
#define TORCH_API
#define TORCH_CUDA_CU_API
#define TORCH_VERSION_MAJOR 2
#define TORCH_VERSION_MINOR 5

namespace c10 {

/* An element of 16 bits that converts to float and back. */
#define CLPERF_SHORT_ELEMENT(name, of)                                                             \
    struct alignas(2) name {                                                                       \
        unsigned short x;                                                                          \
        struct from_bits_t {};                                                                     \
        name() = default;                                                                          \
        CLPERF_ELEMENT constexpr name(unsigned short bits, from_bits_t) : x(bits) {}               \
        CLPERF_ELEMENT name(float v) : x(__builtin_bit_cast(unsigned short, (of)v)) {}             \
        template <class V, std::enable_if_t<std::is_same_v<V, of>, int> = 0>                       \
        CLPERF_ELEMENT name(V v) : x(__builtin_bit_cast(unsigned short, v)) {}                     \
        CLPERF_ELEMENT operator float() const {                                                    \
            return (float)__builtin_bit_cast(of, x);                                               \
        }                                                                                          \
    };                                                                                             \
    CLPERF_SHORT_OPERATOR(name, +)                                                                 \
    CLPERF_SHORT_OPERATOR(name, -)                                                                 \
    CLPERF_SHORT_OPERATOR(name, *)                                                                 \
    CLPERF_SHORT_OPERATOR(name, /)
#define CLPERF_SHORT_OPERATOR(name, op)                                                            \
    CLPERF_ELEMENT inline name operator op(name x, name y) {                                       \
        return (float)x op(float) y;                                                               \
    }                                                                                              \
    CLPERF_ELEMENT inline name &operator op##=(name & x, name y) {                                 \
        return x = (float)x op(float) y;                                                           \
    }
CLPERF_SHORT_ELEMENT(Half, __half)
CLPERF_SHORT_ELEMENT(BFloat16, __nv_bfloat16)
#undef CLPERF_SHORT_ELEMENT
#undef CLPERF_SHORT_OPERATOR

/* Elements of 8 bits: where their fields are is not modelled. */
#define CLPERF_BYTE_ELEMENT(name)                                                                  \
    struct name {                                                                                  \
        uint8_t x;                                                                                 \
        struct from_bits_t {};                                                                     \
        static constexpr CLPERF_ELEMENT from_bits_t from_bits() {                                  \
            return {};                                                                             \
        }                                                                                          \
        name() = default;                                                                          \
        CLPERF_ELEMENT constexpr name(uint8_t bits, from_bits_t) : x(bits) {}                      \
        CLPERF_ELEMENT name(float v)                                                               \
            : x((uint8_t)(__builtin_bit_cast(unsigned short, (_Float16)v) >> 8)) {}                \
        CLPERF_ELEMENT operator float() const {                                                    \
            return (float)__builtin_bit_cast(_Float16, (unsigned short)(x << 8));                  \
        }                                                                                          \
    };
CLPERF_BYTE_ELEMENT(Float8_e4m3fn)
CLPERF_BYTE_ELEMENT(Float8_e4m3fnuz)
CLPERF_BYTE_ELEMENT(Float8_e5m2)
CLPERF_BYTE_ELEMENT(Float8_e5m2fnuz)
#undef CLPERF_BYTE_ELEMENT

template <class T> struct complex {
    T real_, imag_;
    CLPERF_ELEMENT complex(T real = 0, T imag = 0) : real_(real), imag_(imag) {}
    CLPERF_ELEMENT T real() const { return real_; }
    CLPERF_ELEMENT T imag() const { return imag_; }
};

/* The types of tensors: the name, the C++ type and the constant. */
#define CLPERF_SCALAR_TYPES(X)                                                                     \
    X(Byte, uint8_t)                                                                               \
    X(Char, int8_t)                                                                                \
    X(Short, int16_t)                                                                              \
    X(Int, int)                                                                                    \
    X(Long, int64_t)                                                                               \
    X(Half, c10::Half)                                                                             \
    X(Float, float)                                                                                \
    X(Double, double)                                                                              \
    X(ComplexFloat, c10::complex<float>)                                                           \
    X(ComplexDouble, c10::complex<double>)                                                         \
    X(Bool, bool)                                                                                  \
    X(BFloat16, c10::BFloat16)                                                                     \
    X(Float8_e5m2, c10::Float8_e5m2)                                                               \
    X(Float8_e4m3fn, c10::Float8_e4m3fn)                                                           \
    X(Float8_e5m2fnuz, c10::Float8_e5m2fnuz)                                                       \
    X(Float8_e4m3fnuz, c10::Float8_e4m3fnuz)                                                       \
    X(UInt16, uint16_t)                                                                            \
    X(UInt32, uint32_t)                                                                            \
    X(UInt64, uint64_t)
#define CLPERF_SCALAR_TYPE(name, type) name,
enum class ScalarType : int8_t { CLPERF_SCALAR_TYPES(CLPERF_SCALAR_TYPE) Undefined };
#undef CLPERF_SCALAR_TYPE
#define CLPERF_SCALAR_TYPE(name, type) constexpr ScalarType k##name = ScalarType::name;
CLPERF_SCALAR_TYPES(CLPERF_SCALAR_TYPE)
#undef CLPERF_SCALAR_TYPE
constexpr ScalarType kFloat32 = kFloat, kFloat64 = kDouble, kFloat16 = kHalf, kInt8 = kChar,
                     kInt16 = kShort, kInt32 = kInt, kInt64 = kLong, kUInt8 = kByte, kU8 = kByte;

template <class T> struct CppTypeToScalarType;
namespace impl {
template <ScalarType type> struct ScalarTypeToCPPType;
#define CLPERF_SCALAR_TYPE(name, cpp)                                                              \
    template <> struct ScalarTypeToCPPType<ScalarType::name> {                                     \
        typedef cpp type;                                                                          \
    };
CLPERF_SCALAR_TYPES(CLPERF_SCALAR_TYPE)
#undef CLPERF_SCALAR_TYPE
template <ScalarType type> using ScalarTypeToCPPTypeT = typename ScalarTypeToCPPType<type>::type;
} // namespace impl
#define CLPERF_SCALAR_TYPE(name, cpp)                                                              \
    template <>                                                                                    \
    struct CppTypeToScalarType<cpp> : std::integral_constant<ScalarType, ScalarType::name> {};
CLPERF_SCALAR_TYPES(CLPERF_SCALAR_TYPE)
#undef CLPERF_SCALAR_TYPE
#undef CLPERF_SCALAR_TYPES

size_t elementSize(ScalarType);
const char *toString(ScalarType);
bool isFloatingType(ScalarType);
bool isIntegralType(ScalarType, bool = false);

} // namespace c10

/* What sums of the type are made in. */
namespace at {
template <class T> struct OpMathType {
    typedef T type;
};
template <> struct OpMathType<c10::Half> {
    typedef float type;
};
template <> struct OpMathType<c10::BFloat16> {
    typedef float type;
};
template <class T> using opmath_type = typename OpMathType<T>::type;
template <class T, bool is_cuda> using acc_type = typename OpMathType<T>::type;
} // namespace at
