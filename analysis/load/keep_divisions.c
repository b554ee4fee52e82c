/* Machine view: divisions by numbers that a loop doubles or halves. NVVM 7, the optimiser in nvcc
 * for compute capabilities below 10.0, does not see that these are powers of two, and neither does
 * the assembler: the remainder stays one, of some twenty instructions. Later versions of LLVM make
 * it a bitwise and (code of nvcc 13.0 for compute capabilities 8.0 to 12.0). */
#include "analysis/load/hide.h"
#include "analysis/load/instruction.h"

/* Operations between a loop's number and the divisor, at most. */
enum { DEEPEST = 4, DIVISOR = 1 };

static bool divides(LLVMValueRef i) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMUDiv:
    case LLVMURem:
    case LLVMSDiv:
    case LLVMSRem:
        return LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind;
    default:
        return false;
    }
}

static bool is_of_loop(LLVMValueRef v, int deepest) {
    if (!LLVMIsAInstruction(v) || deepest < 0)
        return false;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMPHI:
        return true;
    case LLVMMul:
    case LLVMShl:
    case LLVMLShr:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
        return is_of_loop(LLVMGetOperand(v, 0), deepest - 1) ||
               (LLVMGetNumOperands(v) > 1 && is_of_loop(LLVMGetOperand(v, 1), deepest - 1));
    default:
        return false;
    }
}

static void hide(LLVMBuilderRef b, LLVMValueRef division) {
    if (is_of_loop(LLVMGetOperand(division, DIVISOR), DEEPEST))
        hide_operand(b, division, DIVISOR, HIDDEN_DIVISOR);
}

/* A loop that is unrolled divides by constants. */
static void show_constant(LLVMBuilderRef b, LLVMValueRef division) {
    LLVMValueRef divisor = hidden_operand(division, DIVISOR, HIDDEN_DIVISOR);
    (void)b;
    if (divisor && LLVMIsConstant(divisor))
        show_operand(division, DIVISOR, HIDDEN_DIVISOR);
}

static void show(LLVMBuilderRef b, LLVMValueRef division) {
    (void)b;
    show_operand(division, DIVISOR, HIDDEN_DIVISOR);
}

static void for_each_division(LLVMModuleRef m, void (*act)(LLVMBuilderRef, LLVMValueRef)) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
             block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (divides(i))
                    act(b, i);
            }
    LLVMDisposeBuilder(b);
}

void load_hide_divisors(LLVMModuleRef m) {
    for_each_division(m, hide);
}

void load_show_constant_divisors(LLVMModuleRef m) {
    for_each_division(m, show_constant);
}

void load_show_divisors(LLVMModuleRef m) {
    for_each_division(m, show);
}
