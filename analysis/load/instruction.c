/* LLVM instructions to values, one by one; calls are in load/call.c. */
#include "analysis/load/instruction.h"

#include <llvm-c/Target.h>
#include <string.h>

#include "analysis/ir/builtins.h"

/* LLVM instructions that map to one operation with the same operands. */
static const struct {
    LLVMOpcode from;
    enum op to;
} same_op[] = {
    {LLVMAdd, OP_ADD},
    {LLVMSub, OP_SUB},
    {LLVMMul, OP_MUL},
    {LLVMUDiv, OP_UDIV},
    {LLVMSDiv, OP_SDIV},
    {LLVMURem, OP_UREM},
    {LLVMSRem, OP_SREM},
    {LLVMShl, OP_SHL},
    {LLVMLShr, OP_LSHR},
    {LLVMAShr, OP_ASHR},
    {LLVMAnd, OP_AND},
    {LLVMOr, OP_OR},
    {LLVMXor, OP_XOR},
    {LLVMFAdd, OP_FADD},
    {LLVMFSub, OP_FSUB},
    {LLVMFMul, OP_FMUL},
    {LLVMFDiv, OP_FDIV},
    {LLVMFRem, OP_FREM},
    {LLVMFNeg, OP_FNEG},
    {LLVMSelect, OP_SELECT},
    {LLVMTrunc, OP_TRUNC},
    {LLVMZExt, OP_ZEXT},
    {LLVMSExt, OP_SEXT},
    {LLVMFPToUI, OP_FPTOUI},
    {LLVMFPToSI, OP_FPTOSI},
    {LLVMUIToFP, OP_UITOFP},
    {LLVMSIToFP, OP_SITOFP},
    {LLVMFPTrunc, OP_FPTRUNC},
    {LLVMFPExt, OP_FPEXT},
    {LLVMPtrToInt, OP_COPY},
    {LLVMIntToPtr, OP_COPY},
    {LLVMAddrSpaceCast, OP_COPY},
    {LLVMFreeze, OP_COPY},
    {LLVMExtractElement, OP_EXTRACT},
    {LLVMInsertElement, OP_INSERT},
};

static enum op find_op(LLVMOpcode from) {
    for (size_t i = 0; i < sizeof same_op / sizeof *same_op; i++)
        if (same_op[i].from == from)
            return same_op[i].to;
    return OP_CALL;
}

struct value load_template(struct builder *b, LLVMValueRef inst, enum op op) {
    struct value v = typed(b, LLVMTypeOf(inst));
    v.op = (uint8_t)op;
    v.loc = loc_of(b, inst);
    v.name = variable_name(b, inst);
    int n = LLVMGetNumOperands(inst);
    if (LLVMIsACallInst(inst))
        n = (int)LLVMGetNumArgOperands(inst);
    uint32_t *args = NEW_ARRAY(b->arena, uint32_t, n);
    for (int i = 0; i < n; i++)
        args[i] = value_of(b, LLVMGetOperand(inst, (unsigned)i));
    v.args = args;
    v.n_args = (uint32_t)n;
    unsigned fast = op == OP_FDIV ? LLVMFastMathAllowReciprocal | LLVMFastMathApproxFunc
                                  : LLVMFastMathApproxFunc;
    v.fast = LLVMCanValueUseFastMathFlags(inst) && LLVMGetFastMathFlags(inst) & fast;
    return v;
}

/* Where CUDA's pointer without an address space points to: pointers that are read from memory are
 * of global memory. */
static enum space flat_space(const struct builder *b, uint32_t root) {
    const struct value *v = root == NONE ? NULL : &b->v.at[root];
    return !v || v->op == OP_PARAM ? SPACE_GLOBAL : b->objects.at[v->imm].space;
}

/* From the pointer to the row: additions, a product and casts. */
enum { TEXTURE_DEPTH = 8 };

/* Whether a row of a texture is part of an address that is made of so many operations. */
static bool is_in_texture(const struct builder *b, uint32_t value, int depth) {
    if (depth == 0 || !b->texture_rows.n)
        return false;
    for (size_t i = 0; i < b->texture_rows.n; i++)
        if (b->texture_rows.at[i] == value)
            return true;
    const struct value *v = &b->v.at[value];
    for (uint32_t i = 0; i < v->n_args && v->op != OP_PHI && v->op != OP_LOAD; i++)
        if (v->args[i] != NONE && is_in_texture(b, v->args[i], depth - 1))
            return true;
    return false;
}

