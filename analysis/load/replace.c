#include "analysis/load/replace.h"

#include <llvm-c/Target.h>
#include <string.h>

#include "analysis/load/attributes.h"
#include "base/str.h"

const char *load_callee_name(LLVMValueRef call) {
    size_t length;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
}

/* --- intrinsics ------------------------------------------------------------- */

enum { MOST_ARGS = 4 };

static const struct load_intrinsic *row_of(const struct load_intrinsics *of, const char *name) {
    if (!str_starts(name, of->prefix))
        return NULL;
    for (size_t i = 0; i < of->n; i++)
        if (strcmp(name + strlen(of->prefix), of->rows[i].from) == 0)
            return &of->rows[i];
    return NULL;
}

/* Declared as OpenCL's are: what only computes may be moved. */
LLVMValueRef load_declare(LLVMModuleRef m, const char *name, LLVMTypeRef type,
                          enum load_function_kind kind) {
    LLVMValueRef f = LLVMGetNamedFunction(m, name);
    if (f)
        return f;
    f = LLVMAddFunction(m, name, type);
    load_add_attribute(f, "convergent");
    load_add_attribute(f, "nounwind");
    load_add_attribute(f, "willreturn");
    if (kind == SIZE || kind == PURE)
        load_add_attribute(f, "memory"); /* of none: its value is 0 */
    return f;
}

/* OpenCL has int for bool. */
static unsigned arguments(LLVMBuilderRef b, LLVMValueRef call, const struct load_intrinsic *in,
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

void load_replace(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call,
                  const struct load_intrinsic *in) {
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
    LLVMValueRef made =
        LLVMBuildCall2(b, type, load_declare(m, in->to, type, in->kind), args, n, "");
    if (boolean)
        made = LLVMBuildICmp(b, LLVMIntNE, made, LLVMConstInt(i32, 0, false), "");
    else if (wanted != result)
        made = LLVMBuildTrunc(b, made, wanted, "");
    if (LLVMGetTypeKind(wanted) != LLVMVoidTypeKind)
        LLVMReplaceAllUsesWith(call, made);
    LLVMInstructionEraseFromParent(call);
}

bool load_replace_call(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call,
                       const struct load_intrinsics *of) {
    const struct load_intrinsic *in = row_of(of, load_callee_name(call));
    if (in)
        load_replace(m, b, call, in);
    return in;
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
void load_widen_copy(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call) {
    if (!str_starts(load_callee_name(call), "llvm.memcpy."))
        return;
    LLVMTargetDataRef data = LLVMGetModuleDataLayout(m);
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

void load_each_call(LLVMModuleRef m,
                    void (*rewrite)(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call)) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (LLVMIsACallInst(i))
                    rewrite(m, b, i);
            }
    LLVMDisposeBuilder(b);
}
