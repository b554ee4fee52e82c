/* Machine view: the loop with the iterations that an unrolled loop leaves over. nvcc repeats a loop
 * of unknown length four times and lets another loop go through the rest. It takes that apart where
 * both are in a loop around them, and ptxas does so where it copies to local memory: each of the
 * three iterations at most is there once, behind a jump over those that are left. What the last one
 * does is often short enough to be executed under a condition (if_convert_loads.c), so that its
 * load overlaps with the one before: a work-item waits for the first load, and once for both
 * others. (nvcc 11.8 and 13.0, sm_75 to sm_86; loops that copy under a condition are taken apart,
 * too, but no loads overlap.) Not modelled: ptxas repeats the unrolled loop up to four times again.
 */
#include <llvm-c/Core.h>

#include "analysis/load/instruction.h"
#include "analysis/load/llvm_shim.h"

/* Whether the loop that the block is copies to local memory. */
static bool copies(LLVMBasicBlockRef block) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        LLVMValueRef stored = LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 0) : NULL;
        if (stored && is_local_pointer(LLVMGetOperand(i, 1)) && LLVMIsALoadInst(stored) &&
            LLVMGetInstructionParent(stored) == block &&
            !is_local_pointer(LLVMGetOperand(stored, 0)))
            return true;
    }
    return false;
}

/* What a branch decides by; NULL for anything else. */
static LLVMValueRef condition_of(LLVMValueRef end) {
    return LLVMIsABranchInst(end) && LLVMIsConditional(end) ? LLVMGetCondition(end) : NULL;
}

/* Loops of constant length that were unrolled in part are no rests. */
static bool of_constant_length(LLVMValueRef end) {
    LLVMValueRef compared = condition_of(end);
    return compared && LLVMIsAICmpInst(compared) && LLVMIsAConstantInt(LLVMGetOperand(compared, 1));
}

/* Whether the number comes from memory. */
static bool is_loaded(LLVMValueRef v, int deepest) {
    if (!LLVMIsAInstruction(v) || LLVMIsAPHINode(v) || deepest < 0)
        return false;
    for (int i = 0; i < LLVMGetNumOperands(v) && !LLVMIsALoadInst(v); i++)
        if (is_loaded(LLVMGetOperand(v, (unsigned)i), deepest - 1))
            return true;
    return LLVMIsALoadInst(v);
}

/* Nobody knows how many iterations are left over of a length that is loaded: such a loop stays, and
 * one of its iterations stands for them. */
static bool of_loaded_length(LLVMValueRef end) {
    enum { DEEPEST = 6 }; /* operations between the load and the comparison */
    LLVMValueRef compared = condition_of(end);
    return compared && is_loaded(compared, DEEPEST);
}

static bool is_taken_apart(LLVMBasicBlockRef block, bool nested) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    bool is_rest = !of_constant_length(end) && !of_loaded_length(end);
    return is_rest && (nested || copies(block));
}

void load_let_unroll_rests(LLVMModuleRef m) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (LLVMCountBasicBlocks(f))
            shim_leave_loops(f, is_taken_apart);
}
