/* vloadN and vstoreN of private memory as loads and stores of LLVM, before the passes, so that the
 * variable need not be in memory. Those of other memory are accesses of the kernel model
 * (load/call.c), and so are the conversions of vload_half and vstore_half. */
#include <stdlib.h>
#include <string.h>

#include "analysis/ir/builtins.h"
#include "analysis/load/instruction.h"
#include "base/str.h"

enum { PRIVATE = 0 };

/* "vload4" or "vstore4": the elements, or 0. */
static unsigned elements_of(const char *name, const char *prefix) {
    char *end = NULL;
    unsigned long n = str_starts(name, prefix) ? strtoul(name + strlen(prefix), &end, 10) : 0;
    return n >= 2 && n <= 16 && !*end ? (unsigned)n : 0;
}

/* The vector that the function loads or stores, NULL if it does not. `first` is the place of its
 * offset among the parameters; the pointer follows. */
static LLVMTypeRef vector_of(struct arena *a, LLVMValueRef f, unsigned *first) {
    size_t length;
    char code;
    const char *name = builtin_demangle(a, LLVMGetValueName2(f, &length), &code);
    unsigned loads = elements_of(name, "vload"), stores = elements_of(name, "vstore");
    *first = stores ? 1 : 0;
    if (!LLVMIsDeclaration(f) || (!loads && !stores) || LLVMCountParams(f) != 2 + *first)
        return NULL;
    LLVMTypeRef pointer = LLVMTypeOf(LLVMGetParam(f, *first + 1));
    LLVMTypeRef type =
        stores ? LLVMTypeOf(LLVMGetParam(f, 0)) : LLVMGetReturnType(LLVMGlobalGetValueType(f));
    bool fits = LLVMGetTypeKind(pointer) == LLVMPointerTypeKind &&
                LLVMGetPointerAddressSpace(pointer) == PRIVATE &&
                LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
                LLVMGetVectorSize(type) == loads + stores;
    return fits ? type : NULL;
}

/* Elements are aligned, vectors need not be. */
static unsigned alignment_of(LLVMValueRef f, LLVMTypeRef element) {
    return (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(LLVMGetGlobalParent(f)), element);
}

static void build_body(LLVMBuilderRef b, LLVMValueRef f, LLVMTypeRef type, unsigned first) {
    LLVMContextRef ctx = LLVMGetTypeContext(type);
    LLVMTypeRef element = LLVMGetElementType(type), i64 = LLVMInt64TypeInContext(ctx);
    LLVMGlobalEraseMetadata(f, LLVMGetMDKindIDInContext(ctx, "dbg", 3));
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(ctx, f, "entry"));
    LLVMValueRef index = LLVMBuildMul(b, LLVMGetParam(f, first),
                                      LLVMConstInt(i64, LLVMGetVectorSize(type), false), "");
    LLVMValueRef at = LLVMBuildGEP2(b, element, LLVMGetParam(f, first + 1), &index, 1, "");
    LLVMValueRef access =
        first ? LLVMBuildStore(b, LLVMGetParam(f, 0), at) : LLVMBuildLoad2(b, type, at, "");
    LLVMSetAlignment(access, alignment_of(f, element));
    if (first)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, access);
}

void load_private_vectors(struct arena *a, LLVMModuleRef m) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        unsigned first;
        LLVMTypeRef type = vector_of(a, f, &first);
        if (type &&
            LLVMTypeOf(LLVMGetParam(f, first)) == LLVMInt64TypeInContext(LLVMGetModuleContext(m)))
            build_body(b, f, type, first);
    }
    LLVMDisposeBuilder(b);
}