uint32_t load_access(struct builder *b, struct value v, enum access_kind kind, enum space space,
                     uint64_t bytes) {
    uint32_t n = emit(b, v);
    uint32_t root = root_of(b, v.args[0]);
    if (b->cuda && space == SPACE_PRIVATE)
        space = flat_space(b, root);
    /* Structures by value are the kernel's arguments, which lie in constant memory. */
    if (root != NONE &&
        (space == SPACE_GENERIC || (space == SPACE_PRIVATE && kind == ACCESS_LOAD)) &&
        b->v.at[root].op == OP_OBJECT)
        space = b->objects.at[b->v.at[root].imm].space;
    struct access a = {.value = n,
                       .kind = (uint8_t)kind,
                       .space = (uint8_t)space,
                       .bytes = (uint32_t)bytes,
                       .parts = 1,
                       .root = root,
                       .base = root == NONE ? NULL : b->v.at[root].name,
                       .tiled = is_in_texture(b, v.args[0], TEXTURE_DEPTH),
                       .loc = v.loc.line || b->k->view == VIEW_MACHINE ? v.loc : b->k->loc};
    vec_push(b->arena, &b->accesses, a);
    b->v.at[n].site = (uint32_t)b->accesses.n - 1;
    return n;
}

static LLVMValueRef metadata(LLVMValueRef inst, const char *kind) {
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
    LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(function));
    return LLVMGetMetadata(inst, LLVMGetMDKindIDInContext(ctx, kind, (unsigned)strlen(kind)));
}

static uint32_t mark(struct builder *b, uint32_t n, LLVMValueRef inst) {
    struct access *a = &b->accesses.at[b->v.at[n].site];
    a->is_volatile = LLVMGetVolatile(inst);
    a->nontemporal = metadata(inst, "nontemporal") != NULL;
    return n;
}

static uint32_t load(struct builder *b, LLVMValueRef inst) {
    uint32_t n = load_access(b, load_template(b, inst, OP_LOAD), ACCESS_LOAD,
                             space_of(LLVMTypeOf(LLVMGetOperand(inst, 0))),
                             LLVMStoreSizeOfType(b->layout, LLVMTypeOf(inst)));
    return mark(b, n, inst);
}

/* LLVM's store is (value, pointer), ours (pointer, value). */
static uint32_t store(struct builder *b, LLVMValueRef inst) {
    struct value v = load_template(b, inst, OP_STORE);
    uint32_t args[] = {v.args[1], v.args[0]};
    v.args = copy_args(b, args, 2);
    LLVMValueRef stored = LLVMGetOperand(inst, 0);
    uint32_t n = load_access(b, v, ACCESS_STORE, space_of(LLVMTypeOf(LLVMGetOperand(inst, 1))),
                             LLVMStoreSizeOfType(b->layout, LLVMTypeOf(stored)));
    return mark(b, n, inst);
}

static enum atomic_function instruction_function(LLVMValueRef inst) {
    switch (LLVMGetAtomicRMWBinOp(inst)) {
    case LLVMAtomicRMWBinOpAdd:
        return ATOMIC_ADD;
    case LLVMAtomicRMWBinOpSub:
        return ATOMIC_SUB;
    case LLVMAtomicRMWBinOpAnd:
        return ATOMIC_AND;
    case LLVMAtomicRMWBinOpOr:
        return ATOMIC_OR;
    case LLVMAtomicRMWBinOpXor:
        return ATOMIC_XOR;
    case LLVMAtomicRMWBinOpMin:
        return ATOMIC_MIN;
    case LLVMAtomicRMWBinOpMax:
        return ATOMIC_MAX;
    case LLVMAtomicRMWBinOpUMin:
        return ATOMIC_UMIN;
    case LLVMAtomicRMWBinOpUMax:
        return ATOMIC_UMAX;
    default:
        return ATOMIC_OTHER;
    }
}

static enum atomic_function atomic_function(struct builder *b, LLVMValueRef inst,
                                            const struct value *v) {
    if (v->type != TYPE_INT || v->comps != 1)
        return ATOMIC_OTHER;
    if (LLVMIsAAtomicRMWInst(inst))
        return instruction_function(inst);
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    const char *name = callee && LLVMIsAFunction(callee) ? value_name(b, callee) : NULL;
    return name ? builtin_atomic_function(b->arena, name) : ATOMIC_OTHER;
}

/* Exchanges are done one by one: each leaves something else behind. Which of the others the
 * compiler joins, an_find_joined_atomics() finds. */
