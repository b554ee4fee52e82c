/* Functions of LLVM IR as operations on slots. */
#include <stdlib.h>
#include <string.h>

#include "launch/evaluate/program.h"

/* A larger function is not evaluated. */
enum { MOST_OPERATIONS = 1 << 20 };

struct decoder {
    struct ev_program *program;
    struct ev_function *function;
    struct arena *arena;
    struct handle_map slots;     /* by value: its first slot */
    struct handle_map constants; /* by value: its first constant */
    struct handle_map blocks;
    VEC(struct ev_value) pool; /* of constants */
    VEC(struct ev_op) ops;
    bool bad;
};

static struct ev_leaves leaves_of(struct decoder *d, LLVMTypeRef t) {
    struct ev_leaves leaves = {0};
    d->bad |= !ev_flatten(d->program, t, &leaves);
    return leaves;
}

/* The slot of a constant: those of a function's own values come before, so it is moved when their
 * number is known. */
static uint32_t constant_slot(struct decoder *d, LLVMValueRef c) {
    const uint32_t known = map_get(&d->constants, c);
    if (known != EV_NONE)
        return known;
    const struct ev_leaves leaves = leaves_of(d, LLVMTypeOf(c));
    const uint32_t slot = d->function->n_slots + (uint32_t)d->pool.n;
    struct ev_value *values = NEW_ARRAY(d->arena, struct ev_value, leaves.n + 1);
    for (size_t i = 0; i < leaves.n; i++)
        values[i] = ev_unknown(leaves.at[i].bits);
    ev_constant(d->program, c, values, leaves.n);
    for (size_t i = 0; i < leaves.n; i++)
        vec_push(d->arena, &d->pool, values[i]);
    map_set(d->arena, &d->constants, c, slot);
    return slot;
}

static uint32_t slot_of(struct decoder *d, LLVMValueRef v) {
    const uint32_t slot = map_get(&d->slots, v);
    if (slot != EV_NONE)
        return slot;
    if (LLVMIsConstant(v))
        return constant_slot(d, v);
    d->bad = true;
    return 0;
}

static uint32_t block_of(const struct decoder *d, LLVMBasicBlockRef b) {
    return map_get(&d->blocks, b);
}

/* Slots for all that the function's arguments and instructions make. */
static void give_slots(struct decoder *d) {
    struct ev_function *f = d->function;
    uint32_t n = 0, block = 0;
    f->n_params = LLVMCountParams(f->value);
    f->params = NEW_ARRAY(d->arena, struct ev_parameter, f->n_params + 1);
    for (uint32_t i = 0; i < f->n_params; i++) {
        LLVMValueRef v = LLVMGetParam(f->value, i);
        f->params[i] = (struct ev_parameter){n, (uint32_t)leaves_of(d, LLVMTypeOf(v)).n};
        map_set(d->arena, &d->slots, v, n);
        n += f->params[i].n;
    }
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->value);
    for (; b; b = LLVMGetNextBasicBlock(b)) {
        map_set(d->arena, &d->blocks, b, block++);
        LLVMValueRef i = LLVMGetFirstInstruction(b);
        for (; i; i = LLVMGetNextInstruction(i)) {
            map_set(d->arena, &d->slots, i, n);
            n += (uint32_t)leaves_of(d, LLVMTypeOf(i)).n;
        }
    }
    f->n_blocks = block;
    f->n_slots = n;
}

/* The file of a place; clang cuts its path where it shares a beginning with the current directory.
 */
static const char *file_of(struct decoder *d, LLVMValueRef i) {
    unsigned length = 0, n = 0;
    const char *file = LLVMGetDebugLocFilename(i, &length);
    const char *directory = LLVMGetDebugLocDirectory(i, &n);
    if (!file)
        return "";
    if (*file == '/' || !directory || !n)
        return arena_strndup(d->arena, file, length);
    return arena_printf(d->arena, "%.*s/%.*s", (int)n, directory, (int)length, file);
}

