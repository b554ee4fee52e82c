/* Source view: conditions behind a function that nobody knows, so that LLVM leaves all branches and
 * switches as they are. Otherwise taking a helper in folds what an argument decides, and
 * loop-simplify joins exits of a loop to one where a condition is the same in all iterations: of
 * `if (a > 20 || done) break;` one branch would be left. */
#include "analysis/load/hide.h"
#include "analysis/load/instruction.h"

/* Whether a condition decides where the block goes on. */
static bool decides(LLVMValueRef end) {
    return end && ((LLVMIsABranchInst(end) && LLVMIsConditional(end)) || LLVMIsASwitchInst(end));
}

static void hide(LLVMBuilderRef b, LLVMValueRef end) {
    hide_operand(b, end, 0, HIDDEN_CONDITION);
}

static void show(LLVMBuilderRef b, LLVMValueRef end) {
    (void)b;
    show_operand(end, 0, HIDDEN_CONDITION);
}

static void for_each_condition(LLVMModuleRef m, void (*act)(LLVMBuilderRef, LLVMValueRef)) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef i = LLVMGetFirstBasicBlock(f); i; i = LLVMGetNextBasicBlock(i)) {
            LLVMValueRef end = LLVMGetBasicBlockTerminator(i);
            if (decides(end))
                act(b, end);
        }
    LLVMDisposeBuilder(b);
}

void load_hide_conditions(LLVMModuleRef m) {
    for_each_condition(m, hide);
}

void load_show_conditions(LLVMModuleRef m) {
    for_each_condition(m, show);
}
