#include "analysis/ir/launch.h"

#include <string.h>

#include "base/str.h"

const char *launch_source_name(enum launch_source s) {
    static const char *const names[] = {
        [LAUNCH_ASSUMED] = "assumption", [LAUNCH_ATTRIBUTE] = "attribute",
        [LAUNCH_HOST] = "host code",     [LAUNCH_COMMENT] = "comment",
        [LAUNCH_MANIFEST] = "manifest",  [LAUNCH_COMMAND_LINE] = "command line",
    };
    return names[s];
}

/* Adds a part of a list, after what begins it if it is the first. */
static void add_part(struct str *s, bool *any, const char *lead, const char *part) {
    str_printf(s, "%s%s", *any ? ", " : lead, part);
    *any = true;
}

/* ", assuming n = 1024, local size": what is made up. */
static void add_assumed(struct str *s, const struct launch *l) {
    bool any = false, host = l->global_source != LAUNCH_ASSUMED;
    for (size_t i = 0; i < l->n_args; i++) {
        const struct launch_arg *arg = &l->args[i];
        if (arg->source == LAUNCH_ASSUMED && arg->kind == ARG_NUMBER && arg->name)
            add_part(s, &any, ", assuming ",
                     arena_printf(s->arena, "%s = %.0f", arg->name, arg->number));
    }
    if (host && l->local_source == LAUNCH_ASSUMED)
        add_part(s, &any, ", assuming ", "its local size");
}

/* "argument 3 ('n')" as "'n'", where the name is known. */
static const char *short_name(struct arena *a, const char *what) {
    const char *quote = strchr(what, '\'');
    return quote ? arena_strndup(a, quote, strcspn(quote, ")")) : what;
}

static bool is_assumed(struct arena *a, const struct launch *l, const char *what) {
    for (size_t i = 0; i < l->n_args; i++)
        if (l->args[i].source == LAUNCH_ASSUMED && l->args[i].name &&
            strcmp(arena_printf(a, "'%s'", l->args[i].name), what) == 0)
            return true;
    return false;
}

enum { MOST_UNKNOWN = 3 };

/* "; 'a', 'b' and 2 more unknown": what host code does not say of arguments, and nobody assumes; or
 * what was taken from the middle of a loop. */
static void add_unknowns(struct str *s, const struct launch *l, bool middles) {
    bool any = false;
    size_t n = 0;
    for (size_t i = 0; i < l->n_unknowns; i++) {
        const struct launch_unknown *u = &l->unknowns[i];
        const char *what = short_name(s->arena, u->what);
        bool argument = strncmp(u->what, "argument", strlen("argument")) == 0;
        bool middle = strstr(u->why, "taken from its middle");
        if (middle == middles && (argument || middle) && !is_assumed(s->arena, l, what) &&
            n++ < MOST_UNKNOWN)
            add_part(s, &any, "; ", what);
    }
    if (n > MOST_UNKNOWN)
        str_printf(s, " and %zu more", n - MOST_UNKNOWN);
    str_add(s, !any ? "" : middles ? " as in the middle of a loop" : " unknown");
}

const char *launch_source_text(struct arena *a, const struct launch *l) {
    struct str s = {.arena = a};
    str_add(&s, launch_source_name(l->global_source));
    if (l->global_source == LAUNCH_HOST && l->where)
        str_printf(&s, " in %s", l->where);
    if (l->outdated)
        str_printf(&s, ", captured before '%s' was changed", l->outdated);
    add_assumed(&s, l);
    if (l->global_source == LAUNCH_HOST) {
        add_unknowns(&s, l, true);
        add_unknowns(&s, l, false);
    }
    return str_text(&s);
}

const struct launch_arg *launch_arg(const struct launch *l, int index, const char *name) {
    for (size_t i = 0; i < l->n_args; i++) {
        const struct launch_arg *arg = &l->args[i];
        if (arg->name ? name && strcmp(arg->name, name) == 0 : arg->index == index)
            return arg;
    }
    return NULL;
}

bool launch_assumes(const struct launch *l) {
    for (size_t i = 0; i < l->n_args; i++)
        if (l->args[i].source == LAUNCH_ASSUMED)
            return true;
    return false;
}

bool launch_is_guessed(const struct launch *l) {
    return l->global_source == LAUNCH_ASSUMED || l->local_source == LAUNCH_ASSUMED ||
           launch_assumes(l);
}

double launch_items(const struct launch *l) {
    return (double)l->global[0] * (double)l->global[1] * (double)l->global[2];
}

bool launch_size_is_guessed(const struct launch *l) {
    return l->global_source == LAUNCH_ASSUMED;
}

struct launch launch_without_assumed(struct arena *a, const struct launch *l) {
    struct launch given = *l;
    struct launch_arg *args = NEW_ARRAY(a, struct launch_arg, l->n_args);
    given.args = args;
    given.n_args = 0;
    for (size_t i = 0; i < l->n_args; i++)
        if (l->args[i].source != LAUNCH_ASSUMED)
            args[given.n_args++] = l->args[i];
    return given;
}
