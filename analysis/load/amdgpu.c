/* What a kernel becomes on AMD's GPUs is LLVM's business: its back end says so if it gets the
 * kernel for its target. Here a kernel for SPIR becomes one. */
#include "analysis/load/amdgpu.h"

#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <string.h>

#include "analysis/load/attributes.h"
#include "analysis/load/llvm_shim.h"

enum { CC_SPIR_KERNEL = 76, CC_AMDGPU_KERNEL = 91 };

/* AMD's address spaces of SPIR's private, global, constant, local and generic one. */
static const unsigned spaces[SHIM_SPACES] = {5, 1, 4, 3, 0};

/* As clang-19 has it. */
static const char triple[] = "amdgcn-amd-amdhsa",
                  layout[] =
                      "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-"
                      "p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-"
                      "v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-"
                      "A5-G1-ni:7:8:9";

/* Largest group that clang compiles a kernel of OpenCL for if the source names no size. */
enum { USUAL_LARGEST = 256 };

/* Work-items of a group as the source says with reqd_work_group_size, or 0. */
static uint64_t required_items(LLVMValueRef kernel) {
    static const char name[] = "reqd_work_group_size";
    LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(kernel));
    unsigned kind = LLVMGetMDKindIDInContext(ctx, name, sizeof name - 1);
    uint64_t items = 0;
    size_t n;
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(kernel, &n);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef sizes[3];
        LLVMValueRef node = LLVMMetadataAsValue(ctx, LLVMValueMetadataEntriesGetMetadata(all, i));
        if (LLVMValueMetadataEntriesGetKind(all, i) != kind || LLVMGetMDNodeNumOperands(node) != 3)
            continue;
        LLVMGetMDNodeOperands(node, sizes);
        items = 1;
        for (unsigned d = 0; d < 3; d++)
            items *= LLVMIsAConstantInt(sizes[d]) ? LLVMConstIntGetZExtValue(sizes[d]) : 0;
    }
    LLVMDisposeValueMetadataEntries(all);
    return items;
}

/* Work-groups of one launch have one size. HIP's kernels say how large they may be. */
static void make_kernel(struct arena *a, LLVMValueRef f) {
    static const char sizes[] = "amdgpu-flat-work-group-size";
    unsigned long items = required_items(f);
    LLVMSetFunctionCallConv(f, CC_AMDGPU_KERNEL);
    load_add_attribute_text(f, "uniform-work-group-size", "true");
    if (items || !load_attribute_text(a, f, sizes))
        load_add_attribute_text(
            f, sizes, arena_printf(a, "%lu,%lu", items ? items : 1, items ? items : USUAL_LARGEST));
}

/* Functions and their calls agree on the library's calling convention. */
static void use_plain_calls(LLVMValueRef f) {
    LLVMSetFunctionCallConv(f, LLVMCCallConv);
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
        if (LLVMIsACallInst(LLVMGetUser(use)))
            LLVMSetInstructionCallConv(LLVMGetUser(use), LLVMCCallConv);
}

/* False and one line in *error if the library does not fit. */
static bool add_library(struct arena *a, LLVMModuleRef m, const char **error) {
    LLVMModuleRef library = NULL;
    LLVMMemoryBufferRef text =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(amdgpu_library, strlen(amdgpu_library), "amdgpu");
    char *message = NULL;
    if (LLVMParseIRInContext(LLVMGetModuleContext(m), text, &library, &message)) {
        *error = arena_strdup(a, message);
        LLVMDisposeMessage(message);
        return false;
    }
    LLVMSetDataLayout(library, layout);
    LLVMSetTarget(library, triple);
    if (LLVMLinkModules2(m, library))
        *error = "a kernel defines one of OpenCL's functions";
    return !*error;
}

/* Nobody else calls what is not a kernel. */
static void keep_kernels(LLVMModuleRef m) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && LLVMGetFunctionCallConv(f) != CC_AMDGPU_KERNEL)
            LLVMSetLinkage(f, LLVMInternalLinkage);
}

LLVMModuleRef load_amdgpu(struct arena *a, LLVMModuleRef spir, LLVMModuleRef library,
                          unsigned *stood_in, const char **error) {
    LLVMModuleRef m = shim_move_spaces(spir, triple, layout, spaces, SHIM_SPACES);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (LLVMGetFunctionCallConv(f) == CC_SPIR_KERNEL && !LLVMIsDeclaration(f))
            make_kernel(a, f);
        else
            use_plain_calls(f);
    if (add_library(a, m, error)) {
        keep_kernels(m);
        *stood_in = load_amdgpu_calls(a, m, library);
        return m;
    }
    LLVMDisposeModule(m);
    return NULL;
}
