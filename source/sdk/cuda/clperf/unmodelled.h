/* Functions that are recorded by name and skipped: they take anything and return 0. */
#ifndef CLPERF_UNMODELLED_H
#define CLPERF_UNMODELLED_H
#pragma GCC system_header

#ifdef __cplusplus
#define CLPERF_ANY_ARGUMENTS ...
#define CLPERF_C_LINKAGE extern "C"
#else
#define CLPERF_ANY_ARGUMENTS
#define CLPERF_C_LINKAGE
#endif

/* A library's list of names is read with this macro and the type that its functions return. */
#define CLPERF_SKIPPED(type, name) CLPERF_C_LINKAGE type name(CLPERF_ANY_ARGUMENTS);

#endif
