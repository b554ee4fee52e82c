#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "launch/launch.h"

static void dump_number(FILE *out, const struct launch_arg *arg, double number, size_t i) {
    if (arg->wholes && fabs(number) >= 0x1p53)
        fprintf(out, " 0x%" PRIx64, arg->wholes[i]);
    else
        fprintf(out, " %.17g", number);
}

static void dump_arg(FILE *out, const struct launch_arg *arg) {
    if (arg->name)
        fprintf(out, "  %s", arg->name);
    else
        fprintf(out, "  argument %d", arg->index);
    switch (arg->kind) {
    case ARG_NUMBER:
        fputs(" =", out);
        dump_number(out, arg, arg->number, 0);
        break;
    case ARG_NUMBERS:
        fputs(" =", out);
        for (uint64_t i = 0; i < arg->count; i++)
            dump_number(out, arg, arg->numbers[i], i);
        break;
    case ARG_ELEMENTS:
        fprintf(out, " = %" PRIu64 " elements%s", arg->count,
                arg->zeros   ? ", all 0"
                : arg->bytes ? ", known"
                : arg->each  ? ", by a formula"
                             : "");
        break;
    case ARG_LOCAL_BYTES:
        fprintf(out, " = %" PRIu64 " bytes of local memory", arg->count);
        break;
    case ARG_BUFFER_BYTES:
        fprintf(out, " = %" PRIu64 " bytes", arg->count);
        break;
    case ARG_FILE:
        fprintf(out, " = %" PRIu64 " bytes%s%s", arg->count, arg->path ? " of " : "",
                arg->path ? arg->path : "");
        break;
    case ARG_RAW:
        fprintf(out, " = a value of %" PRIu64 " bytes", arg->count);
        break;
    case ARG_NULL:
        fputs(" = null", out);
        break;
    case ARG_IMAGE:
        fputs(" = an image", out);
        break;
    }
    fprintf(out, " (%s%s%s)\n", launch_source_name(arg->source), arg->where ? " in " : "",
            arg->where ? arg->where : "");
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
    for (size_t i = 0; i < l->n_flags; i++)
        fprintf(out, "  option %s\n", l->flags[i]);
    if (l->where)
        fprintf(out, "  from %s\n", l->where);
    for (size_t i = 0; i < l->n_args; i++)
        dump_arg(out, &l->args[i]);
    for (size_t i = 0; i < l->n_unknowns; i++)
        fprintf(out, "  %s unknown: %s\n", l->unknowns[i].what, l->unknowns[i].why);
}
