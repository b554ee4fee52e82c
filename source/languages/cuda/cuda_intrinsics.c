/* Calls of NVPTX's intrinsics as calls of OpenCL's functions. */
#include "source/languages/cuda/cuda_intrinsics.h"

#include "analysis/load/matrix.h"
#include "analysis/load/replace.h"
#include "source/languages/library.h"

static const struct load_intrinsic intrinsics[] = {
    {"read.ptx.sreg.tid.x", "_Z12get_local_idj", SIZE, 0, 0, 0},
    {"read.ptx.sreg.tid.y", "_Z12get_local_idj", SIZE, 1, 0, 0},
    {"read.ptx.sreg.tid.z", "_Z12get_local_idj", SIZE, 2, 0, 0},
    {"read.ptx.sreg.ctaid.x", "_Z12get_group_idj", SIZE, 0, 0, 0},
    {"read.ptx.sreg.ctaid.y", "_Z12get_group_idj", SIZE, 1, 0, 0},
    {"read.ptx.sreg.ctaid.z", "_Z12get_group_idj", SIZE, 2, 0, 0},
    {"read.ptx.sreg.ntid.x", "_Z14get_local_sizej", SIZE, 0, 0, 0},
    {"read.ptx.sreg.ntid.y", "_Z14get_local_sizej", SIZE, 1, 0, 0},
    {"read.ptx.sreg.ntid.z", "_Z14get_local_sizej", SIZE, 2, 0, 0},
    {"read.ptx.sreg.nctaid.x", "_Z14get_num_groupsj", SIZE, 0, 0, 0},
    {"read.ptx.sreg.nctaid.y", "_Z14get_num_groupsj", SIZE, 1, 0, 0},
    {"read.ptx.sreg.nctaid.z", "_Z14get_num_groupsj", SIZE, 2, 0, 0},
    {"read.ptx.sreg.laneid", "_Z22get_sub_group_local_idv", PURE, NO_NUMBER, 0, 0},
    {"read.ptx.sreg.warpid", "_Z16get_sub_group_idv", PURE, NO_NUMBER, 0, 0},
    {"read.ptx.sreg.warpsize", "_Z22get_max_sub_group_sizev", PURE, NO_NUMBER, 0, 0},
    {"barrier0", "_Z7barrierj", SYNC, 1, 0, 0},
    {"barrier.cta.sync.all", "_Z7barrierj", SYNC, 1, 0, 0},
    {"bar.warp.sync", "_Z17sub_group_barrierj", SYNC, 1, 0, 0},
    {"membar.cta", "_Z9mem_fencej", SYNC, 3, 0, 0},
    {"membar.gl", "_Z9mem_fencej", SYNC, 3, 0, 0},
    {"membar.sys", "_Z9mem_fencej", SYNC, 3, 0, 0},
    {"shfl.sync.idx.i32", "_Z17sub_group_shuffleij", SYNC, NO_NUMBER, 1, 2},
    {"shfl.sync.idx.f32", "_Z17sub_group_shufflefj", SYNC, NO_NUMBER, 1, 2},
    {"shfl.sync.bfly.i32", "_Z21sub_group_shuffle_xorij", SYNC, NO_NUMBER, 1, 2},
    {"shfl.sync.bfly.f32", "_Z21sub_group_shuffle_xorfj", SYNC, NO_NUMBER, 1, 2},
    {"shfl.sync.up.i32", "_Z20sub_group_shuffle_upij", SYNC, NO_NUMBER, 1, 2},
    {"shfl.sync.up.f32", "_Z20sub_group_shuffle_upfj", SYNC, NO_NUMBER, 1, 2},
    {"shfl.sync.down.i32", "_Z22sub_group_shuffle_downij", SYNC, NO_NUMBER, 1, 2},
    {"shfl.sync.down.f32", "_Z22sub_group_shuffle_downfj", SYNC, NO_NUMBER, 1, 2},
    {"vote.any.sync", "_Z13sub_group_anyi", SYNC, NO_NUMBER, 1, 1},
    {"vote.all.sync", "_Z13sub_group_alli", SYNC, NO_NUMBER, 1, 1},
    {"vote.ballot.sync", "_Z21sub_group_ballot_bitsi", SYNC, NO_NUMBER, 1, 1},
    {"atomic.load.inc.32.p0", "_Z15atomic_inc_wrapPVj", SYNC, NO_NUMBER, 0, 1},
    {"atomic.load.dec.32.p0", "_Z15atomic_dec_wrapPVj", SYNC, NO_NUMBER, 0, 1},
    {"sqrt.rn.f", "_Z4sqrtf", PURE, NO_NUMBER, 0, 1},
    {"sqrt.rn.d", "_Z4sqrtd", PURE, NO_NUMBER, 0, 1},
    {"sqrt.approx.f", "_Z11native_sqrtf", PURE, NO_NUMBER, 0, 1},
    {"rsqrt.approx.f", "_Z12native_rsqrtf", PURE, NO_NUMBER, 0, 1},
    {"rcp.rn.f", "_Z12native_recipf", PURE, NO_NUMBER, 0, 1},
    {"sin.approx.f", "_Z10native_sinf", PURE, NO_NUMBER, 0, 1},
    {"cos.approx.f", "_Z10native_cosf", PURE, NO_NUMBER, 0, 1},
    {"ex2.approx.f", "_Z11native_exp2f", PURE, NO_NUMBER, 0, 1},
    {"ex2.approx.ftz.f", "_Z11native_exp2f", PURE, NO_NUMBER, 0, 1},
    {"lg2.approx.ftz.f", "_Z11native_log2f", PURE, NO_NUMBER, 0, 1},
    {"sin.approx.ftz.f", "_Z10native_sinf", PURE, NO_NUMBER, 0, 1},
    {"cos.approx.ftz.f", "_Z10native_cosf", PURE, NO_NUMBER, 0, 1},
    {"rcp.approx.ftz.f", "_Z12native_recipf", PURE, NO_NUMBER, 0, 1},
    {"sqrt.approx.ftz.f", "_Z11native_sqrtf", PURE, NO_NUMBER, 0, 1},
    {"rsqrt.approx.ftz.f", "_Z12native_rsqrtf", PURE, NO_NUMBER, 0, 1},
    {"div.full", "_Z13native_divideff", PURE, NO_NUMBER, 0, 2},
    {"div.full.ftz", "_Z13native_divideff", PURE, NO_NUMBER, 0, 2},
    {"div.approx.f", "_Z13native_divideff", PURE, NO_NUMBER, 0, 2},
    {"fmin.f", "_Z4fminff", PURE, NO_NUMBER, 0, 2},
    {"fmin.d", "_Z4fmindd", PURE, NO_NUMBER, 0, 2},
    {"fmax.f", "_Z4fmaxff", PURE, NO_NUMBER, 0, 2},
    {"fmax.d", "_Z4fmaxdd", PURE, NO_NUMBER, 0, 2},
    {"barrier.cta.sync.aligned.all", "_Z7barrierj", SYNC, 1, 0, 0},
    {"barrier.sync", "_Z7barrierj", SYNC, 1, 0, 0},
    {"lg2.approx.f", "_Z11native_log2f", PURE, NO_NUMBER, 0, 1},
    {"fma.rn.f", "_Z3fmafff", PURE, NO_NUMBER, 0, 3},
    {"fma.rn.d", "_Z3fmaddd", PURE, NO_NUMBER, 0, 3},
    {"mulhi.i", "_Z6mul_hiii", PURE, NO_NUMBER, 0, 2},
    {"mulhi.ui", "_Z6mul_hijj", PURE, NO_NUMBER, 0, 2},
};

static void rewrite_call(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call) {
    static const struct load_intrinsics nvvm = {"llvm.nvvm.", intrinsics,
                                                sizeof intrinsics / sizeof *intrinsics};
    if (!load_replace_call(m, b, call, &nvvm) && !load_matrix_call(m, b, call) && !load_library_call(m, b, call))
        load_widen_copy(m, b, call);
}

void load_cuda_calls(LLVMModuleRef m) {
    load_each_call(m, rewrite_call);
}
