/* Why a value of a host program is not known, in words. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/uri.h"
#include "launch/evaluate/models.h"
#include "launch/evaluate/program.h"

uint32_t ev_add_reason(struct ev_program *p, struct ev_reason r) {
    vec_push(p->arena, &p->reasons, r);
    return (uint32_t)p->reasons.n - 1;
}

/* What stands before the name of a function in C, as the library's headers rename it. */
static const char *without_prefix(struct arena *a, const char *name) {
    static const char *const prefixes[] = {"__isoc99_", "__isoc23_", "llvm."};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (str_starts(name, prefixes[i])) {
            const char *rest = name + strlen(prefixes[i]);
            return arena_strndup(a, rest, strcspn(rest, "."));
        }
    return str_starts(name, "_Znw") || str_starts(name, "_Zna") ? "new" : name;
}

const char *ev_label(struct arena *a, const char *symbol) {
    const char *s = symbol, *found = NULL;
    size_t length = 0;
    if (!str_starts(symbol, "_Z"))
        return without_prefix(a, symbol);
    s += 2;
    while (*s == 'N' || *s == 'L' || *s == 'K')
        s++;
    if (*s == 'S' && s[1] >= 'a' && s[1] <= 'z')
        s += 2;
    while (*s >= '0' && *s <= '9') {
        char *end;
        const size_t n = strtoul(s, &end, 10);
        if (n > strlen(end))
            break;
        found = end;
        length = n;
        s = end + n;
    }
    return found ? arena_strndup(a, found, length) : without_prefix(a, symbol);
}

/* "main.cu:12", or an empty text. */
static const char *where(struct arena *a, const struct ev_reason *r, const char *before) {
    return r->place.line
               ? arena_printf(a, "%s%s:%u", before, path_base(r->place.file), r->place.line)
               : "";
}

/* A function that only gives memory, whose contents are not known. */
static bool gives_memory(const char *name) {
    const struct ev_model *m = name ? ev_find_model(name) : NULL;
    return m && (m->evaluate == model_allocate || m->evaluate == model_reallocate ||
                 m->evaluate == model_allocate_into || m->evaluate == model_device_allocate);
}

/* The type that stands for what a source lacks a header of: source/sdk/anything.h. */
static const char stand_in[] = "clperf_anything";

static const char *of_call(struct arena *a, const struct ev_reason *r) {
    if (!r->name)
        return arena_printf(a, "it depends on a call%s of a function that is not known",
                            where(a, r, " in "));
    const char *name = ev_label(a, r->name);
    if (strcmp(name, stand_in) == 0)
        return arena_printf(a, "it depends on what comes from a header that is not there%s",
                            where(a, r, " in "));
    if (gives_memory(r->name))
        return arena_printf(a, "it depends on memory of '%s'%s that nothing known is written to",
                            name, where(a, r, " in "));
    return arena_printf(a, "it depends on what '%s' does%s", name, where(a, r, " in "));
}

const char *ev_reason_says(const struct ev_program *p, struct arena *a, uint32_t why) {
    const struct ev_reason *r = &p->reasons.at[why];
    const char *name = r->name ? ev_label(a, r->name) : NULL;
    switch (r->kind) {
    case EV_BY_CALL:
        return of_call(a, r);
    case EV_BY_KERNEL:
        return name ? arena_printf(a, "it depends on what kernel '%s' writes%s", name,
                                   where(a, r, " in "))
                    : "it depends on what a kernel writes";
    case EV_BY_BRANCH:
        return arena_printf(a, "it depends on a branch%s that nothing decides",
                            where(a, r, " in "));
    case EV_BY_LOOP:
        return arena_printf(a, "it depends on a loop%s that is too long to be followed",
                            where(a, r, " in "));
    case EV_BY_LENGTH:
        return arena_printf(a, "it depends on '%s'%s, which is too long to be followed", name,
                            where(a, r, " in "));
    case EV_BY_VARIABLE:
        return arena_printf(a, "it depends on a variable of '%s' that nothing known is written to",
                            name);
    case EV_BY_ARGUMENTS:
        return "it depends on the command line, which -fclperf-argv= gives";
    case EV_BY_PARAMETER:
        return arena_printf(a, "it depends on what '%s' is called with", name);
    case EV_BY_OTHERS:
        return "it depends on a global variable, which other functions may write to";
    default:
        return NULL;
    }
}
