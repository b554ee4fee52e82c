/* A kernel's parameters as pointers: a function's type does not change, so another takes its place.
 */
#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

#include "source/languages/ptx/pointers.h"

static LLVMTypeRef new_type(struct arena *a, LLVMValueRef kernel,
                            const LLVMValueRef *placeholders) {
    unsigned n = LLVMCountParams(kernel);
    LLVMTypeRef *types = NEW_ARRAY(a, LLVMTypeRef, n + 1);
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(placeholders[i] ? placeholders[i] : LLVMGetParam(kernel, i));
    return LLVMFunctionType(LLVMGetReturnType(LLVMGlobalGetValueType(kernel)), types, n, false);
}

static void copy_attributes(struct arena *a, LLVMValueRef to, LLVMValueRef from,
                            LLVMAttributeIndex index) {
    unsigned n = LLVMGetAttributeCountAtIndex(from, index);
    LLVMAttributeRef *all = NEW_ARRAY(a, LLVMAttributeRef, n + 1);
    LLVMGetAttributesAtIndex(from, index, all);
    for (unsigned i = 0; i < n; i++)
        LLVMAddAttributeAtIndex(to, index, all[i]);
}

static void copy_metadata(LLVMValueRef to, LLVMValueRef from) {
    size_t n;
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(from, &n);
    for (unsigned i = 0; i < n; i++)
        LLVMGlobalSetMetadata(to, LLVMValueMetadataEntriesGetKind(all, i),
                              LLVMValueMetadataEntriesGetMetadata(all, i));
    LLVMDisposeValueMetadataEntries(all);
    LLVMGlobalClearMetadata(from);
}

static void move_blocks(LLVMValueRef to, LLVMValueRef from) {
    for (LLVMBasicBlockRef bb; (bb = LLVMGetFirstBasicBlock(from));) {
        LLVMRemoveBasicBlockFromParent(bb);
        LLVMAppendExistingBasicBlock(to, bb);
    }
}

/* What counts with the parameter's number has the pointer's. */
static void replace_param(LLVMBuilderRef b, LLVMValueRef old, LLVMValueRef new,
                          LLVMValueRef placeholder, LLVMBasicBlockRef entry) {
    if (placeholder) {
        LLVMReplaceAllUsesWith(placeholder, new);
        LLVMInstructionEraseFromParent(placeholder);
    }
    if (!placeholder) {
        LLVMReplaceAllUsesWith(old, new);
    } else if (LLVMGetFirstUse(old)) {
        LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(entry));
        LLVMReplaceAllUsesWith(old, LLVMBuildPtrToInt(b, new, LLVMTypeOf(old), ""));
    }
}

static void name_param(LLVMValueRef new, LLVMValueRef old) {
    size_t n;
    const char *name = LLVMGetValueName2(old, &n);
    LLVMSetValueName2(new, name, n);
}

LLVMValueRef ptx_retype_params(struct arena *a, LLVMModuleRef m, LLVMValueRef kernel,
                               const LLVMValueRef *placeholders) {
    unsigned n = LLVMCountParams(kernel);
    size_t length;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    const char *name = arena_strdup(a, LLVMGetValueName2(kernel, &length));
    LLVMValueRef f = LLVMAddFunction(m, "", new_type(a, kernel, placeholders));
    LLVMSetFunctionCallConv(f, LLVMGetFunctionCallConv(kernel));
    copy_attributes(a, f, kernel, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
    copy_metadata(f, kernel);
    move_blocks(f, kernel);
    for (unsigned i = 0; i < n; i++) {
        copy_attributes(a, f, kernel, i + 1);
        name_param(LLVMGetParam(f, i), LLVMGetParam(kernel, i));
        replace_param(b, LLVMGetParam(kernel, i), LLVMGetParam(f, i), placeholders[i],
                      LLVMGetEntryBasicBlock(f));
    }
    LLVMDisposeBuilder(b);
    LLVMDeleteFunction(kernel);
    LLVMSetValueName2(f, name, strlen(name));
    return f;
}
