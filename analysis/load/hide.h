/* Operands behind functions that nobody knows, around passes that must not see what they are (for
 * load*.c). */
#ifndef ANALYSIS_LOAD_HIDE_H
#define ANALYSIS_LOAD_HIDE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* What is hidden: two kinds at the same time do not meet. */
enum hidden_kind {
    HIDDEN_CONDITION, /* each on its own */
    HIDDEN_DIVISOR,   /* the same of equal values */
    HIDDEN_KINDS
};

/* Puts the instruction's operand, an integer, behind a function. */
void hide_operand(LLVMBuilderRef b, LLVMValueRef instruction, unsigned operand,
                  enum hidden_kind kind);

/* The operand behind the function; NULL if it is not hidden. */
LLVMValueRef hidden_operand(LLVMValueRef instruction, unsigned operand, enum hidden_kind kind);

/* Puts it back, if it is hidden. */
void show_operand(LLVMValueRef instruction, unsigned operand, enum hidden_kind kind);

#endif
