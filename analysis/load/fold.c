/* Arithmetic and elementary functions of constants, which GPU compilers compute themselves:
 * sqrtf(2.0f / M_PI) costs nothing. Of the functions those that both nvcc and ROCm fold, rounded
 * from double precision as these do. In code that was unrolled nvcc folds none. */
#include "analysis/load/fold.h"

#include <math.h>
#include <string.h>

#include "analysis/ir/builtins.h"

static const struct {
    const char *name;
    double (*of_one)(double);
    double (*of_two)(double, double);
} functions[] = {
    {"sqrt", sqrt, NULL},   {"exp", exp, NULL},   {"exp2", exp2, NULL}, {"log", log, NULL},
    {"log10", log10, NULL}, {"sin", sin, NULL},   {"cos", cos, NULL},   {"tan", tan, NULL},
    {"asin", asin, NULL},   {"acos", acos, NULL}, {"atan", atan, NULL}, {"sinh", sinh, NULL},
    {"cosh", cosh, NULL},   {"tanh", tanh, NULL}, {"pow", NULL, pow},   {"powr", NULL, pow},
    {"atan2", NULL, atan2}, {"fmod", NULL, fmod},
};

/* Whether it is a number of single or double precision. */
static bool is_number(LLVMValueRef v) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
    return LLVMIsAConstantFP(v) && (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind);
}

static bool computes_number(LLVMValueRef inst) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(inst));
    return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

/* The result in the instruction's type, or NULL if it is no finite number. */
static LLVMValueRef number(LLVMValueRef inst, double d) {
    bool is_float = LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMFloatTypeKind;
    d = is_float ? (double)(float)d : d;
    return isfinite(d) ? LLVMConstReal(LLVMTypeOf(inst), d) : NULL;
}

static LLVMValueRef fold_call(struct arena *a, LLVMValueRef inst) {
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    unsigned n = LLVMGetNumArgOperands(inst);
    size_t length;
    char code;
    double x[2] = {0};
    if (!LLVMIsAFunction(callee) || n < 1 || n > 2)
        return NULL;
    for (unsigned i = 0; i < n; i++) {
        LLVMBool inexact;
        if (!is_number(LLVMGetOperand(inst, i)))
            return NULL;
        x[i] = LLVMConstRealGetDouble(LLVMGetOperand(inst, i), &inexact);
    }
    const char *name = builtin_demangle(a, LLVMGetValueName2(callee, &length), &code);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, name) == 0 && (n == 1) == (functions[i].of_one != NULL))
            return number(inst,
                          n == 1 ? functions[i].of_one(x[0]) : functions[i].of_two(x[0], x[1]));
    return NULL;
}

static LLVMValueRef fold_arithmetic(LLVMValueRef inst) {
    LLVMBool inexact;
    double x[2] = {0};
    unsigned n = (unsigned)LLVMGetNumOperands(inst);
    for (unsigned i = 0; i < n; i++) {
        if (n > 2 || !is_number(LLVMGetOperand(inst, i)))
            return NULL;
        x[i] = LLVMConstRealGetDouble(LLVMGetOperand(inst, i), &inexact);
    }
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMFAdd:
        return number(inst, x[0] + x[1]);
    case LLVMFSub:
        return number(inst, x[0] - x[1]);
    case LLVMFMul:
        return number(inst, x[0] * x[1]);
    case LLVMFDiv:
        return number(inst, x[0] / x[1]);
    case LLVMFNeg:
        return number(inst, -x[0]);
    case LLVMFPExt:
    case LLVMFPTrunc:
        return number(inst, x[0]);
    default:
        return NULL;
    }
}

/* Whether anything became a number. */
static bool fold_block(struct arena *a, LLVMBasicBlockRef b) {
    bool any = false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMValueRef folded = !computes_number(i)  ? NULL
                              : LLVMIsACallInst(i) ? fold_call(a, i)
                                                   : fold_arithmetic(i);
        if (!folded)
            continue;
        LLVMReplaceAllUsesWith(i, folded);
        LLVMInstructionEraseFromParent(i);
        any = true;
    }
    return any;
}

void load_fold(struct arena *a, LLVMModuleRef m) {
    bool any = true;
    while (any) {
        any = false;
        for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
            for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
                any |= fold_block(a, b);
    }
}
