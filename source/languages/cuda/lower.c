#include "source/languages/cuda/lower.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/load/attributes.h"
#include "analysis/load/flat.h"
#include "analysis/load/llvm_shim.h"
#include "analysis/load/lowering.h"
#include "analysis/load/matrix.h"
#include "analysis/load/replace.h"
#include "base/str.h"
#include "source/languages/library.h"
#include "source/languages/ptx/translate.h"

/* Address spaces of SPIR and NVPTX. */
enum { CONSTANT = 2, NVPTX_CONSTANT = 4 };

static bool is_nvptx(LLVMModuleRef m) {
    return str_starts(LLVMGetTarget(m), "nvptx");
}

/* --- kernels ---------------------------------------------------------------- */

static bool is_text(const char *text, unsigned n, const char *word) {
    return text && n == strlen(word) && memcmp(text, word, n) == 0;
}

/* One dimension of __launch_bounds__: the most work-items are all of them multiplied. */
static void bound_group(struct arena *a, LLVMValueRef kernel, LLVMValueRef most) {
    const char *before = load_attribute_text(a, kernel, LOAD_MOST_ITEMS);
    unsigned long long items = LLVMIsAConstantInt(most) ? LLVMConstIntGetZExtValue(most) : 0;
    const char *text = arena_printf(a, "%llu", items * (before ? strtoull(before, NULL, 10) : 1));
    if (items)
        load_add_attribute_text(kernel, LOAD_MOST_ITEMS, text);
}

static void find_kernels(struct arena *a, LLVMModuleRef m) {
    unsigned n = LLVMGetNamedMetadataNumOperands(m, "nvvm.annotations");
    LLVMValueRef *rows = NEW_ARRAY(a, LLVMValueRef, n), row[3];
    LLVMGetNamedMetadataOperands(m, "nvvm.annotations", rows);
    for (unsigned i = 0; i < n; i++) {
        unsigned length;
        if (LLVMGetMDNodeNumOperands(rows[i]) != 3)
            continue;
        LLVMGetMDNodeOperands(rows[i], row);
        const char *kind = row[1] ? LLVMGetMDString(row[1], &length) : NULL;
        if (!row[0] || !LLVMIsAFunction(row[0]) || LLVMIsDeclaration(row[0]))
            continue;
        if (is_text(kind, length, "kernel"))
            load_make_kernel(row[0]);
        else if (is_text(kind, length, "maxntidx") || is_text(kind, length, "maxntidy") ||
                 is_text(kind, length, "maxntidz"))
            bound_group(a, row[0], row[2]);
    }
}

/* --- the module -------------------------------------------------------------- */

/* Moves a variable to OpenCL's constant address space. */
static void move_constant(LLVMModuleRef m, LLVMValueRef g) {
    size_t length;
    LLVMTypeRef type = LLVMGlobalGetValueType(g);
    LLVMValueRef moved = LLVMAddGlobalInAddressSpace(m, type, "", CONSTANT);
    if (LLVMGetInitializer(g))
        LLVMSetInitializer(moved, LLVMGetInitializer(g));
    LLVMSetAlignment(moved, LLVMGetAlignment(g));
    LLVMReplaceAllUsesWith(g, LLVMConstAddrSpaceCast(moved, LLVMTypeOf(g)));
    char *name = strdup(LLVMGetValueName2(g, &length));
    LLVMDeleteGlobal(g);
    LLVMSetValueName2(moved, name ? name : "", name ? length : 0);
    free(name);
}

static void move_constants(LLVMModuleRef m) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(m), next; g; g = next) {
        next = LLVMGetNextGlobal(g);
        if (LLVMGetPointerAddressSpace(LLVMTypeOf(g)) == NVPTX_CONSTANT)
            move_constant(m, g);
    }
}

/* Whether a function gets pointers to constant memory, as OpenCL's kernels do. */
static bool has_constant_params(LLVMModuleRef m) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (unsigned i = 0; i < LLVMCountParams(f); i++) {
            LLVMTypeRef t = LLVMTypeOf(LLVMGetParam(f, i));
            if (LLVMGetTypeKind(t) == LLVMPointerTypeKind &&
                LLVMGetPointerAddressSpace(t) == NVPTX_CONSTANT)
                return true;
        }
    return false;
}

