/* Operands behind functions that nobody knows, around passes that must not see what they are (for
 * load*.c). */
#ifndef ANALYSIS_LOAD_HIDE_H
#define ANALYSIS_LOAD_HIDE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Why an operand is hidden. Operands that are hidden for one reason stay so when those of another
 * are shown. */
enum hidden_kind {
    HIDDEN_CONDITION, /* no two are known to be the same */
    HIDDEN_DIVISOR,   /* of equal values, so that equal divisions stay equal */
    HIDDEN_KINDS
};

/* Puts the instruction's operand, an integer, behind a function. */
void hide_operand(LLVMBuilderRef b, LLVMValueRef instruction, unsigned operand,
                  enum hidden_kind kind);

/* The operand behind the function; NULL if it is not hidden. */
LLVMValueRef hidden_operand(LLVMValueRef instruction, unsigned operand, enum hidden_kind kind);

/* Puts the operand back, if it is hidden. */
void show_operand(LLVMValueRef instruction, unsigned operand, enum hidden_kind kind);

#endif
