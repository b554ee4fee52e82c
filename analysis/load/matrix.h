/* Products of matrices that a warp computes together, on whichever units the GPU has for them:
 * NVIDIA's tensor cores, AMD's matrix cores. */
#ifndef ANALYSIS_LOAD_MATRIX_H
#define ANALYSIS_LOAD_MATRIX_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "analysis/ir/kernel.h"

/* What a product is in LLVM IR, before its multiply-adds, a colon, its class's number and a
 * semicolon. */
#define LOAD_MATRIX "clperf.matrix."

/* d = a b + c, of m by k and k by n numbers, several times. */
struct load_product {
    double multiply_adds; /* of the warp */
    const char *type;     /* of a and b: "f16", "bf16", "tf32", "s8", ... */
    const char *sum;      /* of c and d: "f32", ... */
};

/* Reads "16x8x32": false if there is something else. Goes behind it. */
bool load_matrix_shape(const char **text, unsigned shape[3]);
/* A call that has the result type, at the builder's place; NULL: no type that is known. */
LLVMValueRef load_matrix_product(LLVMModuleRef m, LLVMBuilderRef b, const struct load_product *p,
                                 LLVMTypeRef result, LLVMValueRef *args, unsigned n);
/* The class and the number of its instructions of such a call's name behind LOAD_MATRIX. */
enum op_class load_matrix_class(const char *name, int64_t *instructions);
/* Whether the call was one of AMD's intrinsics, of NVPTX's, or of our header's template; it is
 * replaced then. */
bool load_matrix_call(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call);

#endif
