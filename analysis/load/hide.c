#include "analysis/load/hide.h"

#include <stdio.h>
#include <string.h>

#include "analysis/load/attributes.h"

/* Of functions NAME.iN, from N bits to as many. */
static const char *const names[HIDDEN_KINDS] = {
    [HIDDEN_CONDITION] = "clperf.hidden", [HIDDEN_DIVISOR] = "clperf.divisor"};

static LLVMValueRef hiding_function(LLVMModuleRef m, LLVMTypeRef integer, enum hidden_kind kind,
                                    LLVMTypeRef *type) {
    enum { LONGEST = 40 };
    char name[LONGEST];
    snprintf(name, sizeof name, "%s.i%u", names[kind], LLVMGetIntTypeWidth(integer));
    *type = LLVMFunctionType(integer, &integer, 1, false);
    LLVMValueRef f = LLVMGetNamedFunction(m, name);
    if (f)
        return f;
    f = LLVMAddFunction(m, name, *type);
    if (kind == HIDDEN_DIVISOR) {
        load_add_attribute(f, "memory"); /* of none: its value is 0 */
        load_add_attribute(f, "nounwind");
        load_add_attribute(f, "willreturn");
    }
    return f;
}

void hide_operand(LLVMBuilderRef b, LLVMValueRef instruction, unsigned operand,
                  enum hidden_kind kind) {
    LLVMValueRef value = LLVMGetOperand(instruction, operand);
    LLVMModuleRef m =
        LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction)));
    LLVMTypeRef type;
    LLVMValueRef f = hiding_function(m, LLVMTypeOf(value), kind, &type);
    LLVMPositionBuilderBefore(b, instruction);
    LLVMSetOperand(instruction, operand, LLVMBuildCall2(b, type, f, &value, 1, ""));
}

LLVMValueRef hidden_operand(LLVMValueRef instruction, unsigned operand, enum hidden_kind kind) {
    size_t bytes;
    LLVMValueRef call = LLVMGetOperand(instruction, operand),
                 f = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    bool hidden = f && LLVMIsAFunction(f) &&
                  !strncmp(LLVMGetValueName2(f, &bytes), names[kind], strlen(names[kind]));
    return hidden ? LLVMGetOperand(call, 0) : NULL;
}

void show_operand(LLVMValueRef instruction, unsigned operand, enum hidden_kind kind) {
    LLVMValueRef value = hidden_operand(instruction, operand, kind);
    if (!value)
        return;
    LLVMValueRef call = LLVMGetOperand(instruction, operand);
    LLVMSetOperand(instruction, operand, value);
    if (!LLVMGetFirstUse(call))
        LLVMInstructionEraseFromParent(call);
}
