/* Machine view: the loop with the iterations that an unrolled loop leaves over. nvcc repeats a loop
 * of unknown length four times and lets another loop go through the rest, which ptxas takes apart
 * where it is short: each of the three iterations at most is there once, behind a jump over it.
 * That is done here for loops that copy to local memory. What the last iteration does is short
 * enough to be executed under a condition (if_convert_loads.c), so that its load overlaps with the
 * one before: a work-item waits for the first load, and once for both others. (nvcc 11.8 and 13.0,
 * sm_75 and sm_86; loops that copy under a condition are taken apart, too, but no loads overlap.)
 * Not modelled: ptxas repeats the unrolled loop up to four times again. */
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

static bool jumps_back(LLVMBasicBlockRef block, LLVMValueRef end) {
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
        if (LLVMGetSuccessor(end, i) == block)
            return true;
    return false;
}

/* Loops of constant length that were unrolled in part are no rests. */
static bool of_constant_length(LLVMValueRef end) {
    LLVMValueRef compared = LLVMIsConditional(end) ? LLVMGetCondition(end) : NULL;
    return compared && LLVMIsAICmpInst(compared) && LLVMIsAConstantInt(LLVMGetOperand(compared, 1));
}

/* All other loops are as they are to be. */
void load_let_unroll_rests(LLVMModuleRef m) {
    unsigned kind = LLVMGetMDKindIDInContext(LLVMGetModuleContext(m), "llvm.loop", 9);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        if (LLVMCountBasicBlocks(f))
            shim_leave_loops(f);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
            LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
            if (end && jumps_back(b, end) && copies(b) && !of_constant_length(end))
                LLVMSetMetadata(end, kind, NULL);
        }
    }
}