static const struct ev_place *place_of(struct decoder *d, LLVMValueRef i) {
    const unsigned line = LLVMGetDebugLocLine(i);
    if (!line)
        return NULL;
    const struct ev_place place = {file_of(d, i), line, LLVMGetDebugLocColumn(i)};
    return arena_memdup(d->arena, &place, sizeof place);
}

static struct ev_leaf first_leaf(struct decoder *d, LLVMTypeRef t) {
    const struct ev_leaves leaves = leaves_of(d, t);
    return leaves.n ? leaves.at[0] : (struct ev_leaf){.bits = 64, .bytes = 8};
}

static const struct ev_leaves *kept_leaves(struct decoder *d, LLVMTypeRef t) {
    const struct ev_leaves leaves = leaves_of(d, t);
    return arena_memdup(d->arena, &leaves, sizeof leaves);
}

/* --- kinds of instructions --- */

static void decode_steps(struct decoder *d, LLVMValueRef i, struct ev_op *op) {
    struct ev_steps steps = {0};
    LLVMTypeRef t = LLVMGetGEPSourceElementType(i);
    LLVMTargetDataRef layout = d->program->layout;
    for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(i); k++) {
        LLVMValueRef index = LLVMGetOperand(i, k);
        if (k > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            const unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            steps.offset += LLVMOffsetOfElement(layout, t, field);
            t = LLVMStructGetTypeAtIndex(t, field);
            continue;
        }
        t = k > 1 ? LLVMGetElementType(t) : t;
        const uint64_t scale = LLVMABISizeOfType(layout, t);
        if (LLVMIsAConstantInt(index))
            steps.offset += (uint64_t)LLVMConstIntGetSExtValue(index) * scale;
        else
            vec_push(
                d->arena, &steps,
                (struct ev_index){slot_of(d, index), first_leaf(d, LLVMTypeOf(index)).bits, scale});
    }
    op->a = slot_of(d, LLVMGetOperand(i, 0));
    op->u.steps = arena_memdup(d->arena, &steps, sizeof steps);
}

/* Slots of a structure's or array's elements before the one that indices name. */
static uint32_t element_slot(struct decoder *d, LLVMTypeRef t, const unsigned *indices,
                             unsigned n) {
    uint32_t slot = 0;
    for (unsigned k = 0; k < n; k++) {
        const bool structure = LLVMGetTypeKind(t) == LLVMStructTypeKind;
        for (unsigned e = 0; structure && e < indices[k]; e++)
            slot += (uint32_t)leaves_of(d, LLVMStructGetTypeAtIndex(t, e)).n;
        LLVMTypeRef inner =
            structure ? LLVMStructGetTypeAtIndex(t, indices[k]) : LLVMGetElementType(t);
        if (!structure)
            slot += indices[k] * (uint32_t)leaves_of(d, inner).n;
        t = inner;
    }
    return slot;
}

static void decode_element(struct decoder *d, LLVMValueRef i, struct ev_op *op) {
    LLVMValueRef whole = LLVMGetOperand(i, 0);
    op->a = slot_of(d, whole);
    op->c = element_slot(d, LLVMTypeOf(whole), LLVMGetIndices(i), LLVMGetNumIndices(i));
    if (LLVMGetInstructionOpcode(i) != LLVMInsertValue)
        return;
    op->b = slot_of(d, LLVMGetOperand(i, 1));
    op->predicate = 0;
    op->from_bits = 0;
    op->u.bytes = leaves_of(d, LLVMTypeOf(LLVMGetOperand(i, 1))).n;
}

static uint64_t by_value_bytes(struct decoder *d, LLVMValueRef call, unsigned arg) {
    const unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMAttributeRef by_value = LLVMGetCallSiteEnumAttribute(call, arg + 1, kind);
    return by_value ? LLVMABISizeOfType(d->program->layout, LLVMGetTypeAttributeValue(by_value))
                    : 0;
}

