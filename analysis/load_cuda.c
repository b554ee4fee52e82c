#include "analysis/load_cuda.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"

/* SPIR's kernels, and the address spaces of both targets. */
enum { CC_SPIR_KERNEL = 76, FLAT = 0, GLOBAL = 1, CONSTANT = 2, NVPTX_CONSTANT = 4 };

/* SPIR's, with structures as NVPTX has them. */
static const char layout[] = "e-i64:64-i128:128-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-"
                             "v256:256-v512:512-v1024:1024";

bool load_is_cuda(LLVMModuleRef m) {
    return str_starts(LLVMGetTarget(m), "nvptx");
}

/* --- kernels ---------------------------------------------------------------- */

/* Templates' kernels would go for nobody calls them. */
static void make_kernel(LLVMValueRef f) {
    LLVMSetFunctionCallConv(f, CC_SPIR_KERNEL);
    LLVMSetLinkage(f, LLVMExternalLinkage);
    LLVMSetComdat(f, NULL);
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
        if (kind && length == 6 && memcmp(kind, "kernel", 6) == 0 && row[0] &&
            LLVMIsAFunction(row[0]) && !LLVMIsDeclaration(row[0]))
            make_kernel(row[0]);
    }
}

/* --- intrinsics ------------------------------------------------------------- */

/* What becomes of a call: OpenCL's function with a number, with some of the call's operands, or
 * nothing at all. */
enum { NO_NUMBER = -1 };

static const struct {
    const char *from; /* behind "llvm.nvvm." */
    const char *to;   /* mangled */
    int number;       /* the only argument, or NO_NUMBER */
    int first, count; /* operands of the call that are arguments */
} intrinsics[] = {
    {"read.ptx.sreg.tid.x", "_Z12get_local_idj", 0, 0, 0},
    {"read.ptx.sreg.tid.y", "_Z12get_local_idj", 1, 0, 0},
    {"read.ptx.sreg.tid.z", "_Z12get_local_idj", 2, 0, 0},
    {"read.ptx.sreg.ctaid.x", "_Z12get_group_idj", 0, 0, 0},
    {"read.ptx.sreg.ctaid.y", "_Z12get_group_idj", 1, 0, 0},
    {"read.ptx.sreg.ctaid.z", "_Z12get_group_idj", 2, 0, 0},
    {"read.ptx.sreg.ntid.x", "_Z14get_local_sizej", 0, 0, 0},
    {"read.ptx.sreg.ntid.y", "_Z14get_local_sizej", 1, 0, 0},
    {"read.ptx.sreg.ntid.z", "_Z14get_local_sizej", 2, 0, 0},
    {"read.ptx.sreg.nctaid.x", "_Z14get_num_groupsj", 0, 0, 0},
    {"read.ptx.sreg.nctaid.y", "_Z14get_num_groupsj", 1, 0, 0},
    {"read.ptx.sreg.nctaid.z", "_Z14get_num_groupsj", 2, 0, 0},
    {"read.ptx.sreg.laneid", "_Z22get_sub_group_local_idv", NO_NUMBER, 0, 0},
    {"read.ptx.sreg.warpid", "_Z16get_sub_group_idv", NO_NUMBER, 0, 0},
    {"read.ptx.sreg.warpsize", "_Z22get_max_sub_group_sizev", NO_NUMBER, 0, 0},
    {"barrier0", "_Z7barrierj", 1, 0, 0},
    {"barrier.cta.sync.all", "_Z7barrierj", 1, 0, 0},
    {"bar.warp.sync", "_Z17sub_group_barrierj", 1, 0, 0},
    {"membar.cta", "_Z9mem_fencej", 3, 0, 0},
    {"membar.gl", "_Z9mem_fencej", 3, 0, 0},
    {"membar.sys", "_Z9mem_fencej", 3, 0, 0},
    {"shfl.sync.idx.i32", "_Z17sub_group_shuffleij", NO_NUMBER, 1, 2},
    {"shfl.sync.idx.f32", "_Z17sub_group_shufflefj", NO_NUMBER, 1, 2},
    {"shfl.sync.bfly.i32", "_Z21sub_group_shuffle_xorij", NO_NUMBER, 1, 2},
    {"shfl.sync.bfly.f32", "_Z21sub_group_shuffle_xorfj", NO_NUMBER, 1, 2},
    {"shfl.sync.up.i32", "_Z20sub_group_shuffle_upij", NO_NUMBER, 1, 2},
    {"shfl.sync.up.f32", "_Z20sub_group_shuffle_upfj", NO_NUMBER, 1, 2},
    {"shfl.sync.down.i32", "_Z22sub_group_shuffle_downij", NO_NUMBER, 1, 2},
    {"shfl.sync.down.f32", "_Z22sub_group_shuffle_downfj", NO_NUMBER, 1, 2},
    {"vote.any.sync", "_Z13sub_group_anyi", NO_NUMBER, 1, 1},
    {"vote.all.sync", "_Z13sub_group_alli", NO_NUMBER, 1, 1},
    {"vote.ballot.sync", "_Z16sub_group_balloti", NO_NUMBER, 1, 1},
    {"atomic.load.inc.32", "_Z10atomic_incPVj", NO_NUMBER, 0, 1},
    {"atomic.load.dec.32", "_Z10atomic_decPVj", NO_NUMBER, 0, 1},
    {"sqrt.rn.f", "_Z4sqrtf", NO_NUMBER, 0, 1},
    {"sqrt.rn.d", "_Z4sqrtd", NO_NUMBER, 0, 1},
    {"sqrt.approx.f", "_Z11native_sqrtf", NO_NUMBER, 0, 1},
    {"rsqrt.approx.f", "_Z12native_rsqrtf", NO_NUMBER, 0, 1},
    {"rcp.rn.f", "_Z12native_recipf", NO_NUMBER, 0, 1},
    {"sin.approx.f", "_Z10native_sinf", NO_NUMBER, 0, 1},
    {"cos.approx.f", "_Z10native_cosf", NO_NUMBER, 0, 1},
    {"ex2.approx.f", "_Z11native_exp2f", NO_NUMBER, 0, 1},
    {"lg2.approx.f", "_Z11native_log2f", NO_NUMBER, 0, 1},
    {"fma.rn.f", "_Z3fmafff", NO_NUMBER, 0, 3},
    {"fma.rn.d", "_Z3fmaddd", NO_NUMBER, 0, 3},
    {"mulhi.i", "_Z6mul_hiii", NO_NUMBER, 0, 2},
    {"mulhi.ui", "_Z6mul_hijj", NO_NUMBER, 0, 2},
};

