/* The runtime where host code is evaluated: all calls are one, with the function's name and its
 * arguments as words. */
#ifdef CLPERF_EVALUATED
#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
extern "C" int clperf_runtime(const char *name, ...);
extern "C" int clperf_device_attribute(int number);
template <bool> struct clperf_word_if {};
template <> struct clperf_word_if<true> {
    typedef unsigned long type;
};
inline unsigned long clperf_word(decltype(nullptr)) {
    return 0;
}
template <class T> inline unsigned long clperf_word(T *p) {
    return (unsigned long)p;
}
template <class T>
inline typename clperf_word_if<__is_integral(T) || __is_enum(T)>::type clperf_word(const T &x) {
    return (unsigned long)x;
}
template <class T>
inline typename clperf_word_if<!__is_integral(T) && !__is_enum(T) && !__is_pointer(T) &&
                          !__is_array(T) && !__is_function(T)>::type
clperf_word(const T &x) {
    return (unsigned long)&reinterpret_cast<const char &>(x);
}
#define CLPERF_EVALUATED_LAUNCH(name)                                                              \
    template <class T>                                                                             \
    inline cudaError_t name(T *kernel, dim3 grid, dim3 block, void **x, size_t shared = 0,         \
                            cudaStream_t = 0) {                                                    \
        return (cudaError_t)clperf_runtime(#name, (unsigned long)kernel, &grid, &block, x,         \
                                           shared);                                                \
    }
#define CLPERF_EVALUATED_CALL(name)                                                                \
    template <class... T> inline cudaError_t name(T &&...x) {                                      \
        return (cudaError_t)clperf_runtime(#name, clperf_word(x)...);                              \
    }
#endif
