/* async_work_group_copy and async_work_group_strided_copy as loops, written in LLVM IR before the
 * passes, so that their accesses count like the kernel's own, at the place of the call. Not
 * modelled: units that copy without the work-items (sm_80 and later have them). */
#include <string.h>

#include "analysis/ir/builtins.h"
#include "analysis/load/instruction.h"
#include "base/str.h"

/* A copy's function under construction. */
struct copy {
    LLVMModuleRef m;
    LLVMBuilderRef b;
    LLVMValueRef f;
    LLVMTypeRef i64;
    unsigned element_bytes;
};

/* A call of get_local_linear_id(), or of get_local_size(dimension) if there is one. */
static LLVMValueRef query(const struct copy *c, const char *name, int dimension) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->m));
    unsigned n = dimension < 0 ? 0 : 1;
    LLVMTypeRef type = LLVMFunctionType(c->i64, &i32, n, false);
    LLVMValueRef f = LLVMGetNamedFunction(c->m, name);
    LLVMValueRef arg = LLVMConstInt(i32, n ? (unsigned)dimension : 0, false);
    return LLVMBuildCall2(c->b, type, f ? f : LLVMAddFunction(c->m, name, type), &arg, n, "");
}

static LLVMValueRef group_size(const struct copy *c) {
    LLVMValueRef items = query(c, "get_local_size", 0);
    for (int d = 1; d < 3; d++)
        items = LLVMBuildMul(c->b, items, query(c, "get_local_size", d), "items");
    return items;
}

/* An integer, or a vector of them, as wide as an element. */
static LLVMTypeRef element_type(const struct copy *c) {
    LLVMContextRef ctx = LLVMGetModuleContext(c->m);
    if (c->element_bytes <= 8)
        return LLVMIntTypeInContext(ctx, c->element_bytes * 8);
    return LLVMVectorType(LLVMInt32TypeInContext(ctx), c->element_bytes / 4);
}

/* Moves element i. The stride is of the global side. */
static void move_element(const struct copy *c, LLVMValueRef i) {
    LLVMValueRef at[] = {LLVMGetParam(c->f, 0), LLVMGetParam(c->f, 1)};
    LLVMTypeRef type = element_type(c);
    bool strided = LLVMCountParams(c->f) == 5;
    for (int side = 0; side < 2; side++) {
        LLVMValueRef index = i;
        if (strided && LLVMGetPointerAddressSpace(LLVMTypeOf(at[side])) != 3)
            index = LLVMBuildMul(c->b, i, LLVMGetParam(c->f, 3), "");
        at[side] = LLVMBuildGEP2(c->b, type, at[side], &index, 1, "");
    }
    LLVMBuildStore(c->b, LLVMBuildLoad2(c->b, type, at[1], ""), at[0]);
}

/* Without debug information of its own the body is at the place of the call. */
static void build_body(const struct copy *c) {
    LLVMContextRef ctx = LLVMGetModuleContext(c->m);
    LLVMGlobalEraseMetadata(c->f, LLVMGetMDKindIDInContext(ctx, "dbg", 3));
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(ctx, c->f, "entry");
    LLVMBasicBlockRef head = LLVMAppendBasicBlockInContext(ctx, c->f, "copy.cond");
    LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(ctx, c->f, "copy.body");
    LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(ctx, c->f, "copy.end");
    LLVMPositionBuilderAtEnd(c->b, entry);
    LLVMValueRef first = query(c, "get_local_linear_id", -1), step = group_size(c);
    LLVMBuildBr(c->b, head);
    LLVMPositionBuilderAtEnd(c->b, head);
    LLVMValueRef i = LLVMBuildPhi(c->b, c->i64, "copied");
    LLVMValueRef more = LLVMBuildICmp(c->b, LLVMIntULT, i, LLVMGetParam(c->f, 2), "");
    LLVMBuildCondBr(c->b, more, body, end);
    LLVMPositionBuilderAtEnd(c->b, body);
    move_element(c, i);
    LLVMValueRef next = LLVMBuildAdd(c->b, i, step, "");
    LLVMBuildBr(c->b, head);
    LLVMAddIncoming(i, (LLVMValueRef[]){first, next}, (LLVMBasicBlockRef[]){entry, body}, 2);
    LLVMPositionBuilderAtEnd(c->b, end);
    LLVMBuildRet(c->b, LLVMGetParam(c->f, LLVMCountParams(c->f) - 1));
}

/* Whether the declaration has the parameters that the specification gives it. */
static bool is_copy(struct arena *a, LLVMValueRef f, LLVMTypeRef i64) {
    size_t length;
    char code;
    const char *name = builtin_demangle(a, LLVMGetValueName2(f, &length), &code);
    unsigned n = strcmp(name, "async_work_group_copy") == 0           ? 4
                 : strcmp(name, "async_work_group_strided_copy") == 0 ? 5
                                                                      : 0;
    if (!n || !LLVMIsDeclaration(f) || LLVMCountParams(f) != n)
        return false;
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(f));
    return LLVMTypeOf(LLVMGetParam(f, 2)) == i64 && LLVMTypeOf(LLVMGetParam(f, n - 2)) == i64 &&
           LLVMTypeOf(LLVMGetParam(f, n - 1)) == result;
}

void load_async_copies(struct arena *a, LLVMModuleRef m) {
    LLVMContextRef ctx = LLVMGetModuleContext(m);
    struct copy c = {.m = m, .i64 = LLVMInt64TypeInContext(ctx)};
    c.b = LLVMCreateBuilderInContext(ctx);
    for (c.f = LLVMGetFirstFunction(m); c.f; c.f = LLVMGetNextFunction(c.f)) {
        size_t length;
        c.element_bytes = builtin_element_bytes(LLVMGetValueName2(c.f, &length));
        if (c.element_bytes && is_copy(a, c.f, c.i64))
            build_body(&c);
    }
    LLVMDisposeBuilder(c.b);
}
