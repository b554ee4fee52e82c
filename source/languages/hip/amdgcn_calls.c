/* Calls of AMD's intrinsics as calls of OpenCL's functions. */
#include "source/languages/hip/amdgcn.h"

#include <llvm-c/Target.h>
#include <string.h>

#include "analysis/load/matrix.h"
#include "analysis/load/replace.h"
#include "base/str.h"
#include "source/languages/library.h"

static const struct load_intrinsic rows[] = {
    {"workitem.id.x", "_Z12get_local_idj", SIZE, 0, 0, 0},
    {"workitem.id.y", "_Z12get_local_idj", SIZE, 1, 0, 0},
    {"workitem.id.z", "_Z12get_local_idj", SIZE, 2, 0, 0},
    {"workgroup.id.x", "_Z12get_group_idj", SIZE, 0, 0, 0},
    {"workgroup.id.y", "_Z12get_group_idj", SIZE, 1, 0, 0},
    {"workgroup.id.z", "_Z12get_group_idj", SIZE, 2, 0, 0},
    {"wavefrontsize", "_Z22get_max_sub_group_sizev", PURE, NO_NUMBER, 0, 0},
    {"s.barrier", "_Z7barrierj", SYNC, 1, 0, 0},
    {"wave.barrier", "_Z17sub_group_barrierj", SYNC, 1, 0, 0},
    {"ballot.i32", "_Z21sub_group_ballot_bitsi", SYNC, NO_NUMBER, 0, 1},
    {"ballot.i64", "_Z21sub_group_ballot_bitsi", SYNC, NO_NUMBER, 0, 1},
    {"readlane", "_Z17sub_group_shuffleij", SYNC, NO_NUMBER, 0, 2},
    {"readlane.i32", "_Z17sub_group_shuffleij", SYNC, NO_NUMBER, 0, 2},
    {"sqrt.f32", "_Z11native_sqrtf", PURE, NO_NUMBER, 0, 1},
    {"sqrt.f64", "_Z4sqrtd", PURE, NO_NUMBER, 0, 1},
    {"rsq.f32", "_Z12native_rsqrtf", PURE, NO_NUMBER, 0, 1},
    {"rsq.f64", "_Z5rsqrtd", PURE, NO_NUMBER, 0, 1},
    {"rcp.f32", "_Z12native_recipf", PURE, NO_NUMBER, 0, 1},
    {"sin.f32", "_Z10native_sinf", PURE, NO_NUMBER, 0, 1},
    {"cos.f32", "_Z10native_cosf", PURE, NO_NUMBER, 0, 1},
    {"exp2.f32", "_Z11native_exp2f", PURE, NO_NUMBER, 0, 1},
    {"log.f32", "_Z11native_log2f", PURE, NO_NUMBER, 0, 1},
    {"fmed3.f32", "_Z5clampfff", PURE, NO_NUMBER, 0, 3},
    {"mul.u24", "_Z5mul24jj", PURE, NO_NUMBER, 0, 2},
    {"mul.u24.i32", "_Z5mul24jj", PURE, NO_NUMBER, 0, 2},
    {"mul.i24", "_Z5mul24ii", PURE, NO_NUMBER, 0, 2},
    {"mul.i24.i32", "_Z5mul24ii", PURE, NO_NUMBER, 0, 2},
};

/* --- sizes of the launch ------------------------------------------------------ */

/* What a kernel reads at an offset from where the launch is described: from the packet that starts
 * it (Heterogeneous System Architecture, Runtime Programmer's Reference Manual 1.2, section 2.6) or
 * from the hidden arguments of code object version 5 (LLVM's AMDGPUUsage). */
struct field {
    uint64_t offset;
    const char *function; /* of a dimension, NULL: the value is 0 */
    unsigned dimension;
};

static const struct field packet_fields[] = {
    {4, "_Z14get_local_sizej", 0},   {6, "_Z14get_local_sizej", 1},
    {8, "_Z14get_local_sizej", 2},   {12, "_Z15get_global_sizej", 0},
    {16, "_Z15get_global_sizej", 1}, {20, "_Z15get_global_sizej", 2},
};
static const struct field hidden_fields[] = {
    {0, "_Z14get_num_groupsj", 0},
    {4, "_Z14get_num_groupsj", 1},
    {8, "_Z14get_num_groupsj", 2},
    {12, "_Z14get_local_sizej", 0},
    {14, "_Z14get_local_sizej", 1},
    {16, "_Z14get_local_sizej", 2},
    {18, NULL, 0}, /* what is left over in the last work-group */
    {20, NULL, 0},
    {22, NULL, 0},
    {40, "_Z17get_global_offsetj", 0},
    {48, "_Z17get_global_offsetj", 1},
    {56, "_Z17get_global_offsetj", 2},
};

struct description {
    const char *intrinsic; /* that points to it */
    const struct field *fields;
    size_t n;
};
static const struct description descriptions[] = {
    {"llvm.amdgcn.dispatch.ptr", packet_fields, sizeof packet_fields / sizeof *packet_fields},
    {"llvm.amdgcn.implicitarg.ptr", hidden_fields, sizeof hidden_fields / sizeof *hidden_fields},
};

static LLVMValueRef call_of(LLVMModuleRef m, LLVMBuilderRef b, const struct field *f) {
    LLVMContextRef ctx = LLVMGetModuleContext(m);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(ctx);
    LLVMTypeRef type = LLVMFunctionType(LLVMInt64TypeInContext(ctx), &i32, 1, false);
    LLVMValueRef dimension = LLVMConstInt(i32, f->dimension, false);
    return LLVMBuildCall2(b, type, load_declare(m, f->function, type, SIZE), &dimension, 1, "");
}

