/* What OpenCL C has and clang's target for PTX lacks. */
static inline size_t get_local_id(uint d) {
    return d == 0 ? __nvvm_read_ptx_sreg_tid_x()
                  : d == 1 ? __nvvm_read_ptx_sreg_tid_y() : __nvvm_read_ptx_sreg_tid_z();
}
static inline size_t get_group_id(uint d) {
    return d == 0 ? __nvvm_read_ptx_sreg_ctaid_x()
                  : d == 1 ? __nvvm_read_ptx_sreg_ctaid_y() : __nvvm_read_ptx_sreg_ctaid_z();
}
static inline size_t get_local_size(uint d) {
    return d == 0 ? __nvvm_read_ptx_sreg_ntid_x()
                  : d == 1 ? __nvvm_read_ptx_sreg_ntid_y() : __nvvm_read_ptx_sreg_ntid_z();
}
static inline size_t get_num_groups(uint d) {
    return d == 0 ? __nvvm_read_ptx_sreg_nctaid_x()
                  : d == 1 ? __nvvm_read_ptx_sreg_nctaid_y() : __nvvm_read_ptx_sreg_nctaid_z();
}
static inline size_t get_global_id(uint d) {
    return get_group_id(d) * get_local_size(d) + get_local_id(d);
}
static inline size_t get_global_size(uint d) { return get_num_groups(d) * get_local_size(d); }
static inline float native_rsqrt(float x) { return __nvvm_rsqrt_approx_ftz_f(x); }
#define barrier(flags) __syncthreads()
#define atomic_inc(p) __atomic_fetch_add(p, 1, __ATOMIC_RELAXED)
#define atomic_add(p, n) __atomic_fetch_add(p, n, __ATOMIC_RELAXED)
#define mad(a, b, c) ((a) * (b) + (c))
#define fma(a, b, c) __builtin_fmaf(a, b, c)
#define mul24(a, b) ((a) * (b))
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define clamp(x, low, high) min(max(x, low), high)
#define dot(a, b) ((a).x * (b).x + (a).y * (b).y + (a).z * (b).z)
