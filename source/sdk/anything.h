/* First of the texts that stand in for headers: the type of what a source lacks a declaration of.
 * The texts may follow one another. */
#pragma GCC system_header
#include <stddef.h>

#ifndef CLPERF_ANYTHING
#ifdef __cplusplus
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
#else
#define CLPERF_ANYTHING void *
#endif
#endif
