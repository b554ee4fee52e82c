/* A target's intrinsics as calls of OpenCL's functions, and copies of short vectors as one access
 * each (for lowerings). */
#ifndef ANALYSIS_LOAD_REPLACE_H
#define ANALYSIS_LOAD_REPLACE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

enum load_function_kind {
    SIZE,   /* of size_t, of nothing but its argument */
    PURE,   /* of nothing but its arguments */
    WRITES, /* of its arguments, of which one says where to write */
    SYNC    /* orders or exchanges what work-items have */
};

enum { NO_NUMBER = -1 };

/* What becomes of a call: OpenCL's function with a number, or with some of the call's operands. */
struct load_intrinsic {
    const char *from; /* behind the target's prefix */
    const char *to;   /* mangled */
    enum load_function_kind kind;
    int number;       /* the only argument, or NO_NUMBER */
    int first, count; /* operands of the call that are arguments */
};

/* A target's. */
struct load_intrinsics {
    const char *prefix; /* "llvm.nvvm." */
    const struct load_intrinsic *rows;
    size_t n;
};

/* What is called by name, or "". */
const char *load_callee_name(LLVMValueRef call);
/* A function of OpenCL's. */
LLVMValueRef load_declare(LLVMModuleRef m, const char *name, LLVMTypeRef type,
                          enum load_function_kind kind);
void load_replace(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call,
                  const struct load_intrinsic *in);
/* Whether the call was one of an intrinsic with a row; it is gone then. */
bool load_replace_call(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call,
                       const struct load_intrinsics *of);
/* A copy of an aligned float4 or its like becomes one load and one store. */
void load_widen_copy(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call);
/* Has all calls rewritten. */
void load_each_call(LLVMModuleRef m,
                    void (*rewrite)(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call));

#endif