static void decode_call(struct decoder *d, LLVMValueRef i, struct ev_op *op) {
    struct ev_called *c = NEW(d->arena, struct ev_called);
    LLVMValueRef callee = LLVMGetCalledValue(i);
    const struct ev_place *place = place_of(d, i);
    c->function = ev_symbol_number(d->program, callee);
    if (c->function != EV_NONE && c->function >= d->program->n_functions)
        c->function = EV_NONE;
    c->pointer = c->function == EV_NONE && !LLVMIsAInlineAsm(callee) ? slot_of(d, callee) : EV_NONE;
    c->n_args = LLVMGetNumArgOperands(i);
    c->args = NEW_ARRAY(d->arena, struct ev_operand, c->n_args + 1);
    for (uint32_t k = 0; k < c->n_args; k++) {
        LLVMValueRef v = LLVMGetOperand(i, k);
        LLVMTypeRef t = LLVMTypeOf(v);
        if (LLVMGetTypeKind(t) == LLVMMetadataTypeKind)
            continue;
        const struct ev_leaves leaves = leaves_of(d, t);
        c->args[k] = (struct ev_operand){slot_of(d, v),
                                         (uint32_t)leaves.n,
                                         leaves.n ? leaves.at[0].bits : 0,
                                         leaves.n ? leaves.at[0].real : 0,
                                         LLVMGetTypeKind(t) == LLVMPointerTypeKind,
                                         by_value_bytes(d, i, k)};
    }
    c->normal = LLVMIsAInvokeInst(i) ? block_of(d, LLVMGetNormalDest(i)) : EV_NONE;
    c->place = place ? *place : (struct ev_place){"", 0, 0};
    c->why = ev_add_reason(
        d->program,
        (struct ev_reason){EV_BY_CALL,
                           c->function == EV_NONE ? NULL : d->program->functions[c->function].name,
                           c->place});
    c->result = leaves_of(d, LLVMTypeOf(i));
    op->u.called = c;
}

static void decode_switch(struct decoder *d, LLVMValueRef i, struct ev_op *op) {
    const unsigned n = LLVMGetNumSuccessors(i) - 1;
    struct ev_case *cases = NEW_ARRAY(d->arena, struct ev_case, n + 1);
    for (unsigned k = 0; k < n; k++)
        cases[k] = (struct ev_case){LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2 * k + 2)),
                                    block_of(d, LLVMGetSuccessor(i, k + 1))};
    op->a = slot_of(d, LLVMGetOperand(i, 0));
    op->b = block_of(d, LLVMGetSwitchDefaultDest(i));
    op->c = n;
    op->u.cases = cases;
}

static void decode_branch(struct decoder *d, LLVMValueRef i, struct ev_op *op) {
    const bool conditional = LLVMIsConditional(i);
    op->a = conditional ? slot_of(d, LLVMGetCondition(i)) : EV_NONE;
    op->b = block_of(d, LLVMGetSuccessor(i, 0));
    op->c = conditional ? block_of(d, LLVMGetSuccessor(i, 1)) : op->b;
}

static void decode_shuffle(struct decoder *d, LLVMValueRef i, struct ev_op *op) {
    const unsigned n = LLVMGetNumMaskElements(i);
    int *mask = NEW_ARRAY(d->arena, int, n + 1);
    for (unsigned k = 0; k < n; k++)
        mask[k] = LLVMGetMaskValue(i, k);
    op->a = slot_of(d, LLVMGetOperand(i, 0));
    op->b = slot_of(d, LLVMGetOperand(i, 1));
    op->c = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(i, 0)));
    op->u.mask = mask;
}