enum { INTRINSICS = sizeof intrinsics / sizeof *intrinsics, MOST_ARGS = 3 };

/* OpenCL's ids and sizes are size_t. */
static LLVMTypeRef result_type(LLVMContextRef ctx, LLVMValueRef call, const char *name) {
    LLVMTypeRef type = LLVMTypeOf(call);
    bool size = strstr(name, "get_local") || strstr(name, "get_group") || strstr(name, "get_num");
    if (size)
        return LLVMInt64TypeInContext(ctx);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1
               ? LLVMInt32TypeInContext(ctx)
               : type;
}

/* Declared as OpenCL's are: what only computes may be moved. */
static LLVMValueRef declare(LLVMModuleRef m, const char *name, LLVMTypeRef type) {
    LLVMContextRef ctx = LLVMGetModuleContext(m);
    LLVMValueRef f = LLVMGetNamedFunction(m, name);
    if (f)
        return f;
    static const char *const always[] = {"convergent", "nounwind", "willreturn"};
    f = LLVMAddFunction(m, name, type);
    bool query = strstr(name, "get_") != NULL;
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        LLVMAddAttributeAtIndex(
            f, LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(
                ctx, LLVMGetEnumAttributeKindForName(always[i], strlen(always[i])), 0));
    if (query || strstr(name, "native_") || strstr(name, "sqrt") || strstr(name, "fma") ||
        strstr(name, "mul_hi"))
        LLVMAddAttributeAtIndex(
            f, LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(ctx, LLVMGetEnumAttributeKindForName("memory", 6), 0));
    return f;
}

