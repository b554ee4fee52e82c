#include "analysis/launch.h"

#include <string.h>

const char *launch_source_name(enum launch_source s) {
    static const char *const names[] = {
        [LAUNCH_ASSUMED] = "assumption", [LAUNCH_ATTRIBUTE] = "attribute",
        [LAUNCH_HOST] = "host code",     [LAUNCH_COMMENT] = "comment",
        [LAUNCH_MANIFEST] = "manifest",  [LAUNCH_COMMAND_LINE] = "command line",
    };
    return names[s];
}

const char *launch_source_text(struct arena *a, const struct launch *l) {
    const char *name = launch_source_name(l->global_source);
    return l->global_source == LAUNCH_HOST && l->where ? arena_printf(a, "%s in %s", name, l->where)
                                                       : name;
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
