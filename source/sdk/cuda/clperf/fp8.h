/* Stands in for cuda_fp8.h: numbers of eight bits, by way of half. What the hardware converts in
 * one instruction takes some here. */
#pragma GCC system_header
#ifndef CLPERF_FP8
#define CLPERF_FP8

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

/* e5m2 is the upper half of a half; e4m3 has its exponent one bit further down, and 8 less of it.
 */
CLPERF_BOTH float clperf_fp8_float(__nv_fp8_storage_t v, __nv_fp8_interpretation_t kind) {
    unsigned short bits = (unsigned short)(v << 8);
    if (kind == __NV_E4M3)
        bits = (unsigned short)((v & 0x80) << 8 | (v & 0x7f) << 7);
    const float x = (float)__builtin_bit_cast(_Float16, bits);
    return kind == __NV_E4M3 ? x * 256.0f : x;
}
CLPERF_BOTH __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t,
                                                     __nv_fp8_interpretation_t kind) {
    const _Float16 h = (_Float16)(kind == __NV_E4M3 ? x * 0.00390625f : x);
    const unsigned bits = __builtin_bit_cast(unsigned short, h);
    const unsigned small = (bits + 0x3f + (bits >> 7 & 1)) >> 7 & 0x7f;
    return (__nv_fp8_storage_t)(kind == __NV_E4M3 ? (bits >> 8 & 0x80) | small
                                                  : (bits + 0x7f + (bits >> 8 & 1)) >> 8);
}
#define CLPERF_FP8_TYPE(name, kind)                                                                \
    struct name {                                                                                  \
        __nv_fp8_storage_t __x;                                                                    \
        name() = default;                                                                          \
        __attribute__((always_inline, nodebug, host, device)) explicit name(float x)               \
            : __x(__nv_cvt_float_to_fp8(x, __NV_SATFINITE, kind)) {}                               \
        __attribute__((always_inline, nodebug, host, device)) explicit operator float() const {    \
            return clperf_fp8_float(__x, kind);                                                    \
        }                                                                                          \
    };
CLPERF_FP8_TYPE(__nv_fp8_e4m3, __NV_E4M3)
CLPERF_FP8_TYPE(__nv_fp8_e5m2, __NV_E5M2)
#undef CLPERF_FP8_TYPE
#endif