static void replace_call(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call, size_t row) {
    LLVMContextRef ctx = LLVMGetModuleContext(m);
    LLVMValueRef args[MOST_ARGS];
    LLVMTypeRef types[MOST_ARGS], i32 = LLVMInt32TypeInContext(ctx);
    unsigned n = 0;
    LLVMPositionBuilderBefore(b, call);
    if (intrinsics[row].number != NO_NUMBER)
        args[n++] = LLVMConstInt(i32, (unsigned)intrinsics[row].number, false);
    for (int i = 0; i < intrinsics[row].count; i++)
        args[n++] = LLVMGetOperand(call, (unsigned)(intrinsics[row].first + i));
    for (unsigned i = 0; i < n; i++) {
        if (LLVMTypeOf(args[i]) == LLVMInt1TypeInContext(ctx))
            args[i] = LLVMBuildZExt(b, args[i], i32, "");
        types[i] = LLVMTypeOf(args[i]);
    }
    LLVMTypeRef result = result_type(ctx, call, intrinsics[row].to);
    LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
    LLVMValueRef made = LLVMBuildCall2(b, type, declare(m, intrinsics[row].to, type), args, n, "");
    LLVMTypeRef wanted = LLVMTypeOf(call);
    if (wanted == LLVMInt1TypeInContext(ctx))
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

static uint64_t alignment(LLVMValueRef call, unsigned operand) {
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, operand + 1,
                                                      LLVMGetEnumAttributeKindForName("align", 5));
    return a ? LLVMGetEnumAttributeValue(a) : 1;
}

/* A copy of an aligned float4 or its like as one load and one store, as GPUs' compilers have it;
 * LLVM would make one of each element. */
static void widen_copy(LLVMTargetDataRef data, LLVMBuilderRef b, LLVMValueRef call) {
    LLVMValueRef length = LLVMGetOperand(call, 2), to = LLVMGetOperand(call, 0),
                 from = LLVMGetOperand(call, 1);
    uint64_t bytes = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : 0;
    if (bytes < 2 || bytes > 16 || alignment(call, 0) < bytes || alignment(call, 1) < bytes)
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

/* --- the module ------------------------------------------------------------- */

static void rewrite_call(LLVMModuleRef m, LLVMTargetDataRef data, LLVMBuilderRef b,
                         LLVMValueRef call) {
    static const char nvvm[] = "llvm.nvvm.";
    size_t length;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
    if (str_starts(name, "llvm.memcpy."))
        widen_copy(data, b, call);
    for (size_t i = 0; i < INTRINSICS && str_starts(name, nvvm); i++)
        if (strcmp(name + strlen(nvvm), intrinsics[i].from) == 0) {
            replace_call(m, b, call, i);
            return;
        }
}

static void rewrite_calls(LLVMModuleRef m) {
    LLVMTargetDataRef data = LLVMGetModuleDataLayout(m);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (LLVMIsACallInst(i))
                    rewrite_call(m, data, b, i);
            }
    LLVMDisposeBuilder(b);
}

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

/* Lists of variables that must stay would keep all of them. */
static void forget_used(LLVMModuleRef m) {
    static const char *const lists[] = {"llvm.compiler.used", "llvm.used"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        LLVMValueRef g = LLVMGetNamedGlobal(m, lists[i]);
        if (g)
            LLVMDeleteGlobal(g);
    }
}

void load_cuda(struct arena *a, LLVMModuleRef m) {
    LLVMSetDataLayout(m, layout);
    find_kernels(a, m);
    forget_used(m);
    move_constants(m);
    rewrite_calls(m);
}

static bool is_by_value(LLVMValueRef f, unsigned param) {
    return LLVMGetEnumAttributeAtIndex(f, param + 1, LLVMGetEnumAttributeKindForName("byval", 5));
}

/* p becomes the flat form of its global form. */
static void make_global(LLVMBuilderRef b, LLVMValueRef p) {
    LLVMTypeRef flat = LLVMTypeOf(p);
    LLVMTypeRef global = LLVMPointerTypeInContext(LLVMGetTypeContext(flat), GLOBAL);
    LLVMValueRef there = LLVMBuildAddrSpaceCast(b, p, global, "");
    LLVMValueRef back = LLVMBuildAddrSpaceCast(b, there, flat, "");
    LLVMReplaceAllUsesWith(p, back);
    LLVMSetOperand(there, 0, p);
}

void load_cuda_pointers(LLVMModuleRef m, bool (*is_kernel)(LLVMValueRef)) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        if (!is_kernel(f))
            continue;
        LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)));
        for (unsigned i = 0; i < LLVMCountParams(f); i++) {
            LLVMValueRef p = LLVMGetParam(f, i);
            bool pointer = LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind;
            if (pointer && !is_by_value(f, i) && LLVMGetFirstUse(p) &&
                LLVMGetPointerAddressSpace(LLVMTypeOf(p)) == FLAT)
                make_global(b, p);
        }
    }
    LLVMDisposeBuilder(b);
}
