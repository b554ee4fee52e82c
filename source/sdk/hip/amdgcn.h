/* Comes first where the target is a GPU of AMD's: what the other headers take of NVIDIA's target,
 * by OpenCL's names. Clang knows none of these names here. */

#ifdef __AMDGCN__
#define CLPERF_AMD __attribute__((device))
#define CLPERF_AMD_INLINE static __inline__ __attribute__((always_inline, nodebug, unused, device))
#define __CUDA_ARCH__ 800 /* until all headers are read */

/* --- built-in variables ----------------------------------------------------------- */

#define CLPERF_AMD_ID(name, symbol)                                                                \
    CLPERF_AMD __attribute__((const)) unsigned long clperf_amd_##name(unsigned) __asm__(symbol);   \
    CLPERF_AMD_INLINE unsigned __nvvm_read_ptx_sreg_##name##_x() {                                 \
        return (unsigned)clperf_amd_##name(0);                                                     \
    }                                                                                              \
    CLPERF_AMD_INLINE unsigned __nvvm_read_ptx_sreg_##name##_y() {                                 \
        return (unsigned)clperf_amd_##name(1);                                                     \
    }                                                                                              \
    CLPERF_AMD_INLINE unsigned __nvvm_read_ptx_sreg_##name##_z() {                                 \
        return (unsigned)clperf_amd_##name(2);                                                     \
    }
CLPERF_AMD_ID(tid, "_Z12get_local_idj")
CLPERF_AMD_ID(ctaid, "_Z12get_group_idj")
CLPERF_AMD_ID(ntid, "_Z14get_local_sizej")
CLPERF_AMD_ID(nctaid, "_Z14get_num_groupsj")
#undef CLPERF_AMD_ID
CLPERF_AMD_INLINE long long __nvvm_read_ptx_sreg_clock64() {
    return (long long)__builtin_readcyclecounter();
}

/* --- barriers and fences ---------------------------------------------------------- */

CLPERF_AMD void clperf_amd_barrier(unsigned) __asm__("_Z7barrierj");
CLPERF_AMD void clperf_amd_fence(unsigned) __asm__("_Z9mem_fencej");
CLPERF_AMD void clperf_amd_wave_barrier(unsigned) __asm__("_Z17sub_group_barrierj");
CLPERF_AMD_INLINE void __syncthreads() {
    clperf_amd_barrier(1);
}
CLPERF_AMD_INLINE void __nvvm_bar_warp_sync(unsigned) {
    clperf_amd_wave_barrier(1);
}
CLPERF_AMD_INLINE void __nvvm_membar_gl() {
    clperf_amd_fence(3);
}
CLPERF_AMD_INLINE void __nvvm_membar_cta() {
    clperf_amd_fence(3);
}
CLPERF_AMD_INLINE void __nvvm_membar_sys() {
    clperf_amd_fence(3);
}
CLPERF_AMD int __nvvm_bar0_popc(int) __asm__("_Z21work_group_reduce_addi");
CLPERF_AMD int __nvvm_bar0_and(int) __asm__("_Z14work_group_alli");
CLPERF_AMD int __nvvm_bar0_or(int) __asm__("_Z14work_group_anyi");

/* --- exchange within a wave ------------------------------------------------------- */

CLPERF_AMD int clperf_amd_any(int) __asm__("_Z13sub_group_anyi");
CLPERF_AMD int clperf_amd_all(int) __asm__("_Z13sub_group_alli");
CLPERF_AMD unsigned long clperf_amd_ballot(int) __asm__("_Z21sub_group_ballot_bitsi");
#define CLPERF_AMD_SHUFFLE(name, symbol)                                                           \
    CLPERF_AMD int clperf_amd_##name(int, unsigned) __asm__(symbol "ij");                          \
    CLPERF_AMD float clperf_amd_##name(float, unsigned) __asm__(symbol "fj");                      \
    CLPERF_AMD_INLINE int __nvvm_shfl_sync_##name##_i32(unsigned, int v, int lane, int) {          \
        return clperf_amd_##name(v, (unsigned)lane);                                               \
    }                                                                                              \
    CLPERF_AMD_INLINE float __nvvm_shfl_sync_##name##_f32(unsigned, float v, int lane, int) {      \
        return clperf_amd_##name(v, (unsigned)lane);                                               \
    }
CLPERF_AMD_SHUFFLE(idx, "_Z17sub_group_shuffle")
CLPERF_AMD_SHUFFLE(up, "_Z20sub_group_shuffle_up")
CLPERF_AMD_SHUFFLE(down, "_Z22sub_group_shuffle_down")
CLPERF_AMD_SHUFFLE(bfly, "_Z21sub_group_shuffle_xor")
#undef CLPERF_AMD_SHUFFLE
CLPERF_AMD_INLINE bool __nvvm_vote_any_sync(unsigned, bool p) {
    return clperf_amd_any(p);
}
CLPERF_AMD_INLINE bool __nvvm_vote_all_sync(unsigned, bool p) {
    return clperf_amd_all(p);
}
CLPERF_AMD_INLINE unsigned long __nvvm_vote_ballot_sync(unsigned long, bool p) {
    return clperf_amd_ballot(p);
}
CLPERF_AMD_INLINE unsigned long __nvvm_activemask() {
    return clperf_amd_ballot(1);
}

/* --- the rest ----------------------------------------------------------------------- */

CLPERF_AMD_INLINE bool __nvvm_isspacep_shared(const void *p) {
    return __builtin_amdgcn_is_shared((__attribute__((address_space(0))) const void *)p);
}
CLPERF_AMD_INLINE bool __nvvm_isspacep_local(const void *p) {
    return __builtin_amdgcn_is_private((__attribute__((address_space(0))) const void *)p);
}
CLPERF_AMD_INLINE bool __nvvm_isspacep_global(const void *p) {
    return !__nvvm_isspacep_shared(p) && !__nvvm_isspacep_local(p);
}
CLPERF_AMD_INLINE bool __nvvm_isspacep_const(const void *) {
    return false;
}

/* The lanes with the same value. */
CLPERF_AMD unsigned clperf_amd_match(int) __asm__("_Z15sub_group_matchi");
CLPERF_AMD unsigned clperf_amd_match(long long) __asm__("_Z15sub_group_matchl");
CLPERF_AMD_INLINE unsigned __nvvm_match_any_sync_i32(unsigned, unsigned v) {
    return clperf_amd_match((int)v);
}
CLPERF_AMD_INLINE unsigned __nvvm_match_any_sync_i64(unsigned, long long v) {
    return clperf_amd_match(v);
}
CLPERF_AMD_INLINE unsigned __nvvm_prmt(unsigned x, unsigned y, unsigned s) {
    return __builtin_amdgcn_perm(y, x, s);
}
CLPERF_AMD unsigned __nvvm_atom_inc_gen_ui(unsigned *, unsigned) __asm__("_Z15atomic_inc_wrapPVj");
CLPERF_AMD unsigned __nvvm_atom_dec_gen_ui(unsigned *, unsigned) __asm__("_Z15atomic_dec_wrapPVj");
#endif
