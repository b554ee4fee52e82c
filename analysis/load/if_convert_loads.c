/* Machine view: loads under a condition, such as those of a stencil at the border of its image. GPU
 * compilers execute a few instructions under a condition without branching, up to 7 where lanes are
 * likely to divide (CUDA C Programming Guide 4.2, section 5.4.2), and then overlap these loads with
 * what comes after. The block that only one side of a branch goes through is taken into the block
 * before, where its loads become calls "clperf.guarded(pointer, condition)"; load/call.c makes
 * loads of them that only lanes with a true condition take part in. What a side copies to local
 * memory becomes "clperf.guarded.store(pointer, value, condition)". Not modelled: other stores,
 * atomics and two sides that meet. */
#include <llvm-c/DebugInfo.h>

#include "analysis/load/instruction.h"

enum { MOST_INSTRUCTIONS = 7 };

/* A block X that only P leads to, and both lead to Y, as others may. */
struct side {
    LLVMBasicBlockRef p, x, y;
    LLVMValueRef branch; /* of P */
    LLVMBuilderRef b;    /* before it */
    LLVMValueRef taken;  /* whether lanes go through X */
};

static unsigned uses_of(LLVMBasicBlockRef block) {
    unsigned n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); u; u = LLVMGetNextUse(u))
        n++;
    return n;
}

static bool is_branch(LLVMValueRef v, bool conditional) {
    return v && LLVMIsABranchInst(v) && (bool)LLVMIsConditional(v) == conditional;
}

/* Whether X is such a block; fills in what is around it. */
static bool find_side(LLVMBasicBlockRef x, struct side *s) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(x);
    if (uses_of(x) != 1 || !is_branch(end, false))
        return false;
    s->x = x;
    s->y = LLVMGetSuccessor(end, 0);
    s->branch = LLVMGetUser(LLVMGetFirstUse(LLVMBasicBlockAsValue(x)));
    if (!is_branch(s->branch, true))
        return false;
    s->p = LLVMGetInstructionParent(s->branch);
    return s->p != x && s->y != x &&
           (LLVMGetSuccessor(s->branch, 0) == s->y || LLVMGetSuccessor(s->branch, 1) == s->y);
}

static bool is_plain_load(LLVMValueRef i) {
    return LLVMIsALoadInst(i) && !LLVMGetVolatile(i) &&
           LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
}

/* A store to local memory of what the same block loads. */
static bool is_copy(LLVMValueRef i) {
    LLVMValueRef loaded = LLVMGetOperand(i, 0);
    return !LLVMGetVolatile(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic &&
           is_local_pointer(LLVMGetOperand(i, 1)) && LLVMIsALoadInst(loaded) &&
           LLVMGetInstructionParent(loaded) == LLVMGetInstructionParent(i);
}

/* Machine instructions that it stands for, at most; 0 for one that lanes cannot do in vain. */
static unsigned price(LLVMValueRef i) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMGetElementPtr:
        return is_local_pointer(i) ? 1 : 2;
    case LLVMLoad:
        return is_plain_load(i);
    case LLVMStore:
        return is_copy(i);
    case LLVMCall:
        return load_opaque_operand(i) != NULL;
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFNeg:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMSelect:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMBitCast:
    case LLVMUIToFP:
    case LLVMSIToFP:
        return 1;
    default:
        return 0;
    }
}

/* Extensions of an index are a part of the address. */
static bool is_free(LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    return op == LLVMSExt || op == LLVMZExt || op == LLVMTrunc || op == LLVMBitCast ||
           op == LLVMCall;
}

/* Whether it computes with what its block loads. */
static bool uses_load(LLVMValueRef i) {
    bool passes_on = is_free(i) || LLVMIsAStoreInst(i);
    for (int n = 0; n < LLVMGetNumOperands(i) && !passes_on; n++) {
        LLVMValueRef x = LLVMGetOperand(i, (unsigned)n);
        if (LLVMIsALoadInst(x) && LLVMGetInstructionParent(x) == LLVMGetInstructionParent(i))
            return true;
    }
    return false;
}

/* Compilers branch around what would wait for data: additions of loaded numbers under a condition
 * take turns with each other's loads (sum in a tree on the RTX 2080 Ti, Debdeep23/test1), where
 * loads alone overlap (staging loops of the convolution, Kernel Tuner's data). */