static enum atomic_kind atomic_kind(const struct value *v) {
    if (v->type == TYPE_FLOAT)
        return v->bits == 64 ? ATOMICS_DOUBLE : ATOMICS_FLOAT;
    return v->type == TYPE_INT && v->imm != ATOMIC_OTHER ? ATOMICS_TOGETHER : ATOMICS_EACH;
}

uint32_t load_atomic(struct builder *b, LLVMValueRef inst) {
    LLVMValueRef pointer = LLVMGetOperand(inst, 0);
    LLVMTypeRef type = LLVMTypeOf(inst);
    if (LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind)
        return emit(b, load_template(b, inst, OP_CALL));
    uint64_t bytes = 4;
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind || LLVMGetTypeKind(type) == LLVMDoubleTypeKind)
        bytes = LLVMStoreSizeOfType(b->layout, type);
    struct value v = load_template(b, inst, OP_ATOMIC);
    v.imm = (int64_t)atomic_function(b, inst, &v);
    uint32_t n = load_access(b, v, ACCESS_ATOMIC, space_of(LLVMTypeOf(pointer)), bytes);
    b->accesses.at[b->accesses.n - 1].atomic = (uint8_t)atomic_kind(&v);
    return n;
}

_Static_assert((int)COMPARE_EQ == LLVMIntEQ && (int)COMPARE_SLE == LLVMIntSLE, "same numbers");
_Static_assert(LLVMRealOEQ == 1 && LLVMRealOGT == 2 && LLVMRealOLT == 4 && LLVMRealUNO == 8,
               "predicates are sets of these bits");

static uint32_t compare(struct builder *b, LLVMValueRef inst) {
    bool is_float = LLVMGetInstructionOpcode(inst) == LLVMFCmp;
    struct value v = load_template(b, inst, is_float ? OP_FCMP : OP_ICMP);
    v.imm = is_float ? (int64_t)LLVMGetFCmpPredicate(inst) : (int64_t)LLVMGetICmpPredicate(inst);
    return emit(b, v);
}

static uint32_t shuffle(struct builder *b, LLVMValueRef inst) {
    struct value v = load_template(b, inst, OP_SHUFFLE);
    int64_t *mask = NEW_ARRAY(b->arena, int64_t, v.comps);
    for (unsigned i = 0; i < v.comps; i++)
        mask[i] = LLVMGetMaskValue(inst, i);
    v.imms = mask;
    v.n_imms = v.comps;
    v.n_args = 2;
    return emit(b, v);
}

/* A bitcast between equal shapes is a copy. */
static uint32_t bitcast(struct builder *b, LLVMValueRef inst) {
    struct value v = load_template(b, inst, OP_COPY);
    const struct value *from = &b->v.at[v.args[0]];
    if (from->comps != v.comps || from->bits != v.bits)
        v.op = OP_REGROUP;
    v.cls = CLASS_FREE;
    return emit(b, v);
}

/* A branch without a place of its own is where its condition is. */
static uint32_t register_branch(struct builder *b, uint32_t n) {
    struct loc loc = b->v.at[n].loc;
    for (uint32_t c = b->v.at[n].args[0]; !loc.line && c != NONE;) {
        loc = b->v.at[c].loc;
        c = b->v.at[c].n_args && b->v.at[c].op != OP_PHI ? b->v.at[c].args[0] : NONE;
    }
    struct branch site = {.value = n, .loc = loc.line ? loc : b->k->loc};
    vec_push(b->arena, &b->branches, site);
    b->v.at[n].site = (uint32_t)b->branches.n - 1;
    return n;
}

/* A switch with nothing but a default decides nothing. */
static bool has_one_target(LLVMValueRef inst) {
    for (unsigned i = 1; i < LLVMGetNumSuccessors(inst); i++)
        if (LLVMGetSuccessor(inst, i) != LLVMGetSuccessor(inst, 0))
            return false;
    return true;
}

static bool is_text(LLVMValueRef node, const char *text) {
    unsigned length;
    const char *s = LLVMIsAMDString(node) ? LLVMGetMDString(node, &length) : NULL;
    return s && length == strlen(text) && memcmp(s, text, length) == 0;
}

/* 1 + the number of the successor that the source expects hardly ever to be taken
 * (__builtin_expect, [[likely]] and [[unlikely]], a profile), by the weights of the branch; else 0.
 * An expectation's weights are 2000 to 1 in LLVM. */
