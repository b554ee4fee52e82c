#include "source/languages/hip/amdgcn.h"

#include "analysis/load/flat.h"
#include "analysis/load/llvm_shim.h"
#include "analysis/load/lowering.h"
#include "base/str.h"

enum { CC_AMDGPU_KERNEL = 91, GLOBAL = 1 };

/* Of AMD's flat, global, region, local, constant and private one. Regions do not occur. */
static const unsigned spaces[] = {0, 1, 2, 3, 2, 0};

static bool is_amdgcn(LLVMModuleRef m) {
    return str_starts(LLVMGetTarget(m), "amdgcn");
}

/* Whether a flat pointer is read from where `place` points. */
static bool is_read_flat(LLVMValueRef place, LLVMTypeRef flat) {
    for (LLVMUseRef u = LLVMGetFirstUse(place); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user) && LLVMTypeOf(user) == flat)
            return true;
    }
    return false;
}

/* Clang stores a kernel's pointers as they come, to global memory, and reads them as flat ones.
 * Both are as large, but what is stored has to be what is read to stay in a register. */
static void store_flat(LLVMBuilderRef b, LLVMValueRef store) {
    LLVMValueRef stored = LLVMGetOperand(store, 0);
    LLVMTypeRef type = LLVMTypeOf(stored), flat = LLVMTypeOf(LLVMGetOperand(store, 1));
    if (LLVMGetTypeKind(type) != LLVMPointerTypeKind ||
        LLVMGetPointerAddressSpace(type) != GLOBAL || LLVMGetPointerAddressSpace(flat) != 0 ||
        !is_read_flat(LLVMGetOperand(store, 1), flat))
        return;
    LLVMPositionBuilderBefore(b, store);
    LLVMSetOperand(store, 0, LLVMBuildAddrSpaceCast(b, stored, flat, ""));
}

static void store_all_flat(LLVMModuleRef m) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
                if (LLVMIsAStoreInst(i))
                    store_flat(b, i);
    LLVMDisposeBuilder(b);
}

static LLVMModuleRef lower(struct arena *a, LLVMModuleRef m) {
    (void)a;
    LLVMModuleRef moved = shim_move_spaces(m, LLVMGetTarget(m), load_flat_layout, spaces,
                                           sizeof spaces / sizeof *spaces);
    LLVMDisposeModule(m);
    for (LLVMValueRef f = LLVMGetFirstFunction(moved); f; f = LLVMGetNextFunction(f))
        if (LLVMGetFunctionCallConv(f) == CC_AMDGPU_KERNEL && !LLVMIsDeclaration(f))
            load_make_kernel(f);
    load_forget_used(moved);
    store_all_flat(moved);
    load_amdgcn_calls(moved);
    return moved;
}

const struct lowering amdgcn_lowering = {is_amdgcn, lower};
