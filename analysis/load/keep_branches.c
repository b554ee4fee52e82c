/* Source view: conditions behind a function that nobody knows, so that LLVM leaves all branches and
 * switches as they are. Otherwise taking a helper in folds what an argument decides, and
 * loop-simplify joins exits of a loop to one where a condition is the same in all iterations: of
 * `if (a > 20 || done) break;` one branch would be left. */
#include <llvm-c/Core.h>
#include <stdio.h>
#include <string.h>

#include "analysis/load/instruction.h"

#define HIDDEN "clperf.hidden"

/* The branch's or switch's condition; NULL for anything else. */
static LLVMValueRef condition_of(LLVMValueRef end) {
    bool decides =
        end && ((LLVMIsABranchInst(end) && LLVMIsConditional(end)) || LLVMIsASwitchInst(end));
    return decides ? LLVMGetOperand(end, 0) : NULL;
}

/* HIDDEN.iN: from N bits to as many. */
static LLVMValueRef hiding_function(LLVMModuleRef m, LLVMTypeRef integer, LLVMTypeRef *type) {
    char name[sizeof HIDDEN ".i" + 10];
    snprintf(name, sizeof name, HIDDEN ".i%u", LLVMGetIntTypeWidth(integer));
    *type = LLVMFunctionType(integer, &integer, 1, false);
    LLVMValueRef f = LLVMGetNamedFunction(m, name);
    return f ? f : LLVMAddFunction(m, name, *type);
}

static void hide(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef end, LLVMValueRef condition) {
    LLVMTypeRef type;
    LLVMValueRef f = hiding_function(m, LLVMTypeOf(condition), &type);
    LLVMPositionBuilderBefore(b, end);
    LLVMSetOperand(end, 0, LLVMBuildCall2(b, type, f, &condition, 1, ""));
}

static bool is_hidden(LLVMValueRef condition) {
    size_t bytes;
    LLVMValueRef f = LLVMIsACallInst(condition) ? LLVMGetCalledValue(condition) : NULL;
    return f && LLVMIsAFunction(f) &&
           !strncmp(LLVMGetValueName2(f, &bytes), HIDDEN, strlen(HIDDEN));
}

static void show(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef end, LLVMValueRef condition) {
    (void)m, (void)b;
    if (!is_hidden(condition))
        return;
    LLVMSetOperand(end, 0, LLVMGetOperand(condition, 0));
    if (!LLVMGetFirstUse(condition))
        LLVMInstructionEraseFromParent(condition);
}

static void for_each_condition(LLVMModuleRef m, void (*act)(LLVMModuleRef, LLVMBuilderRef,
                                                            LLVMValueRef, LLVMValueRef)) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef i = LLVMGetFirstBasicBlock(f); i; i = LLVMGetNextBasicBlock(i)) {
            LLVMValueRef end = LLVMGetBasicBlockTerminator(i), condition = condition_of(end);
            if (condition)
                act(m, b, end, condition);
        }
    LLVMDisposeBuilder(b);
}

void load_hide_conditions(LLVMModuleRef m) {
    for_each_condition(m, hide);
}

void load_show_conditions(LLVMModuleRef m) {
    for_each_condition(m, show);
}
