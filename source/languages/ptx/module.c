#include "source/languages/ptx/module.h"

#include <llvm-c/Analysis.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/load/attributes.h"
#include "analysis/load/flat.h"
#include "analysis/load/inline_calls.h"
#include "analysis/load/run_passes.h"
#include "base/str.h"
#include "source/languages/ptx/body.h"
#include "source/languages/ptx/pointers.h"
#include "source/languages/ptx/unmodelled.h"

static void add_globals(struct ptx_unit *u, const struct ptx_translator *t) {
    for (size_t i = 0; i < u->text->variables.n; i++) {
        const struct ptx_variable *v = &u->text->variables.at[i];
        if (strchr(v->name, '.') || v->space == PTX_SPACE_REGISTER || v->space == PTX_SPACE_PARAM ||
            v->space == PTX_SPACE_LOCAL)
            continue;
        uint32_t number = (uint32_t)u->globals.n;
        ptx_add_global(u, t, v);
        ptx_names_add(u->arena, &u->global_names, v->name, 0, number);
    }
}

/* Functions that are declared before, or again, are one: that with a body. */
static void add_functions(struct ptx_unit *u, const struct ptx_translator *t) {
    size_t n = u->text->functions.n;
    u->functions = NEW_ARRAY(u->arena, LLVMValueRef, n + 1);
    for (int bodies = 1; bodies >= 0; bodies--)
        for (size_t i = 0; i < n && !u->error; i++) {
            const struct ptx_function *f = &u->text->functions.at[i];
            if (f->body != bodies || ptx_names_get(&u->function_names, f->name, 0) != PTX_NO_NAME)
                continue;
            u->functions[i] = ptx_add_function(u, t, f);
            ptx_names_add(u->arena, &u->function_names, f->name, 0, (uint32_t)i);
        }
}

static void add_bodies(struct ptx_unit *u) {
    for (size_t i = 0; i < u->text->functions.n && !u->error; i++)
        if (u->functions[i] && u->text->functions.at[i].body)
            ptx_make_body(u, (unsigned)i);
}

static bool is_kernel(LLVMValueRef f) {
    return LLVMGetFunctionCallConv(f) == PTX_CC_KERNEL && !LLVMIsDeclaration(f);
}

/* Whether all that kernels call may become part of them. */
static bool may_inline(struct arena *a, LLVMModuleRef m) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (is_kernel(f) && calls_refused(a, f))
            return false;
    return true;
}

/* Compilers that write PTX have unrolled what they would. */
static const char *finish(struct arena *a, LLVMModuleRef m) {
    static const char values[] = "always-inline,globaldce,function(sroa<preserve-cfg>,adce)";
    if (!may_inline(a, m))
        return NULL;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (!is_kernel(f) && !LLVMIsDeclaration(f))
            load_add_attribute(f, "alwaysinline");
    const char *error = load_run_passes(a, m, values);
    if (error)
        return error;
    VEC(LLVMValueRef) kernels = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (is_kernel(f))
            vec_push(a, &kernels, f);
    for (size_t i = 0; i < kernels.n; i++)
        ptx_note_unmodelled(a, ptx_find_pointers(a, m, kernels.at[i]));
    return load_run_passes(a, m, "function(adce)");
}

static const char *verify(struct arena *a, LLVMModuleRef m) {
    char *message = NULL;
    bool broken = LLVMVerifyModule(m, LLVMReturnStatusAction, &message);
    const char *reason =
        broken ? arena_printf(a, "this is no valid PTX: %.*s", (int)strcspn(message, "\n"), message)
               : NULL;
    LLVMDisposeMessage(message);
    return reason;
}

LLVMModuleRef ptx_module_make(struct arena *a, LLVMContextRef ctx, const struct ptx_module *text,
                              const char *path, const char **error) {
    struct ptx_unit u = {.arena = a, .ctx = ctx, .text = text};
    u.m = LLVMModuleCreateWithNameInContext("ptx", ctx);
    LLVMSetTarget(u.m, "nvptx64-nvidia-cuda");
    LLVMSetDataLayout(u.m, load_flat_layout);
    u.places = ptx_places_new(a, u.m, text, path);
    const struct ptx_translator t = {.arena = a, .m = u.m, .ctx = ctx};
    add_globals(&u, &t);
    add_functions(&u, &t);
    add_bodies(&u);
    ptx_places_end(u.places);
    *error = u.error ? u.error : verify(a, u.m);
    *error = *error ? *error : finish(a, u.m);
    *error = *error ? *error : verify(a, u.m);
    if (*error) {
        LLVMDisposeModule(u.m);
        return NULL;
    }
    return u.m;
}