static void replace_load(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef load, uint64_t offset,
                         const struct description *d) {
    LLVMTypeRef type = LLVMTypeOf(load);
    for (size_t i = 0; i < d->n; i++) {
        if (d->fields[i].offset != offset || LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
            continue;
        LLVMPositionBuilderBefore(b, load);
        LLVMReplaceAllUsesWith(
            load, d->fields[i].function
                      ? LLVMBuildIntCast2(b, call_of(m, b, &d->fields[i]), type, false, "")
                      : LLVMConstInt(type, 0, false));
        LLVMInstructionEraseFromParent(load);
        return;
    }
}

/* The bytes by which the instruction moves a pointer, UINT64_MAX: nobody knows. */
static uint64_t bytes_moved(LLVMModuleRef m, LLVMValueRef gep) {
    LLVMValueRef index = LLVMGetOperand(gep, 1);
    if (LLVMGetNumOperands(gep) != 2 || !LLVMIsAConstantInt(index))
        return UINT64_MAX;
    LLVMTypeRef of = LLVMGetGEPSourceElementType(gep);
    return LLVMConstIntGetZExtValue(index) * LLVMABISizeOfType(LLVMGetModuleDataLayout(m), of);
}

/* All that is read through the pointer. */
static void replace_loads(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef pointer, uint64_t offset,
                          const struct description *d) {
    for (LLVMUseRef u = LLVMGetFirstUse(pointer), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (LLVMIsALoadInst(user))
            replace_load(m, b, user, offset, d);
        else if (LLVMIsAAddrSpaceCastInst(user))
            replace_loads(m, b, user, offset, d);
        else if (LLVMIsAGetElementPtrInst(user) && bytes_moved(m, user) != UINT64_MAX)
            replace_loads(m, b, user, offset + bytes_moved(m, user), d);
    }
}

static void replace_descriptions(LLVMModuleRef m) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (size_t i = 0; i < sizeof descriptions / sizeof *descriptions; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(m, descriptions[i].intrinsic);
        for (LLVMUseRef u = f ? LLVMGetFirstUse(f) : NULL; u; u = LLVMGetNextUse(u))
            if (LLVMIsACallInst(LLVMGetUser(u)))
                replace_loads(m, b, LLVMGetUser(u), 0, &descriptions[i]);
    }
    LLVMDisposeBuilder(b);
}

/* --- lanes -------------------------------------------------------------------- */

static bool is_ones(LLVMValueRef v) {
    return LLVMIsAConstantInt(v) && LLVMConstIntGetSExtValue(v) == -1;
}

static bool is_zero(LLVMValueRef v) {
    return LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) == 0;
}

static const struct load_intrinsic lane_id = {"", "_Z22get_sub_group_local_idv", PURE, NO_NUMBER, 0,
                                              0};

/* The number of lanes before one, of all: which lane it is. The lower half adds up with the upper
 * one, which is the lane's number where there are both. */
static bool replace_count(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call, const char *name) {
    bool low = strcmp(name, "llvm.amdgcn.mbcnt.lo") == 0;
    if ((!low && strcmp(name, "llvm.amdgcn.mbcnt.hi") != 0) || !is_ones(LLVMGetOperand(call, 0)) ||
        (low && !is_zero(LLVMGetOperand(call, 1))))
        return false;
    load_replace(m, b, call, &lane_id);
    return true;
}

/* A value of the lane whose number times four is the first operand. */
static bool replace_permute(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call,
                            const char *name) {
    static const struct load_intrinsic shuffle = {"", "_Z17sub_group_shuffleij", SYNC, NO_NUMBER, 0,
                                                  2};
    if (strcmp(name, "llvm.amdgcn.ds.bpermute") != 0)
        return false;
    LLVMValueRef four = LLVMGetOperand(call, 0), value = LLVMGetOperand(call, 1);
    LLVMPositionBuilderBefore(b, call);
    LLVMSetOperand(call, 1, LLVMBuildLShr(b, four, LLVMConstInt(LLVMTypeOf(four), 2, false), ""));
    LLVMSetOperand(call, 0, value);
    load_replace(m, b, call, &shuffle);
    return true;
}

/* The first lane's value is every lane's. */
static bool replace_first(LLVMValueRef call, const char *name) {
    if (!str_starts(name, "llvm.amdgcn.readfirstlane"))
        return false;
    LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
    LLVMInstructionEraseFromParent(call);
    return true;
}

/* What takes no time that is modelled; HIP's barriers have fences on both sides. */
static bool drop(LLVMValueRef call, const char *name) {
    static const char *const names[] = {"llvm.amdgcn.sched.",    "llvm.amdgcn.s.sleep",
                                        "llvm.amdgcn.s.setprio", "llvm.amdgcn.s.waitcnt",
                                        "llvm.amdgcn.iglp.opt",  "__atomic_work_item_fence"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_starts(name, names[i])) {
            LLVMInstructionEraseFromParent(call);
            return true;
        }
    return false;
}

/* --- all calls ------------------------------------------------------------------ */

static void rewrite_call(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call) {
    static const struct load_intrinsics amdgcn = {"llvm.amdgcn.", rows, sizeof rows / sizeof *rows};
    const char *name = load_callee_name(call);
    if (load_replace_call(m, b, call, &amdgcn) || replace_count(m, b, call, name) ||
        replace_permute(m, b, call, name) || replace_first(call, name) || drop(call, name) ||
        load_matrix_call(m, b, call) || load_library_call(m, b, call))
        return;
    load_widen_copy(m, b, call);
}

void load_amdgcn_calls(LLVMModuleRef m) {
    replace_descriptions(m);
    load_each_call(m, rewrite_call);
}
