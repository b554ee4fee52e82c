/* Calls of functions. */
#include <string.h>

#include "analysis/load/instruction.h"
#include "source/languages/ptx/body.h"

/* What a call says: "call (result), name, (a, b);", each list left out where it is empty. */
struct call {
    const struct ptx_operand *results, *name, *args;
};

static struct call call_in(const struct ptx_instruction *in) {
    struct call c = {0};
    unsigned i = 0;
    if (i < in->n && in->operands[i].kind == PTX_LIST)
        c.results = &in->operands[i++];
    if (i < in->n)
        c.name = &in->operands[i++];
    if (i < in->n && in->operands[i].kind == PTX_LIST)
        c.args = &in->operands[i];
    return c;
}

static unsigned length(const struct ptx_operand *list) {
    return list ? list->n_parts : 0;
}

/* What a .param variable or a register of the caller has, in that type. */
static LLVMValueRef argument(struct ptx_body *b, const struct ptx_operand *o, LLVMTypeRef type) {
    const struct ptx_slot *s = o->name ? ptx_slot_of(b, o->name) : NULL;
    bool address = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    if (s && !s->is_register && address)
        return s->at;
    if (s && !s->is_register)
        return LLVMBuildLoad2(b->t.b, type, s->at, "");
    return address ? LLVMGetUndef(type) : ptx_value(&b->t, o, type);
}

/* Where a result goes. */
static LLVMValueRef result_place(struct ptx_body *b, const struct ptx_operand *o) {
    const struct ptx_slot *s = o->name ? ptx_slot_of(b, o->name) : NULL;
    return s ? s->at : LLVMGetUndef(LLVMPointerTypeInContext(b->t.ctx, 0));
}

static bool call_known(struct ptx_body *b, const struct call *c, uint32_t number) {
    const struct ptx_function *f = &b->unit->text->functions.at[number];
    LLVMValueRef callee = b->unit->functions[number];
    LLVMTypeRef type = LLVMGlobalGetValueType(callee);
    unsigned results = ptx_result_params(f), n = LLVMCountParams(callee);
    if (f->entry || length(c->args) != f->params.n || length(c->results) != f->results.n)
        return false;
    LLVMValueRef *args = NEW_ARRAY(b->t.arena, LLVMValueRef, n + 1);
    for (unsigned i = 0; i < results; i++)
        args[i] = result_place(b, &c->results->parts[i]);
    for (unsigned i = results; i < n; i++)
        args[i] = argument(b, &c->args->parts[i - results], LLVMTypeOf(LLVMGetParam(callee, i)));
    LLVMValueRef v = LLVMBuildCall2(b->t.b, type, callee, args, n, "");
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMVoidTypeKind)
        LLVMBuildStore(b->t.b, v, result_place(b, &c->results->parts[0]));
    return true;
}

/* A function that is only known when the kernel runs: its arguments are used, and it has results.
 */
static void call_unknown(struct ptx_body *b, const struct call *c) {
    LLVMValueRef args[PTX_MOST_ARGS];
    LLVMTypeRef i64 = ptx_int(&b->t, 64);
    unsigned n = 0;
    for (unsigned i = 0; i < length(c->args) && n < PTX_MOST_ARGS; i++)
        args[n++] = argument(b, &c->args->parts[i], i64);
    LLVMValueRef v = ptx_call(&b->t, PTX_UNKNOWN "call;", i64, args, n, SYNC);
    for (unsigned i = 0; i < length(c->results); i++)
        LLVMBuildStore(b->t.b, v, result_place(b, &c->results->parts[i]));
}

bool ptx_make_call(struct ptx_translator *t) {
    struct ptx_body *b = (struct ptx_body *)t;
    struct call c = call_in(t->in);
    const char *name = c.name ? c.name->name : NULL;
    uint32_t number = name ? ptx_names_get(&b->unit->function_names, name, 0) : PTX_NO_NAME;
    if (number == PTX_NO_NAME)
        call_unknown(b, &c);
    else if (!call_known(b, &c, number))
        ptx_unit_fail(b->unit, t->in->line, "a call with other parameters than the function's");
    return true;
}

bool ptx_call_function(struct ptx_translator *t, const char *what) {
    (void)what;
    return t->storage && t->storage->call(t);
}
