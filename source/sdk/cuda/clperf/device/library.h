/* What device code calls of C's library, and of the clock. */

CLPERF_DEVICE long long clock64() {
    return __nvvm_read_ptx_sreg_clock64();
}
CLPERF_DEVICE int clock() {
    return (int)clock64();
}

CLPERF_DEVICE void __nanosleep(unsigned) {}
CLPERF_DEVICE void __brkpt() {}
CLPERF_DEVICE void __prof_trigger(int) {}
/* Ends the kernel; the host hears of it. */
__device__ __attribute__((noreturn)) void clperf_trap() __asm__("llvm.trap");
CLPERF_DEVICE __attribute__((noreturn)) void __trap() {
    clperf_trap();
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

/* What libstdc++'s containers and optional values call where they would throw: nvcc has device code
 * that reaches it end. */
namespace std {
#define CLPERF_THROWS(name, ...)                                                                   \
    CLPERF_DEVICE __attribute__((noreturn)) void name(__VA_ARGS__) {                               \
        clperf_trap();                                                                             \
    }
CLPERF_THROWS(__throw_bad_alloc, void)
CLPERF_THROWS(__throw_bad_array_new_length, void)
CLPERF_THROWS(__throw_bad_function_call, void)
CLPERF_THROWS(__throw_domain_error, const char *)
CLPERF_THROWS(__throw_invalid_argument, const char *)
CLPERF_THROWS(__throw_length_error, const char *)
CLPERF_THROWS(__throw_logic_error, const char *)
CLPERF_THROWS(__throw_out_of_range, const char *)
CLPERF_THROWS(__throw_out_of_range_fmt, const char *, ...)
CLPERF_THROWS(__throw_overflow_error, const char *)
CLPERF_THROWS(__throw_range_error, const char *)
CLPERF_THROWS(__throw_runtime_error, const char *)
#undef CLPERF_THROWS
} // namespace std

/* Objects in memory that is there: of any pointer, since clang's own <new> has the one of void *. */
#define CLPERF_PLACED(name)                                                                        \
    template <class T>                                                                             \
    __device__ __inline__ __attribute__((always_inline, nodebug)) void *name(size_t,               \
                                                                             T *at) noexcept {     \
        return (void *)at;                                                                         \
    }
CLPERF_PLACED(operator new)
CLPERF_PLACED(operator new[])
#undef CLPERF_PLACED

/* Memory of a variable in __shared__ memory whose type has a constructor, which nvcc does not call.
 */
template <class T> struct clperf_storage {
    __attribute__((aligned(alignof(T)))) unsigned char at[sizeof(T)];
};

/* What lambdas return that do not compile. */
struct clperf_refused {
    __host__ __device__ clperf_refused() {}
    template <class T> __host__ __device__ operator T() const;
};

/* Whether the function that says so of itself in __PRETTY_FUNCTION__, as in "void f(T) [T = float,
 * n = 4, Ts = <int, int>]", is the instance with those arguments, each of which ends with a new
 * line. */
constexpr bool clperf_is_instance(const char *function, const char *arguments) {
    const char *p = nullptr;
    for (const char *s = function; *s; s++)
        if (s[0] == ' ' && s[1] == '[')
            p = s + 1;
    while (p && (*p == '[' || *p == ',')) {
        while (*p && *p != '=')
            p++;
        if (!*p)
            return false;
        p += 2;
        const bool pack = *p == '<';
        p += pack;
        bool more = !pack || *p != '>';
        while (more) {
            for (; *arguments && *arguments != '\n'; p++, arguments++)
                if (*p != *arguments)
                    return false;
            if (!*arguments)
                return false;
            arguments++;
            more = pack && *p == ',';
            p += more ? 2 : 0;
        }
        if (pack && *p++ != '>')
            return false;
    }
    return p && *p == ']' && !*arguments;
}