static void decode_operands(struct decoder *d, LLVMValueRef i, struct ev_op *op) {
    const int n = LLVMGetNumOperands(i);
    op->a = n > 0 ? slot_of(d, LLVMGetOperand(i, 0)) : EV_NONE;
    op->b = n > 1 ? slot_of(d, LLVMGetOperand(i, 1)) : EV_NONE;
    op->c = n > 2 ? slot_of(d, LLVMGetOperand(i, 2)) : EV_NONE;
    if (op->opcode == LLVMICmp)
        op->predicate = (uint8_t)LLVMGetICmpPredicate(i);
    if (op->opcode == LLVMFCmp)
        op->predicate = (uint8_t)LLVMGetFCmpPredicate(i);
    if (op->opcode == LLVMLoad)
        op->u.leaves = kept_leaves(d, LLVMTypeOf(i));
    if (op->opcode == LLVMStore)
        op->u.leaves = kept_leaves(d, LLVMTypeOf(LLVMGetOperand(i, 0)));
    if (op->opcode == LLVMSelect)
        op->predicate = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) == LLVMVectorTypeKind;
    if (op->opcode == LLVMExtractElement)
        op->c = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) == LLVMVectorTypeKind
                    ? LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(i, 0)))
                    : 0;
    if (op->opcode == LLVMAlloca)
        op->u.bytes = LLVMABISizeOfType(d->program->layout, LLVMGetAllocatedType(i));
    if (op->opcode == LLVMAtomicRMW)
        op->predicate = (uint8_t)LLVMGetAtomicRMWBinOp(i);
    if (op->opcode == LLVMAtomicRMW)
        op->u.leaves = kept_leaves(d, LLVMTypeOf(i));
    if (op->opcode == LLVMAtomicCmpXchg)
        op->u.leaves = kept_leaves(d, LLVMTypeOf(LLVMGetOperand(i, 1)));
    if (op->opcode == LLVMRet)
        op->lanes = n ? (uint32_t)leaves_of(d, LLVMTypeOf(LLVMGetOperand(i, 0))).n : 0;
}

static uint32_t add_reason(struct decoder *d, int kind, const struct ev_place *place) {
    struct ev_reason r = {.kind = kind, .name = d->function->name, .place = {"", 0, 0}};
    if (place)
        r.place = *place;
    return ev_add_reason(d->program, r);
}

static struct ev_op decode_instruction(struct decoder *d, LLVMValueRef i) {
    const struct ev_leaves result = leaves_of(d, LLVMTypeOf(i));
    struct ev_op op = {.opcode = (uint8_t)LLVMGetInstructionOpcode(i),
                       .lanes = (uint32_t)result.n,
                       .to = map_get(&d->slots, i)};
    if (result.n) {
        op.bits = result.at[0].bits;
        op.real = result.at[0].real;
    }
    if (LLVMGetNumOperands(i) > 0 && op.opcode != LLVMBr && op.opcode != LLVMPHI) {
        LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(i, 0));
        const struct ev_leaf leaf = LLVMTypeIsSized(t) ? first_leaf(d, t) : (struct ev_leaf){0};
        op.from_bits = leaf.bits;
        op.from_real = leaf.real;
    }
    switch ((LLVMOpcode)op.opcode) {
    case LLVMGetElementPtr:
        decode_steps(d, i, &op);
        break;
    case LLVMExtractValue:
    case LLVMInsertValue:
        decode_element(d, i, &op);
        break;
    case LLVMCall:
    case LLVMInvoke:
        decode_call(d, i, &op);
        break;
    case LLVMSwitch:
        decode_switch(d, i, &op);
        op.place = place_of(d, i);
        op.why = add_reason(d, EV_BY_BRANCH, op.place);
        break;
    case LLVMBr:
        decode_branch(d, i, &op);
        op.place = op.a != EV_NONE ? place_of(d, i) : NULL;
        op.why = op.a != EV_NONE ? add_reason(d, EV_BY_BRANCH, op.place) : 0;
        break;
    case LLVMShuffleVector:
        decode_shuffle(d, i, &op);
        break;
    case LLVMLandingPad:
    case LLVMIndirectBr:
    case LLVMPHI:
        break;
    default:
        decode_operands(d, i, &op);
        op.why = op.opcode == LLVMAlloca ? add_reason(d, EV_BY_VARIABLE, place_of(d, i)) : 0;
    }
    return op;
}

