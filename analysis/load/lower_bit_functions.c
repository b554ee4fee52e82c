/* rotate and bitselect of integers as LLVM's own operations, before the passes: so they simplify as
 * in the compilers of drivers, and those of vectors become operations of their components. */
#include <string.h>

#include "analysis/ir/builtins.h"
#include "analysis/load/instruction.h"

static LLVMValueRef rotated(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f) {
    static const char name[] = "llvm.fshl";
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(f, 0));
    LLVMValueRef turn =
        LLVMGetIntrinsicDeclaration(m, LLVMLookupIntrinsicID(name, sizeof name - 1), &type, 1);
    LLVMValueRef args[] = {LLVMGetParam(f, 0), LLVMGetParam(f, 0), LLVMGetParam(f, 1)};
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(turn), turn, args, 3, "");
}

/* The first argument where the bit of the third one is 0, the second where it is 1. */
static LLVMValueRef selected(LLVMBuilderRef b, LLVMValueRef f) {
    LLVMValueRef first = LLVMGetParam(f, 0);
    LLVMValueRef differ = LLVMBuildXor(b, first, LLVMGetParam(f, 1), "");
    return LLVMBuildXor(b, first, LLVMBuildAnd(b, differ, LLVMGetParam(f, 2), ""), "");
}

/* Whether all of its parameters, and as many as that, are of one type of integers. */
static bool is_of_integers(LLVMValueRef f, unsigned n) {
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(f));
    if (LLVMCountParams(f) != n)
        return false;
    for (unsigned i = 0; i < n; i++)
        if (LLVMTypeOf(LLVMGetParam(f, i)) != type)
            return false;
    LLVMTypeRef element =
        LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
    return LLVMGetTypeKind(element) == LLVMIntegerTypeKind;
}

void load_bit_functions(struct arena *a, LLVMModuleRef m) {
    LLVMContextRef ctx = LLVMGetModuleContext(m);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(ctx);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        char code;
        if (!LLVMIsDeclaration(f) || LLVMGetIntrinsicID(f))
            continue;
        const char *name = builtin_demangle(a, LLVMGetValueName2(f, &length), &code);
        bool rotates = strcmp(name, "rotate") == 0 && is_of_integers(f, 2);
        if (!rotates && !(strcmp(name, "bitselect") == 0 && is_of_integers(f, 3)))
            continue;
        LLVMGlobalEraseMetadata(f, LLVMGetMDKindIDInContext(ctx, "dbg", 3));
        LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(ctx, f, "entry"));
        LLVMBuildRet(b, rotates ? rotated(m, b, f) : selected(b, f));
    }
    LLVMDisposeBuilder(b);
}
