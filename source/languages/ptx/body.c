#include "source/languages/ptx/body.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/str.h"

void ptx_unit_fail(struct ptx_unit *u, unsigned line, const char *what) {
    if (!u->error)
        u->error = arena_printf(u->arena, "line %u: %s", line, what);
}

/* --- blocks ------------------------------------------------------------------------------ */

static LLVMBasicBlockRef new_block(struct ptx_body *b, const char *name) {
    return LLVMAppendBasicBlockInContext(b->t.ctx, b->function, name);
}

static void add_target(struct ptx_body *b, const struct ptx_operand *o) {
    if (o->name)
        ptx_names_add(b->t.arena, &b->targets, o->name, 0, 0);
}

/* Debug information has labels of its own, one every few instructions. */
static void find_targets(struct ptx_body *b) {
    const struct ptx_function *f = b->f;
    for (size_t i = 0; i < f->statements.n; i++) {
        const struct ptx_instruction *in = &f->statements.at[i].in;
        if (f->statements.at[i].kind == PTX_INSTRUCTION && in->n &&
            strcmp(in->words[0], "bra") == 0)
            add_target(b, &in->operands[0]);
    }
    for (size_t i = 0; i < f->targets.n; i++)
        for (unsigned k = 0; k < f->targets.at[i].n; k++)
            add_target(b, &f->targets.at[i].labels[k]);
}

static void add_labels(struct ptx_body *b) {
    find_targets(b);
    for (size_t i = 0; i < b->f->statements.n; i++) {
        const struct ptx_statement *s = &b->f->statements.at[i];
        if (s->kind != PTX_LABEL || ptx_names_get(&b->targets, s->label, 0) == PTX_NO_NAME)
            continue;
        if (ptx_names_get(&b->block_names, s->label, s->scope) != PTX_NO_NAME)
            continue;
        ptx_names_add(b->t.arena, &b->block_names, s->label, s->scope, (uint32_t)b->blocks.n);
        vec_push(b->t.arena, &b->blocks, new_block(b, s->label));
    }
}

static LLVMBasicBlockRef block_of(struct ptx_body *b, const char *label) {
    for (unsigned scope = b->scope; label; scope = b->f->parents.at[scope]) {
        uint32_t number = ptx_names_get(&b->block_names, label, scope);
        if (number != PTX_NO_NAME)
            return b->blocks.at[number];
        if (!scope)
            break;
    }
    return NULL;
}

static void enter(struct ptx_body *b, LLVMBasicBlockRef block) {
    if (!b->dead)
        LLVMBuildBr(b->t.b, block);
    LLVMPositionBuilderAtEnd(b->t.b, block);
    b->dead = false;
}

/* --- branches ---------------------------------------------------------------------------- */

/* To the label, with the predicate or without; what follows is a block of its own. */
static void branch(struct ptx_body *b, LLVMBasicBlockRef target) {
    LLVMValueRef taken = ptx_condition(&b->t);
    if (!taken) {
        LLVMBuildBr(b->t.b, target);
        b->dead = true;
        return;
    }
    LLVMBasicBlockRef rest = new_block(b, "");
    LLVMBuildCondBr(b->t.b, taken, target, rest);
    LLVMPositionBuilderAtEnd(b->t.b, rest);
}

static void make_branch(struct ptx_body *b) {
    const struct ptx_instruction *in = b->t.in;
    LLVMBasicBlockRef target = in->n ? block_of(b, in->operands[0].name) : NULL;
    if (target)
        branch(b, target);
    else
        ptx_unit_fail(b->unit, in->line, "a branch to a label that is not there");
}

static const struct ptx_targets *targets_of(const struct ptx_body *b, const char *name) {
    for (size_t i = 0; name && i < b->f->targets.n; i++)
        if (strcmp(b->f->targets.at[i].name, name) == 0)
            return &b->f->targets.at[i];
    return NULL;
}

/* brx.idx index, targets */
static void make_switch(struct ptx_body *b) {
    const struct ptx_instruction *in = b->t.in;
    const struct ptx_targets *targets = in->n > 1 ? targets_of(b, in->operands[1].name) : NULL;
    LLVMBasicBlockRef last =
        targets && targets->n ? block_of(b, targets->labels[targets->n - 1].name) : NULL;
    if (!last || in->predicate) {
        ptx_unit_fail(b->unit, in->line, "a branch to labels that are not there");
        return;
    }
    LLVMTypeRef i32 = ptx_int(&b->t, 32);
    LLVMValueRef all = LLVMBuildSwitch(b->t.b, ptx_read(&b->t, 0, i32), last, targets->n - 1);
    for (unsigned i = 0; i + 1 < targets->n; i++) {
        LLVMBasicBlockRef target = block_of(b, targets->labels[i].name);
        if (target)
            LLVMAddCase(all, LLVMConstInt(i32, i, false), target);
    }
    b->dead = true;
}

/* --- instructions ------------------------------------------------------------------------ */

static const struct ptx_instruction *without_predicate(struct arena *a,
                                                       const struct ptx_instruction *in) {
    struct ptx_instruction *copy = arena_memdup(a, in, sizeof *in);
    copy->predicate = NULL;
    return copy;
}

/* In a block of its own, where the predicate lets it. */
static void make_conditional(struct ptx_body *b, void (*make)(struct ptx_body *b)) {
    LLVMValueRef taken = ptx_condition(&b->t);
    LLVMBasicBlockRef then = new_block(b, ""), rest = new_block(b, "");
    LLVMBuildCondBr(b->t.b, taken, then, rest);
    LLVMPositionBuilderAtEnd(b->t.b, then);
    b->t.in = without_predicate(b->t.arena, b->t.in);
    make(b);
    enter(b, rest);
}