/* The module with all its constant memory where OpenCL has it. */
static LLVMModuleRef move_all_constants(LLVMModuleRef m) {
    static const unsigned spaces[] = {0, 1, 2, 3, CONSTANT};
    LLVMModuleRef moved = shim_move_spaces(m, LLVMGetTarget(m), load_flat_layout, spaces,
                                           sizeof spaces / sizeof *spaces);
    LLVMDisposeModule(m);
    return moved;
}

static LLVMModuleRef lower(struct arena *a, LLVMModuleRef m) {
    if (has_constant_params(m))
        m = move_all_constants(m);
    LLVMSetDataLayout(m, load_flat_layout);
    find_kernels(a, m);
    load_forget_used(m);
    move_constants(m);
    ptx_translate(a, m);
    load_cuda_calls(m);
    return m;
}

const struct lowering cuda_lowering = {is_nvptx, lower};

/* Calls of NVPTX's intrinsics as calls of OpenCL's functions. */

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
    {"sqrt.approx.f", "_Z13denormal_sqrtf", PURE, NO_NUMBER, 0, 1},
    {"rsqrt.approx.f", "_Z14denormal_rsqrtf", PURE, NO_NUMBER, 0, 1},
    {"rcp.rn.f", "_Z12native_recipf", PURE, NO_NUMBER, 0, 1},
    {"sin.approx.f", "_Z10native_sinf", PURE, NO_NUMBER, 0, 1},
    {"cos.approx.f", "_Z10native_cosf", PURE, NO_NUMBER, 0, 1},
    {"ex2.approx.f", "_Z13denormal_exp2f", PURE, NO_NUMBER, 0, 1},
    {"ex2.approx.ftz.f", "_Z11native_exp2f", PURE, NO_NUMBER, 0, 1},
    {"lg2.approx.ftz.f", "_Z11native_log2f", PURE, NO_NUMBER, 0, 1},
    {"sin.approx.ftz.f", "_Z10native_sinf", PURE, NO_NUMBER, 0, 1},
    {"cos.approx.ftz.f", "_Z10native_cosf", PURE, NO_NUMBER, 0, 1},
    {"rcp.approx.ftz.f", "_Z12native_recipf", PURE, NO_NUMBER, 0, 1},
    {"sqrt.approx.ftz.f", "_Z11native_sqrtf", PURE, NO_NUMBER, 0, 1},
    {"rsqrt.approx.ftz.f", "_Z12native_rsqrtf", PURE, NO_NUMBER, 0, 1},
    {"div.full", "_Z15denormal_divideff", PURE, NO_NUMBER, 0, 2},
    {"div.full.ftz", "_Z13native_divideff", PURE, NO_NUMBER, 0, 2},
    {"div.approx.f", "_Z15denormal_divideff", PURE, NO_NUMBER, 0, 2},
    {"fmin.f", "_Z4fminff", PURE, NO_NUMBER, 0, 2},
    {"fmin.d", "_Z4fmindd", PURE, NO_NUMBER, 0, 2},
    {"fmax.f", "_Z4fmaxff", PURE, NO_NUMBER, 0, 2},
    {"fmax.d", "_Z4fmaxdd", PURE, NO_NUMBER, 0, 2},
    {"barrier.cta.sync.aligned.all", "_Z7barrierj", SYNC, 1, 0, 0},
    {"barrier.sync", "_Z7barrierj", SYNC, 1, 0, 0},
    {"lg2.approx.f", "_Z13denormal_log2f", PURE, NO_NUMBER, 0, 1},
    {"fma.rn.f", "_Z3fmafff", PURE, NO_NUMBER, 0, 3},
    {"fma.rn.d", "_Z3fmaddd", PURE, NO_NUMBER, 0, 3},
    {"mulhi.i", "_Z6mul_hiii", PURE, NO_NUMBER, 0, 2},
    {"mulhi.ui", "_Z6mul_hijj", PURE, NO_NUMBER, 0, 2},
};

static void rewrite_call(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call) {
    static const struct load_intrinsics nvvm = {"llvm.nvvm.", intrinsics,
                                                sizeof intrinsics / sizeof *intrinsics};
    if (!load_replace_call(m, b, call, &nvvm) && !load_matrix_call(m, b, call) &&
        !load_library_call(m, b, call))
        load_widen_copy(m, b, call);
}

void load_cuda_calls(LLVMModuleRef m) {
    load_each_call(m, rewrite_call);
}