static bool is_short(LLVMBasicBlockRef x) {
    unsigned n = 0, loads = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(x); !LLVMIsATerminatorInst(i);
         i = LLVMGetNextInstruction(i)) {
        if (!price(i) || uses_load(i))
            return false;
        n += is_free(i) ? 0 : price(i);
        loads += LLVMIsALoadInst(i) != NULL;
    }
    return loads && n <= MOST_INSTRUCTIONS;
}

/* A function for each access: types differ, and names that are taken get a number. */
static LLVMValueRef call_guarded(const struct side *s, LLVMValueRef access, const char *name,
                                 LLVMValueRef *args, unsigned n) {
    LLVMTypeRef types[3];
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(access), types, n, false);
    LLVMModuleRef m = LLVMGetGlobalParent(LLVMGetBasicBlockParent(s->p));
    LLVMValueRef f = LLVMAddFunction(m, name, type);
    LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(access));
    LLVMValueRef call = LLVMBuildCall2(s->b, type, f, args, n, "");
    LLVMSetCurrentDebugLocation2(s->b, NULL);
    return call;
}

static void guard(const struct side *s, LLVMValueRef access) {
    LLVMValueRef x = LLVMGetOperand(access, 0);
    if (LLVMIsALoadInst(access)) {
        LLVMValueRef args[] = {x, s->taken};
        LLVMReplaceAllUsesWith(access, call_guarded(s, access, LOAD_GUARDED, args, 2));
    } else {
        LLVMValueRef args[] = {LLVMGetOperand(access, 1), x, s->taken};
        call_guarded(s, access, LOAD_GUARDED_STORE, args, 3);
    }
    LLVMInstructionEraseFromParent(access);
}

static void move_instructions(const struct side *s) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(s->x), next; !LLVMIsATerminatorInst(i);
         i = next) {
        next = LLVMGetNextInstruction(i);
        if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) {
            guard(s, i);
        } else {
            LLVMInstructionRemoveFromParent(i);
            LLVMInsertIntoBuilder(s->b, i);
        }
    }
}

static LLVMValueRef incoming_from(LLVMValueRef phi, LLVMBasicBlockRef block) {
    unsigned i = 0;
    while (LLVMGetIncomingBlock(phi, i) != block)
        i++;
    return LLVMGetIncomingValue(phi, i);
}

/* What Y takes from P: chosen there. */
static LLVMValueRef choose(const struct side *s, LLVMValueRef phi) {
    LLVMValueRef x = incoming_from(phi, s->x), p = incoming_from(phi, s->p);
    LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(LLVMIsAInstruction(x) ? x : phi));
    return LLVMBuildSelect(s->b, s->taken, x, p, "");
}

/* A phi of Y without its incoming value from X, where others lead to Y, too. */
static LLVMValueRef phi_without_side(const struct side *s, LLVMValueRef phi, LLVMValueRef chosen) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(phi)));
    LLVMPositionBuilderBefore(b, phi);
    LLVMValueRef fewer = LLVMBuildPhi(b, LLVMTypeOf(phi), "");
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef value = from == s->p ? chosen : LLVMGetIncomingValue(phi, i);
        if (from != s->x)
            LLVMAddIncoming(fewer, &value, &from, 1);
    }
    LLVMDisposeBuilder(b);
    return fewer;
}

static void replace_phis(const struct side *s) {
    bool others = uses_of(s->y) > 2;
    for (LLVMValueRef i = LLVMGetFirstInstruction(s->y), next; LLVMIsAPHINode(i); i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMValueRef chosen = choose(s, i);
        LLVMReplaceAllUsesWith(i, others ? phi_without_side(s, i, chosen) : chosen);
        LLVMInstructionEraseFromParent(i);
    }
}

static void join(struct side *s) {
    LLVMPositionBuilderBefore(s->b, s->branch);
    LLVMSetCurrentDebugLocation2(s->b, NULL);
    s->taken = LLVMGetCondition(s->branch);
    if (LLVMGetSuccessor(s->branch, 0) == s->y)
        s->taken = LLVMBuildNot(s->b, s->taken, "");
    move_instructions(s);
    replace_phis(s);
    LLVMInstructionEraseFromParent(s->branch);
    LLVMPositionBuilderAtEnd(s->b, s->p);
    LLVMBuildBr(s->b, s->y);
    LLVMDeleteBasicBlock(s->x);
}

void load_guard_loads(LLVMModuleRef m) {
    struct side s = {.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m))};
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f), next; b; b = next) {
            next = LLVMGetNextBasicBlock(b);
            if (find_side(b, &s) && is_short(b))
                join(&s);
        }
    LLVMDisposeBuilder(s.b);
}