/* Calls that compute nothing. */
static bool is_left_out(LLVMValueRef i) {
    if (LLVMGetInstructionOpcode(i) == LLVMPHI)
        return true;
    if (!LLVMIsACallInst(i))
        return false;
    size_t n;
    LLVMValueRef callee = LLVMGetCalledValue(i);
    const char *name = callee ? LLVMGetValueName2(callee, &n) : "";
    return strncmp(name, "llvm.dbg.", 9) == 0 || strncmp(name, "llvm.lifetime.", 14) == 0 ||
           strncmp(name, "llvm.experimental.noalias", 25) == 0;
}

/* --- edges --- */

static struct ev_edge *edge_from(struct decoder *d, struct ev_block *b, uint32_t from) {
    for (size_t i = 0; i < b->n_edges; i++)
        if (b->edges[i].from == from)
            return &b->edges[i];
    struct {
        struct ev_edge *at;
        size_t n, cap;
    } edges = {b->edges, b->n_edges, b->edges_cap};
    vec_push(d->arena, &edges, (struct ev_edge){.from = from});
    b->edges = edges.at;
    b->n_edges = edges.n;
    b->edges_cap = edges.cap;
    return &b->edges[b->n_edges - 1];
}

static void decode_phis(struct decoder *d, LLVMBasicBlockRef block, struct ev_block *b) {
    LLVMValueRef i = LLVMGetFirstInstruction(block);
    for (; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
        const uint32_t to = map_get(&d->slots, i);
        const uint32_t lanes = (uint32_t)leaves_of(d, LLVMTypeOf(i)).n;
        for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
            const uint32_t from = block_of(d, LLVMGetIncomingBlock(i, k));
            struct ev_edge *e = edge_from(d, b, from);
            bool again = false;
            for (size_t x = 0; x < e->n && !again; x++)
                again = e->at[x].to == to;
            const struct ev_phi phi = {to, slot_of(d, LLVMGetIncomingValue(i, k)), lanes};
            if (!again)
                vec_push(d->arena, e, phi);
        }
    }
}

static void decode_block(struct decoder *d, LLVMBasicBlockRef block, struct ev_block *b) {
    b->first = (uint32_t)d->ops.n;
    LLVMValueRef i = LLVMGetFirstInstruction(block), last = LLVMGetBasicBlockTerminator(block);
    for (; i; i = LLVMGetNextInstruction(i))
        if (!is_left_out(i)) {
            const struct ev_op op = decode_instruction(d, i);
            vec_push(d->arena, &d->ops, op);
        }
    b->n = (uint32_t)d->ops.n - b->first;
    /* The way of an exception is none. */
    b->n_next = LLVMIsAInvokeInst(last) ? 1 : LLVMGetNumSuccessors(last);
    b->next = NEW_ARRAY(d->arena, uint32_t, b->n_next + 1);
    for (uint32_t k = 0; k < b->n_next; k++)
        b->next[k] = block_of(d, LLVMGetSuccessor(last, k));
    decode_phis(d, block, b);
}

static bool is_too_large(LLVMValueRef f) {
    unsigned n = 0;
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
    for (; b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (++n > MOST_OPERATIONS)
                return true;
    return false;
}

bool ev_decode(struct ev_program *p, struct ev_function *f) {
    if (f->decoded)
        return !f->bad;
    struct arena *a = p->arena;
    struct decoder d = {.program = p, .function = f, .arena = a};
    f->decoded = true;
    f->bad = LLVMIsDeclaration(f->value) || is_too_large(f->value);
    if (f->bad)
        return false;
    give_slots(&d);
    f->blocks = NEW_ARRAY(a, struct ev_block, f->n_blocks);
    uint32_t n = 0;
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->value);
    for (; b; b = LLVMGetNextBasicBlock(b))
        decode_block(&d, b, &f->blocks[n++]);
    f->ops = d.ops.at;
    f->constants = d.pool.at;
    f->n_constants = (uint32_t)d.pool.n;
    f->bad = d.bad;
    if (!f->bad)
        ev_analyse_graph(a, f);
    return !f->bad;
}
