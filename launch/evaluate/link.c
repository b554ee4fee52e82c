#include "launch/evaluate/link.h"

#include <llvm-c/Linker.h>
#include <string.h>
#include <time.h>

#include "base/str.h"
#include "launch/evaluate/host_bitcode.h"
#include "launch/evaluate/models.h"

/* Most files that are linked, and most times that those so far name more. */
enum { MOST_LINKED = 24, MOST_ROUNDS = 12 };

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static const char *name_of(LLVMValueRef v) {
    size_t n;
    return LLVMGetValueName2(v, &n);
}

/* The name as sources have it: a kernel's is that of its stub without the mark. */
static const char *plain_name(struct arena *a, const char *symbol) {
    static const char mark[] = "__device_stub__";
    const char *label = ev_label(a, symbol);
    return str_starts(label, mark) ? label + strlen(mark) : label;
}

static bool is_strong(LLVMValueRef v) {
    return !LLVMIsDeclaration(v) && LLVMGetLinkage(v) == LLVMExternalLinkage;
}

static bool has_main(LLVMModuleRef m) {
    LLVMValueRef f = LLVMGetNamedFunction(m, "main");
    return f && !LLVMIsDeclaration(f);
}

static bool is_called(LLVMValueRef f) {
    return LLVMGetFirstUse(f) != NULL;
}

/* Names of functions and variables that the module uses and does not have. */
static void add_missing(struct arena *a, LLVMModuleRef m, struct words *names) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (LLVMIsDeclaration(f) && is_called(f) && !str_starts(name_of(f), "llvm.") &&
            !ev_find_model(name_of(f)) && !words_has(names, plain_name(a, name_of(f))))
            words_add(a, names, plain_name(a, name_of(f)));
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        if (LLVMIsDeclaration(g) && is_called(g) && !words_has(names, plain_name(a, name_of(g))))
            words_add(a, names, plain_name(a, name_of(g)));
}

/* Names of functions and kernels that other files may call. */
static void add_offered(struct arena *a, LLVMModuleRef m, struct words *names) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (is_strong(f) && !words_has(names, plain_name(a, name_of(f))))
            words_add(a, names, plain_name(a, name_of(f)));
}

static bool is_of_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Whether the text has the name as a word. */
static bool mentions(const struct ev_file *u, const char *name) {
    const size_t n = strlen(name);
    const char *end = u->text + u->bytes;
    const char *s = n ? memmem(u->text, u->bytes, name, n) : NULL;
    while (s) {
        const bool whole =
            (s == u->text || !is_of_name(s[-1])) && (s + n == end || !is_of_name(s[n]));
        if (whole)
            return true;
        s = memmem(s + 1, (size_t)(end - s - 1), name, n);
    }
    return false;
}

static bool mentions_any(const struct ev_file *u, const struct words *names) {
    for (size_t i = 0; i < names->n; i++)
        if (mentions(u, names->at[i]))
            return true;
    return false;
}

/* Whether both define a function or variable of one name, as files of different programs do. */
static bool conflicts(LLVMModuleRef m, LLVMModuleRef other) {
    for (LLVMValueRef f = LLVMGetFirstFunction(other); f; f = LLVMGetNextFunction(f)) {
        LLVMValueRef own = is_strong(f) ? LLVMGetNamedFunction(m, name_of(f)) : NULL;
        if (own && is_strong(own))
            return true;
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(other); g; g = LLVMGetNextGlobal(g)) {
        LLVMValueRef own = is_strong(g) ? LLVMGetNamedGlobal(m, name_of(g)) : NULL;
        if (own && is_strong(own))
            return true;
    }
    return false;
}

/* Whether it has something that is missing, or wants something that is offered. */
static bool fits(LLVMModuleRef m, LLVMModuleRef other) {
    for (LLVMValueRef f = LLVMGetFirstFunction(other); f; f = LLVMGetNextFunction(f)) {
        LLVMValueRef own = LLVMGetNamedFunction(m, name_of(f));
        if (own && ((is_strong(f) && LLVMIsDeclaration(own)) ||
                    (is_strong(own) && LLVMIsDeclaration(f) && !has_main(m))))
            return true;
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(other); g; g = LLVMGetNextGlobal(g)) {
        LLVMValueRef own = LLVMGetNamedGlobal(m, name_of(g));
        if (own && is_strong(g) && LLVMIsDeclaration(own))
            return true;
    }
    return false;
}

/* False if the file is no part of the program. */
static bool link_unit(struct arena *a, const struct ev_request *q, LLVMModuleRef m,
                      const struct ev_file *u, struct ev_linked *out) {
    const struct host_bitcode b = host_bitcode_of(a, u, q->store, q->dependencies);
    LLVMModuleRef other = host_bitcode_parse(LLVMGetModuleContext(m), &b);
    if (!other)
        return false;
    if (conflicts(m, other) || !fits(m, other)) {
        LLVMDisposeModule(other);
        return false;
    }
    out->edited |= b.edited;
    out->n++;
    return !LLVMLinkModules2(m, other);
}

/* One round over the files that are left, nearest first; whether one was linked. */
static bool link_round(struct arena *a, const struct ev_request *q, LLVMModuleRef m, bool *tried,
                       double end, struct ev_linked *out) {
    struct words names = {0};
    bool any = false;
    add_missing(a, m, &names);
    if (!has_main(m))
        add_offered(a, m, &names);
    for (size_t i = 0; i < q->n_units && names.n; i++) {
        if (tried[i] || !mentions_any(&q->units[i], &names))
            continue;
        if (out->n == MOST_LINKED || seconds() > end) {
            out->more = true;
            return false;
        }
        tried[i] = true;
        any |= link_unit(a, q, m, &q->units[i], out);
    }
    return any;
}

struct ev_linked ev_link_units(struct arena *a, const struct ev_request *q, LLVMModuleRef m) {
    struct ev_linked out = {0};
    bool *tried = NEW_ARRAY(a, bool, q->n_units + 1);
    const double end = seconds() + q->seconds;
    for (int round = 0; round < MOST_ROUNDS && link_round(a, q, m, tried, end, &out); round++)
        ;
    return out;
}