static int64_t unexpected_successor(LLVMValueRef branch) {
    enum { RARELY = 100, MOST_OPERANDS = 4 };
    LLVMValueRef node = metadata(branch, "prof");
    unsigned n = node ? LLVMGetMDNodeNumOperands(node) : 0;
    LLVMValueRef operands[MOST_OPERANDS];
    if (n < 3 || n > MOST_OPERANDS)
        return 0;
    LLVMGetMDNodeOperands(node, operands);
    LLVMValueRef first = operands[n - 2], second = operands[n - 1];
    if (!is_text(operands[0], "branch_weights") ||
        (n == MOST_OPERANDS && !is_text(operands[1], "expected")) || !LLVMIsAConstantInt(first) ||
        !LLVMIsAConstantInt(second))
        return 0;
    uint64_t to_first = LLVMConstIntGetZExtValue(first),
             to_second = LLVMConstIntGetZExtValue(second);
    return to_first / RARELY > to_second ? 2 : to_second / RARELY > to_first ? 1 : 0;
}

static uint32_t terminator(struct builder *b, LLVMValueRef inst) {
    struct value v = {.type = TYPE_VOID, .loc = loc_of(b, inst)};
    uint32_t on;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMBr:
        v.op = OP_BR;
        if (has_one_target(inst))
            return emit(b, v);
        on = value_of(b, LLVMGetCondition(inst));
        v.imm = unexpected_successor(inst);
        break;
    case LLVMSwitch: {
        v.op = OP_SWITCH;
        if (has_one_target(inst)) {
            v.op = OP_BR;
            return emit(b, v);
        }
        v.n_imms = LLVMGetNumSuccessors(inst) - 1;
        int64_t *cases = NEW_ARRAY(b->arena, int64_t, v.n_imms);
        for (unsigned i = 0; i < v.n_imms; i++)
            cases[i] = LLVMConstIntGetSExtValue(LLVMGetOperand(inst, 2 + 2 * i));
        v.imms = cases;
        on = value_of(b, LLVMGetOperand(inst, 0));
        break;
    }
    default:
        v.op = OP_RET;
        return emit(b, v);
    }
    v.args = copy_args(b, &on, 1);
    v.n_args = 1;
    return register_branch(b, emit(b, v));
}

/* "ring.sroa.9" is a part of the source's "ring". */
static uint32_t alloca_object(struct builder *b, LLVMValueRef inst) {
    uint64_t bytes = type_bytes(b, LLVMGetAllocatedType(inst));
    const char *name = value_name(b, inst);
    size_t n = name ? strcspn(name, ".") : 0;
    return add_object(b, n ? arena_strndup(b->arena, name, n) : name, SPACE_PRIVATE, bytes);
}

/* An element of a structure in registers is what was inserted there. Of a compare-and-swap the
 * first is what the operation read. */
static uint32_t extract_value(struct builder *b, LLVMValueRef inst) {
    LLVMValueRef from = LLVMGetOperand(inst, 0);
    bool one = LLVMGetNumIndices(inst) == 1;
    unsigned index = LLVMGetIndices(inst)[0];
    while (one && LLVMIsAInsertValueInst(from) && LLVMGetIndices(from)[0] != index)
        from = LLVMGetOperand(from, 0);
    bool found = one && LLVMIsAInsertValueInst(from) && LLVMGetNumIndices(from) == 1;
    struct value v = load_template(b, inst, OP_CALL);
    v.cls = CLASS_FREE;
    if (!found && !(one && index == 0 && LLVMIsAAtomicCmpXchgInst(from)))
        return emit(b, v);
    uint32_t element = value_of(b, found ? LLVMGetOperand(from, 1) : from);
    v.op = OP_COPY;
    v.args = copy_args(b, &element, 1);
    v.n_args = 1;
    return emit(b, v);
}

uint32_t load_instruction(struct builder *b, LLVMValueRef inst) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMAlloca:
        return alloca_object(b, inst);
    case LLVMLoad:
        return load(b, inst);
    case LLVMStore:
        return store(b, inst);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        return load_atomic(b, inst);
    case LLVMGetElementPtr:
        return element_pointer(b, inst);
    case LLVMICmp:
    case LLVMFCmp:
        return compare(b, inst);
    case LLVMShuffleVector:
        return shuffle(b, inst);
    case LLVMBitCast:
        return bitcast(b, inst);
    case LLVMCall:
        return load_call(b, inst);
    case LLVMExtractValue:
        return extract_value(b, inst);
    case LLVMInsertValue:
        return add_value(b, (struct value){.op = OP_UNDEF, .type = TYPE_OTHER});
    case LLVMFence:
        return NONE;
    case LLVMBr:
    case LLVMSwitch:
    case LLVMRet:
    case LLVMUnreachable:
        return terminator(b, inst);
    default:
        return emit(b, load_template(b, inst, find_op(LLVMGetInstructionOpcode(inst))));
    }
}
