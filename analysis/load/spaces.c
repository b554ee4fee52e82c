/* Machine view: global and local memory do not overlap, which GPU compilers know and LLVM without a
 * target does not. What a loop adds up in global memory while it only reads local memory then stays
 * in a register, and a value that was loaded from one is still good after stores to the other.
 * Flat pointers may point into either, and so may calls: these are left as they are. */
#include <string.h>

#include "analysis/load/instruction.h"

/* Lists of one alias scope each, of the same domain. */
struct scopes {
    unsigned in, not_in; /* kinds of metadata */
    LLVMValueRef global, local;
};

static LLVMValueRef scope(LLVMContextRef ctx, const char *name, LLVMMetadataRef domain) {
    LLVMMetadataRef parts[] = {LLVMMDStringInContext2(ctx, name, strlen(name)), domain};
    LLVMMetadataRef node = LLVMMDNodeInContext2(ctx, parts, 2);
    return LLVMMetadataAsValue(ctx, LLVMMDNodeInContext2(ctx, &node, 1));
}

static struct scopes make_scopes(LLVMContextRef ctx) {
    static const char in[] = "alias.scope", not_in[] = "noalias", name[] = "address spaces";
    LLVMMetadataRef text = LLVMMDStringInContext2(ctx, name, strlen(name));
    LLVMMetadataRef domain = LLVMMDNodeInContext2(ctx, &text, 1);
    return (struct scopes){.in = LLVMGetMDKindIDInContext(ctx, in, strlen(in)),
                           .not_in = LLVMGetMDKindIDInContext(ctx, not_in, strlen(not_in)),
                           .global = scope(ctx, "global", domain),
                           .local = scope(ctx, "local", domain)};
}

/* The pointer of a load or store, or NULL. */
static LLVMValueRef pointer_of(LLVMValueRef inst) {
    if (LLVMIsALoadInst(inst))
        return LLVMGetOperand(inst, 0);
    return LLVMIsAStoreInst(inst) ? LLVMGetOperand(inst, 1) : NULL;
}

/* What `restrict` has said of the access already says more, and stays. */
static void mark(LLVMValueRef inst, const struct scopes *s) {
    LLVMValueRef pointer = pointer_of(inst);
    if (!pointer || LLVMGetMetadata(inst, s->in) || LLVMGetMetadata(inst, s->not_in))
        return;
    enum space space = space_of(LLVMTypeOf(pointer));
    if (space != SPACE_GLOBAL && space != SPACE_LOCAL)
        return;
    LLVMSetMetadata(inst, s->in, space == SPACE_GLOBAL ? s->global : s->local);
    LLVMSetMetadata(inst, s->not_in, space == SPACE_GLOBAL ? s->local : s->global);
}

void load_separate_spaces(LLVMModuleRef m) {
    const struct scopes scopes = make_scopes(LLVMGetModuleContext(m));
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                mark(i, &scopes);
}
