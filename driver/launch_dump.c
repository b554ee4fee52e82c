#include <inttypes.h>
#include <string.h>

#include "driver/launch.h"

const char *launch_source_name(enum launch_source s) {
    static const char *const names[] = {
        [LAUNCH_ASSUMED] = "assumption",        [LAUNCH_ATTRIBUTE] = "attribute",
        [LAUNCH_COMMENT] = "comment",           [LAUNCH_MANIFEST] = "manifest",
        [LAUNCH_COMMAND_LINE] = "command line",
    };
    return names[s];
}

const struct launch_arg *launch_arg(const struct launch *l, int index, const char *name) {
    for (size_t i = 0; i < l->n_args; i++) {
        const struct launch_arg *arg = &l->args[i];
        if (arg->name ? name && strcmp(arg->name, name) == 0 : arg->index == index)
            return arg;
    }
    return NULL;
}

static void dump_arg(FILE *out, const struct launch_arg *arg) {
    if (arg->name)
        fprintf(out, "  %s", arg->name);
    else
        fprintf(out, "  argument %d", arg->index);
    switch (arg->kind) {
    case ARG_NUMBER:
        fprintf(out, " = %.17g", arg->number);
        break;
    case ARG_ELEMENTS:
        fprintf(out, " = %" PRIu64 " elements", arg->count);
        break;
    case ARG_LOCAL_BYTES:
        fprintf(out, " = %" PRIu64 " bytes of local memory", arg->count);
        break;
    case ARG_FILE:
        fprintf(out, " = %" PRIu64 " bytes of %s", arg->count, arg->path);
        break;
    }
    fprintf(out, " (%s)\n", launch_source_name(arg->source));
}

void launch_dump(FILE *out, const struct launch *l) {
    const uint64_t *g = l->global, *s = l->local, *o = l->offset;
    fprintf(out, "launch: '%s' global %" PRIu64 "x%" PRIu64 "x%" PRIu64 " (%s)", l->kernel, g[0],
            g[1], g[2], launch_source_name(l->global_source));
    fprintf(out, " local %" PRIu64 "x%" PRIu64 "x%" PRIu64 " (%s)", s[0], s[1], s[2],
            launch_source_name(l->local_source));
    fprintf(out, " offset %" PRIu64 "x%" PRIu64 "x%" PRIu64 " count %" PRIu64 "\n", o[0], o[1],
            o[2], l->count);
    for (size_t i = 0; i < l->n_defines; i++)
        fprintf(out, "  define %s\n", l->defines[i]);
    for (size_t i = 0; i < l->n_args; i++)
        dump_arg(out, &l->args[i]);
}
