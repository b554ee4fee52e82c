#include "launch/evaluate/program.h"

/* Whether the value is used other than by itself, as functions that call themselves are. */
static bool is_used_by_others(LLVMValueRef f) {
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAInstruction(user) ||
            LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) != f)
            return true;
    }
    return false;
}

/* Whether the use is other than a call of the function. */
static bool takes_address(LLVMUseRef u, LLVMValueRef f) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user))
        return true;
    bool argument = LLVMGetCalledValue(user) != f;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user) && !argument; i++)
        argument = LLVMGetOperand(user, i) == f;
    return argument;
}

static bool is_taken(LLVMValueRef f) {
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u))
        if (takes_address(u, f))
            return true;
    return false;
}

static void open_functions(struct ev_program *p) {
    struct arena *a = p->arena;
    for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f))
        p->n_functions++;
    p->functions = NEW_ARRAY(a, struct ev_function, p->n_functions + 1);
    uint32_t n = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        const char *name = LLVMGetValueName2(f, &length);
        map_set(p->arena, &p->numbers, f, n);
        p->functions[n] = (struct ev_function){.value = f,
                                               .name = arena_strndup(a, name, length),
                                               .object = ev_new_id(p->pool),
                                               .declared = LLVMIsDeclaration(f),
                                               .called = is_used_by_others(f),
                                               .taken = is_taken(f)};
        n++;
    }
}

static void open_globals(struct ev_program *p) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(p->module); g; g = LLVMGetNextGlobal(g))
        p->n_globals++;
    p->globals = NEW_ARRAY(p->arena, struct ev_global, p->n_globals + 1);
    uint32_t n = 0;
    for (LLVMValueRef g = LLVMGetFirstGlobal(p->module); g; g = LLVMGetNextGlobal(g)) {
        map_set(p->arena, &p->numbers, g, p->n_functions + n);
        p->globals[n++] = (struct ev_global){g, ev_new_id(p->pool)};
    }
}

static void note_escape(void *program, uint32_t object) {
    struct ev_function *f = ev_function_of_object(program, object);
    if (f)
        f->escaped = true;
}

struct ev_program *ev_program_open(struct arena *a, LLVMModuleRef m, struct ev_pool *pool) {
    struct ev_program *p = NEW(a, struct ev_program);
    *p = (struct ev_program){.arena = a,
                             .module = m,
                             .layout = LLVMGetModuleDataLayout(m),
                             .pool = pool,
                             .first_object = pool->n_objects + 1};
    ev_add_reason(p, (struct ev_reason){.kind = EV_BY_NOTHING});
    open_functions(p);
    open_globals(p);
    pool->materialise = ev_materialise;
    pool->escape = note_escape;
    pool->data = p;
    return p;
}

uint32_t ev_symbol_number(const struct ev_program *p, LLVMValueRef f) {
    return map_get(&p->numbers, f);
}

struct ev_function *ev_function_of_object(const struct ev_program *p, uint32_t object) {
    const bool is = object >= p->first_object && object < p->first_object + p->n_functions;
    return is ? &p->functions[object - p->first_object] : NULL;
}
