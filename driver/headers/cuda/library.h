/* What device code calls of C's library, and of the clock. */

CLPERF_DEVICE long long clock64() {
    return __nvvm_read_ptx_sreg_clock64();
}
CLPERF_DEVICE int clock() {
    return (int)clock64();
}

/* Clang takes no function of device code for a builtin by its name. */
extern "C" {
__device__ int printf(const char *, ...);
__device__ void *malloc(size_t);
__device__ void free(void *);
CLPERF_DEVICE void *memcpy(void *to, const void *from, size_t n) {
    return __builtin_memcpy(to, from, n);
}
CLPERF_DEVICE void *memmove(void *to, const void *from, size_t n) {
    return __builtin_memmove(to, from, n);
}
CLPERF_DEVICE void *memset(void *to, int byte, size_t n) {
    return __builtin_memset(to, byte, n);
}
__device__ __attribute__((noreturn)) void __assert_fail(const char *, const char *, unsigned,
                                                        const char *);
}