static void make_instruction(struct ptx_body *b) {
    ptx_translate_instruction(&b->t);
}

static void make_return(struct ptx_body *b) {
    LLVMBuildRetVoid(b->t.b);
    b->dead = true;
}

/* What lanes do together, or what has no result that could be chosen: a predicate is a branch. */
static bool is_whole(const char *opcode) {
    static const char *const opcodes[] = {"atom",       "red",   "bar",    "barrier",  "membar",
                                          "fence",      "shfl",  "vote",   "redux",    "call",
                                          "activemask", "match", "mma",    "ldmatrix", "movmatrix",
                                          "wmma",       "wgmma", "tcgen05"};
    for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
        if (strcmp(opcode, opcodes[i]) == 0)
            return true;
    return !ptx_is_known(opcode);
}

static bool ends(const char *opcode) {
    return strcmp(opcode, "ret") == 0 || strcmp(opcode, "exit") == 0 || strcmp(opcode, "trap") == 0;
}

static void translate(struct ptx_body *b) {
    const char *opcode = b->t.in->words[0];
    if (strcmp(opcode, "bra") == 0)
        make_branch(b);
    else if (strcmp(opcode, "brx") == 0)
        make_switch(b);
    else if (ends(opcode) && b->t.in->predicate)
        make_conditional(b, make_return);
    else if (ends(opcode))
        make_return(b);
    else if (b->t.in->predicate && is_whole(opcode))
        make_conditional(b, make_instruction);
    else
        make_instruction(b);
}

static void make_label(struct ptx_body *b, const char *label) {
    LLVMBasicBlockRef block = block_of(b, label);
    if (block && LLVMGetFirstInstruction(block))
        ptx_unit_fail(b->unit, b->f->line, "a label is there twice");
    else if (block)
        enter(b, block);
    b->labelled = block ? block : b->labelled;
}

/* "!0 = !{!0, !1}", "!1 = !{"llvm.loop.unroll.disable"}" */
static LLVMMetadataRef no_unrolling(LLVMContextRef ctx) {
    static const char word[] = "llvm.loop.unroll.disable";
    LLVMMetadataRef text = LLVMMDStringInContext2(ctx, word, sizeof word - 1);
    LLVMMetadataRef own = LLVMTemporaryMDNode(ctx, NULL, 0);
    LLVMMetadataRef parts[] = {own, LLVMMDNodeInContext2(ctx, &text, 1)};
    LLVMMetadataRef loop = LLVMMDNodeInContext2(ctx, parts, 2);
    LLVMMetadataReplaceAllUsesWith(own, loop);
    return loop;
}

/* Those that go back to the block say it. */
static void leave_loop(struct ptx_body *b, LLVMBasicBlockRef header) {
    unsigned kind = LLVMGetMDKindIDInContext(b->t.ctx, "llvm.loop", strlen("llvm.loop"));
    LLVMValueRef loop = LLVMMetadataAsValue(b->t.ctx, no_unrolling(b->t.ctx));
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(header)); u; u = LLVMGetNextUse(u))
        if (LLVMIsABranchInst(LLVMGetUser(u)))
            LLVMSetMetadata(LLVMGetUser(u), kind, loop);
}

static void make_statement(struct ptx_body *b, const struct ptx_statement *s) {
    struct ptx_places *places = b->unit->places;
    b->scope = s->scope;
    if (s->kind == PTX_LABEL) {
        make_label(b, s->label);
    } else if (s->kind == PTX_NO_UNROLLING) {
        if (b->labelled)
            vec_push(b->t.arena, &b->not_unrolled, b->labelled);
    } else if (s->kind == PTX_LOCATION) {
        ptx_places_move(places, &s->location);
    } else if (!b->dead) {
        LLVMSetCurrentDebugLocation2(b->t.b, ptx_place(places, s->in.line));
        b->t.in = &s->in;
        translate(b);
    }
}

void ptx_make_body(struct ptx_unit *u, unsigned number) {
    const struct ptx_function *f = &u->text->functions.at[number];
    struct ptx_body b = {.t = {.arena = u->arena, .m = u->m, .ctx = u->ctx},
                         .unit = u,
                         .f = f,
                         .function = u->functions[number]};
    b.t.storage = &ptx_body_storage;
    b.t.b = LLVMCreateBuilderInContext(u->ctx);
    b.entry = LLVMCreateBuilderInContext(u->ctx);
    LLVMBasicBlockRef entry = new_block(&b, "entry"), first = new_block(&b, "");
    LLVMPositionBuilderAtEnd(b.entry, entry);
    LLVMPositionBuilderAtEnd(b.t.b, first);
    ptx_places_enter(u->places, b.function, f);
    ptx_declare(&b);
    add_labels(&b);
    for (size_t i = 0; i < f->statements.n && !u->error; i++)
        make_statement(&b, &f->statements.at[i]);
    LLVMSetCurrentDebugLocation2(b.t.b, ptx_place(u->places, f->line));
    if (!b.dead)
        LLVMBuildRetVoid(b.t.b);
    LLVMBuildBr(b.entry, first);
    for (size_t i = 0; i < b.not_unrolled.n; i++)
        leave_loop(&b, b.not_unrolled.at[i]);
    LLVMDisposeBuilder(b.entry);
    LLVMDisposeBuilder(b.t.b);
}
