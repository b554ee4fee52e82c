/* Calls of NVPTX's intrinsics as calls of OpenCL's functions, and copies of short vectors as one
 * access each. */
#include "analysis/load_cuda_calls.h"

#include <llvm-c/Target.h>
#include <string.h>

#include "analysis/load_attributes.h"
#include "base/str.h"

/* --- intrinsics ------------------------------------------------------------- */

enum function_kind {
    SIZE, /* of size_t, of nothing but its argument */
    PURE, /* of nothing but its arguments */
    SYNC  /* orders or exchanges what work-items have */
};

enum { NO_NUMBER = -1, MOST_ARGS = 3 };

/* What becomes of a call: OpenCL's function with a number, or with some of the call's operands. */
struct intrinsic {
    const char *from; /* behind "llvm.nvvm." */
    const char *to;   /* mangled */
    enum function_kind kind;
    int number;       /* the only argument, or NO_NUMBER */
    int first, count; /* operands of the call that are arguments */
};

static const struct intrinsic intrinsics[] = {
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
    {"vote.ballot.sync", "_Z16sub_group_balloti", SYNC, NO_NUMBER, 1, 1},
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
    {"lg2.approx.f", "_Z11native_log2f", PURE, NO_NUMBER, 0, 1},
    {"fma.rn.f", "_Z3fmafff", PURE, NO_NUMBER, 0, 3},
    {"fma.rn.d", "_Z3fmaddd", PURE, NO_NUMBER, 0, 3},
    {"mulhi.i", "_Z6mul_hiii", PURE, NO_NUMBER, 0, 2},
    {"mulhi.ui", "_Z6mul_hijj", PURE, NO_NUMBER, 0, 2},
};

static const struct intrinsic *intrinsic_of(const char *name) {
    static const char nvvm[] = "llvm.nvvm.";
    if (!str_starts(name, nvvm))
        return NULL;
    for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++)
        if (strcmp(name + strlen(nvvm), intrinsics[i].from) == 0)
            return &intrinsics[i];
    return NULL;
}

/* Declared as OpenCL's are: what only computes may be moved. */
static LLVMValueRef declare(LLVMModuleRef m, const struct intrinsic *in, LLVMTypeRef type) {
    LLVMValueRef f = LLVMGetNamedFunction(m, in->to);
    if (f)
        return f;
    f = LLVMAddFunction(m, in->to, type);
    load_add_attribute(f, "convergent");
    load_add_attribute(f, "nounwind");
    load_add_attribute(f, "willreturn");
    if (in->kind != SYNC)
        load_add_attribute(f, "memory"); /* of none: its value is 0 */
    return f;
}

/* OpenCL has int for bool. */
static unsigned arguments(LLVMBuilderRef b, LLVMValueRef call, const struct intrinsic *in,
                          LLVMValueRef args[MOST_ARGS]) {
    LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(call));
    LLVMTypeRef i32 = LLVMInt32TypeInContext(ctx);
    unsigned n = 0;
    if (in->number != NO_NUMBER)
        args[n++] = LLVMConstInt(i32, (unsigned)in->number, false);
    for (int i = 0; i < in->count; i++) {
        LLVMValueRef x = LLVMGetOperand(call, (unsigned)(in->first + i));
        bool boolean = LLVMTypeOf(x) == LLVMInt1TypeInContext(ctx);
        args[n++] = boolean ? LLVMBuildZExt(b, x, i32, "") : x;
    }
    return n;
}

static void replace_call(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call,
                         const struct intrinsic *in) {
    LLVMContextRef ctx = LLVMGetModuleContext(m);
    LLVMTypeRef wanted = LLVMTypeOf(call), types[MOST_ARGS], i32 = LLVMInt32TypeInContext(ctx);
    LLVMValueRef args[MOST_ARGS];
    bool boolean = wanted == LLVMInt1TypeInContext(ctx);
    LLVMPositionBuilderBefore(b, call);
    unsigned n = arguments(b, call, in, args);
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef result = in->kind == SIZE ? LLVMInt64TypeInContext(ctx) : boolean ? i32 : wanted;
    LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
    LLVMValueRef made = LLVMBuildCall2(b, type, declare(m, in, type), args, n, "");
    if (boolean)
        made = LLVMBuildICmp(b, LLVMIntNE, made, LLVMConstInt(i32, 0, false), "");
    else if (wanted != result)
        made = LLVMBuildTrunc(b, made, wanted, "");
    if (LLVMGetTypeKind(wanted) != LLVMVoidTypeKind)
        LLVMReplaceAllUsesWith(call, made);
    LLVMInstructionEraseFromParent(call);
}

/* --- copies of vectors ------------------------------------------------------ */

/* The number type that a structure of `bytes` consists of, if it is only one; else NULL. */
static LLVMTypeRef only_element(LLVMTargetDataRef data, LLVMTypeRef t, uint64_t bytes) {
    if (LLVMGetTypeKind(t) != LLVMStructTypeKind || LLVMCountStructElementTypes(t) < 2 ||
        LLVMABISizeOfType(data, t) != bytes)
        return NULL;
    LLVMTypeRef first = LLVMStructGetTypeAtIndex(t, 0);
    for (unsigned i = 1; i < LLVMCountStructElementTypes(t); i++)
        if (LLVMStructGetTypeAtIndex(t, i) != first)
            return NULL;
    LLVMTypeKind kind = LLVMGetTypeKind(first);
    bool number =
        kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
    return number ? first : NULL;
}

/* Of what a pointer points to, as far as the IR says. */
static LLVMTypeRef element_at(LLVMTargetDataRef data, LLVMValueRef p, uint64_t bytes) {
    if (LLVMIsAAllocaInst(p))
        return only_element(data, LLVMGetAllocatedType(p), bytes);
    if (LLVMIsAGetElementPtrInst(p) && LLVMGetNumOperands(p) == 2)
        return only_element(data, LLVMGetGEPSourceElementType(p), bytes);
    return NULL;
}

/* A copy of an aligned float4 or its like as one load and one store, as GPUs' compilers have it;
 * LLVM would make one of each element. */
static void widen_copy(LLVMTargetDataRef data, LLVMBuilderRef b, LLVMValueRef call) {
    LLVMValueRef length = LLVMGetOperand(call, 2), to = LLVMGetOperand(call, 0),
                 from = LLVMGetOperand(call, 1);
    uint64_t bytes = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : 0;
    if (bytes < 2 || bytes > 16 || load_argument_alignment(call, 0) < bytes ||
        load_argument_alignment(call, 1) < bytes)
        return;
    LLVMTypeRef element = element_at(data, to, bytes);
    element = element ? element : element_at(data, from, bytes);
    if (!element)
        return;
    unsigned n = (unsigned)(bytes / LLVMABISizeOfType(data, element));
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef loaded = LLVMBuildLoad2(b, LLVMVectorType(element, n), from, "");
    LLVMSetAlignment(loaded, (unsigned)bytes);
    LLVMSetAlignment(LLVMBuildStore(b, loaded, to), (unsigned)bytes);
    LLVMInstructionEraseFromParent(call);
}

/* --- all calls -------------------------------------------------------------- */

static void rewrite_call(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call) {
    size_t length;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
    const struct intrinsic *in = intrinsic_of(name);
    if (in)
        replace_call(m, b, call, in);
    else if (str_starts(name, "llvm.memcpy."))
        widen_copy(LLVMGetModuleDataLayout(m), b, call);
}

void load_cuda_calls(LLVMModuleRef m) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (LLVMIsACallInst(i))
                    rewrite_call(m, b, i);
            }
    LLVMDisposeBuilder(b);
}
