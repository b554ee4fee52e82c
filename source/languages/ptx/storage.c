/* Registers and variables of a file's functions. LLVM makes values of what is in memory here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "source/languages/ptx/body.h"

/* NVPTX's address spaces. */
static const unsigned address_spaces[] = {
    [PTX_SPACE_GLOBAL] = 1, [PTX_SPACE_SHARED] = 3, [PTX_SPACE_CONST] = 4, [PTX_SPACE_OTHER] = 1};

static LLVMTypeRef element_type(const struct ptx_translator *t, const struct ptx_variable *v) {
    LLVMTypeRef type = ptx_type(t, v->type);
    if (strcmp(v->type, "bf16") == 0)
        return ptx_int(t, 16);
    if (!type || LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        return ptx_int(t, 32);
    return type;
}

LLVMTypeRef ptx_variable_type(const struct ptx_translator *t, const struct ptx_variable *v) {
    LLVMTypeRef type = element_type(t, v);
    return v->array ? LLVMArrayType2(type, v->elements) : type;
}

/* What others may write to has no value that LLVM could know. */
LLVMValueRef ptx_add_global(struct ptx_unit *u, const struct ptx_translator *t,
                            const struct ptx_variable *v) {
    LLVMTypeRef type = ptx_variable_type(t, v);
    LLVMValueRef g = LLVMAddGlobalInAddressSpace(u->m, type, v->name, address_spaces[v->space]);
    if (v->space == PTX_SPACE_SHARED && !(v->array && !v->elements)) {
        LLVMSetInitializer(g, LLVMGetUndef(type));
        LLVMSetLinkage(g, LLVMInternalLinkage);
    }
    if (v->align && v->align <= 1 << 16 && (v->align & (v->align - 1)) == 0)
        LLVMSetAlignment(g, (unsigned)v->align);
    vec_push(u->arena, &u->globals, g);
    return g;
}

/* --- declarations ------------------------------------------------------------------------ */

static void declare(struct ptx_body *b, const struct ptx_variable *v, LLVMValueRef at) {
    struct arena *a = b->t.arena;
    const char *name = v->count ? arena_printf(a, "%s<", v->name) : v->name;
    ptx_names_add(a, &b->declared, name, v->scope, (uint32_t)b->declarations.n);
    vec_push(a, &b->declarations, v);
    if (!at)
        return;
    struct ptx_slot s = {at, ptx_variable_type(&b->t, v), v->space == PTX_SPACE_REGISTER};
    ptx_names_add(a, &b->slot_names, v->name, v->scope, (uint32_t)b->slots.n);
    vec_push(a, &b->slots, s);
}

/* A parameter is where the caller has it, or a variable that has its value. */
static LLVMValueRef param_place(struct ptx_body *b, const struct ptx_variable *v,
                                LLVMValueRef param) {
    if (v->array)
        return param;
    LLVMValueRef at = LLVMBuildAlloca(b->entry, ptx_variable_type(&b->t, v), "");
    LLVMBuildStore(b->entry, param, at);
    return at;
}

void ptx_declare(struct ptx_body *b) {
    const struct ptx_function *f = b->f;
    unsigned results = ptx_result_params(f);
    for (unsigned i = 0; i < results; i++)
        declare(b, &f->results.at[i], LLVMGetParam(b->function, i));
    for (unsigned i = 0; i < f->params.n; i++)
        declare(b, &f->params.at[i],
                param_place(b, &f->params.at[i], LLVMGetParam(b->function, results + i)));
    for (size_t i = 0; i < f->variables.n; i++)
        declare(b, &f->variables.at[i], NULL);
}

/* The declaration of "%r12" may be that of "%r<100>". */
static const struct ptx_variable *declaration_in(struct ptx_body *b, const char *name,
                                                 unsigned scope) {
    char prefix[256];
    uint32_t number = ptx_names_get(&b->declared, name, scope);
    if (number != PTX_NO_NAME)
        return b->declarations.at[number];
    size_t n = strlen(name), digits = n;
    while (digits && name[digits - 1] >= '0' && name[digits - 1] <= '9')
        digits--;
    if (digits == n || digits + 2 > sizeof prefix)
        return NULL;
    snprintf(prefix, sizeof prefix, "%.*s<", (int)digits, name);
    number = ptx_names_get(&b->declared, prefix, scope);
    if (number == PTX_NO_NAME)
        return NULL;
    const struct ptx_variable *v = b->declarations.at[number];
    return strtoull(name + digits, NULL, 10) < v->count ? v : NULL;
}

static LLVMValueRef new_place(struct ptx_body *b, const struct ptx_variable *v) {
    bool local = v->space == PTX_SPACE_REGISTER || v->space == PTX_SPACE_LOCAL ||
                 v->space == PTX_SPACE_PARAM;
    if (!local)
        return ptx_add_global(b->unit, &b->t, v);
    LLVMValueRef at = LLVMBuildAlloca(b->entry, ptx_variable_type(&b->t, v), "");
    enum { PARAM_ALIGN = 16 };
    if (v->space != PTX_SPACE_REGISTER)
        LLVMSetAlignment(at, PARAM_ALIGN);
    return at;
}

const struct ptx_slot *ptx_slot_of(struct ptx_body *b, const char *name) {
    for (unsigned scope = b->scope;; scope = b->f->parents.at[scope]) {
        uint32_t number = ptx_names_get(&b->slot_names, name, scope);
        if (number != PTX_NO_NAME)
            return &b->slots.at[number];
        const struct ptx_variable *v = declaration_in(b, name, scope);
        if (v) {
            struct ptx_slot s = {new_place(b, v), ptx_variable_type(&b->t, v),
                                 v->space == PTX_SPACE_REGISTER};
            ptx_names_add(b->t.arena, &b->slot_names, name, scope, (uint32_t)b->slots.n);
            vec_push(b->t.arena, &b->slots, s);
            return &b->slots.at[b->slots.n - 1];
        }
        if (!scope)
            return NULL;
    }
}

/* --- the hooks ----------------------------------------------------------------------------- */

static LLVMValueRef global_of(const struct ptx_body *b, const char *name) {
    uint32_t number = ptx_names_get(&b->unit->global_names, name, 0);
    return number == PTX_NO_NAME ? NULL : b->unit->globals.at[number];
}

static LLVMValueRef read(struct ptx_translator *t, const char *name) {
    struct ptx_body *b = (struct ptx_body *)t;
    const struct ptx_slot *s = ptx_slot_of(b, name);
    if (!s)
        return global_of(b, name);
    return s->is_register ? LLVMBuildLoad2(t->b, s->type, s->at, "") : s->at;
}

static bool write(struct ptx_translator *t, const char *name, LLVMValueRef v) {
    const struct ptx_slot *s = ptx_slot_of((struct ptx_body *)t, name);
    if (s && s->is_register)
        LLVMBuildStore(t->b, ptx_as(t, v, s->type), s->at);
    return s && s->is_register;
}

static LLVMTypeRef type(struct ptx_translator *t, const char *name) {
    const struct ptx_slot *s = ptx_slot_of((struct ptx_body *)t, name);
    return s && s->is_register ? s->type : NULL;
}

const struct ptx_storage ptx_body_storage = {read, write, type, ptx_make_call};
