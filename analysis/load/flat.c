#include "analysis/load/flat.h"

#include <llvm-c/Comdat.h>

#include "analysis/load/attributes.h"
#include "base/str.h"

/* SPIR's kernels, and address spaces. */
enum { CC_SPIR_KERNEL = 76, FLAT = 0, GLOBAL = 1 };

/* SPIR's, with structures as NVPTX has them. */
const char load_flat_layout[] = "e-i64:64-i128:128-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-"
                                "v256:256-v512:512-v1024:1024";

bool load_is_opencl(LLVMModuleRef m) {
    return LLVMGetNamedMetadataNumOperands(m, "opencl.ocl.version") > 0;
}

bool load_is_flat(LLVMModuleRef m) {
    return str_starts(LLVMGetTarget(m), "nvptx") || str_starts(LLVMGetTarget(m), "amdgcn");
}

/* Templates' kernels would go for nobody calls them. */
void load_make_kernel(LLVMValueRef f) {
    LLVMSetFunctionCallConv(f, CC_SPIR_KERNEL);
    LLVMSetLinkage(f, LLVMExternalLinkage);
    LLVMSetComdat(f, NULL);
}

void load_forget_used(LLVMModuleRef m) {
    static const char *const lists[] = {"llvm.compiler.used", "llvm.used"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        LLVMValueRef g = LLVMGetNamedGlobal(m, lists[i]);
        if (g)
            LLVMDeleteGlobal(g);
    }
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

void load_flat_pointers(LLVMModuleRef m, bool (*is_kernel)(LLVMValueRef)) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        if (!is_kernel(f))
            continue;
        LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)));
        for (unsigned i = 0; i < LLVMCountParams(f); i++) {
            LLVMValueRef p = LLVMGetParam(f, i);
            bool pointer = LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind;
            if (pointer && !load_param_has_attribute(f, i, "byval") && LLVMGetFirstUse(p) &&
                LLVMGetPointerAddressSpace(LLVMTypeOf(p)) == FLAT)
                make_global(b, p);
        }
    }
    LLVMDisposeBuilder(b);
}
