/* What device code calls of C's library, and of the clock. */

CLPERF_DEVICE long long clock64() {
    return __nvvm_read_ptx_sreg_clock64();
}
CLPERF_DEVICE int clock() {
    return (int)clock64();
}
extern "C" {
__device__ int printf(const char *, ...);
__device__ void *malloc(size_t);
__device__ void free(void *);
__device__ void *memcpy(void *, const void *, size_t);
__device__ void *memset(void *, int, size_t);
__device__ __attribute__((noreturn)) void __assert_fail(const char *, const char *, unsigned,
                                                        const char *);
}
