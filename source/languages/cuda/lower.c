#include "source/languages/cuda/lower.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/load/flat.h"
#include "analysis/load/llvm_shim.h"
#include "analysis/load/lowering.h"
#include "base/str.h"
#include "source/languages/cuda/cuda_intrinsics.h"
#include "source/languages/ptx/translate.h"

/* Address spaces of SPIR and NVPTX. */
enum { CONSTANT = 2, NVPTX_CONSTANT = 4 };

static bool is_nvptx(LLVMModuleRef m) {
    return str_starts(LLVMGetTarget(m), "nvptx");
}

/* --- kernels ---------------------------------------------------------------- */

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
            load_make_kernel(row[0]);
    }
}

/* --- the module -------------------------------------------------------------- */

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

/* Whether a function gets pointers to constant memory, as OpenCL's kernels do. */
static bool has_constant_params(LLVMModuleRef m) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (unsigned i = 0; i < LLVMCountParams(f); i++) {
            LLVMTypeRef t = LLVMTypeOf(LLVMGetParam(f, i));
            if (LLVMGetTypeKind(t) == LLVMPointerTypeKind &&
                LLVMGetPointerAddressSpace(t) == NVPTX_CONSTANT)
                return true;
        }
    return false;
}

/* The module with all its constant memory where OpenCL has it. */
static LLVMModuleRef move_all_constants(LLVMModuleRef m) {
    static const unsigned spaces[] = {0, 1, 2, 3, CONSTANT};
    LLVMModuleRef moved = shim_move_spaces(m, LLVMGetTarget(m), load_flat_layout, spaces,
                                           sizeof spaces / sizeof *spaces);
    LLVMDisposeModule(m);
    return moved;
}

static LLVMModuleRef lower(struct arena *a, LLVMModuleRef m) {
    if (has_constant_params(m))
        m = move_all_constants(m);
    LLVMSetDataLayout(m, load_flat_layout);
    find_kernels(a, m);
    load_forget_used(m);
    move_constants(m);
    ptx_translate(a, m);
    load_cuda_calls(m);
    return m;
}

const struct lowering cuda_lowering = {is_nvptx, lower};
