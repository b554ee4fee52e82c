/* LLVM's loop-simplify joins exits of a loop to one where a condition is the same in all
 * iterations: of `if (a > 20 || done) break;` one branch would be left. It looks for comparisons,
 * so they are hidden from it. */
#include <llvm-c/Core.h>

#include "analysis/load_inst.h"

typedef void branch_fn(LLVMBuilderRef b, LLVMValueRef branch, LLVMValueRef condition);

static void hide(LLVMBuilderRef b, LLVMValueRef branch, LLVMValueRef condition) {
    if (!LLVMIsACmpInst(condition))
        return;
    LLVMPositionBuilderBefore(b, branch);
    LLVMSetCondition(branch, LLVMBuildFreeze(b, condition, ""));
}

static void show(LLVMBuilderRef b, LLVMValueRef branch, LLVMValueRef condition) {
    (void)b;
    if (!LLVMIsAFreezeInst(condition) || !LLVMIsACmpInst(LLVMGetOperand(condition, 0)))
        return;
    LLVMSetCondition(branch, LLVMGetOperand(condition, 0));
    if (!LLVMGetFirstUse(condition))
        LLVMInstructionEraseFromParent(condition);
}

static void for_each_branch(LLVMModuleRef m, branch_fn *act) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef i = LLVMGetFirstBasicBlock(f); i; i = LLVMGetNextBasicBlock(i)) {
            LLVMValueRef last = LLVMGetBasicBlockTerminator(i);
            if (last && LLVMIsABranchInst(last) && LLVMIsConditional(last))
                act(b, last, LLVMGetCondition(last));
        }
    LLVMDisposeBuilder(b);
}

void load_hide_conditions(LLVMModuleRef m) {
    for_each_branch(m, hide);
}

void load_show_conditions(LLVMModuleRef m) {
    for_each_branch(m, show);
}
