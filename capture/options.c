#include "capture/options.h"

#include <stdlib.h>
#include <string.h>

#include "base/words.h"
#include "capture/device.h"
#include "driver/command_line/default_gpu.h"

/* MiB of contents unless --buffers says how many. */
#define BUFFERS_MIB "256"

/* What both commands have, and what is for `clperf capture` alone. */
enum command { BOTH, CAPTURE };

enum value { NO_VALUE, MAY_HAVE_VALUE, NEEDS_VALUE };

struct row {
    const char *name;
    enum value value;
    enum command of;
    const char *shown, *help; /* how --help shows it */
    /* NULL, or what is wrong with the value. */
    const char *(*read)(struct arena *a, struct capture_options *o, const char *value);
};

static const char *read_output(struct arena *a, struct capture_options *o, const char *value) {
    (void)a;
    o->output = value;
    return *value ? NULL : "-o: expected the name of a file";
}

static const char *read_from(struct arena *a, struct capture_options *o, const char *value) {
    (void)a;
    o->from = value;
    return NULL;
}

static const char *read_buffers(struct arena *a, struct capture_options *o, const char *value) {
    size_t digits = value ? strspn(value, "0123456789") : 0;
    o->buffers = value ? value : BUFFERS_MIB;
    if (!value || (digits && digits <= 7 && !value[digits] && atoi(value) > 0))
        return NULL;
    return arena_printf(a, "--buffers: '%s' is not a number of MiB", value);
}

static const char *read_build(struct arena *a, struct capture_options *o, const char *value) {
    (void)a;
    o->build = value;
    return *value ? NULL : "--build: expected a command";
}

static const char *read_profile(struct arena *a, struct capture_options *o, const char *value) {
    (void)a, (void)value;
    o->profile = true;
    return NULL;
}

static const char *read_interpose(struct arena *a, struct capture_options *o, const char *value) {
    (void)a, (void)value;
    o->interpose = true;
    return NULL;
}

static const char *read_dry_run(struct arena *a, struct capture_options *o, const char *value) {
    o->dry_run = true;
    o->execute = value;
    if (!value || strcmp(value, "execute") == 0)
        return NULL;
    return arena_printf(a, "--dry-run: expected --dry-run or --dry-run=execute, not '%s'", value);
}

static const char *read_gpu(struct arena *a, struct capture_options *o, const char *value) {
    (void)a;
    o->gpu = value;
    return NULL;
}

static const char *read_gpus(struct arena *a, struct capture_options *o, const char *value) {
    size_t digits = strspn(value, "0123456789");
    o->gpus = digits && digits <= 2 && !value[digits] ? (unsigned)atoi(value) : 0;
    return o->gpus >= 1 && o->gpus <= DEVICE_MOST
               ? NULL
               : arena_printf(a, "--gpus: '%s' is not a number from 1 to %d", value, DEVICE_MOST);
}

static const char *read_remember(struct arena *a, struct capture_options *o, const char *value) {
    (void)a, (void)value;
    o->remember = true;
    return NULL;
}

static const char *read_help(struct arena *a, struct capture_options *o, const char *value) {
    (void)a, (void)value;
    o->help = true;
    return NULL;
}

static const struct row rows[] = {
    {"--output", NEEDS_VALUE, BOTH, "-o, --output FILE", "the manifest; default: launch.json",
     read_output},
    {"-o", NEEDS_VALUE, BOTH, NULL, NULL, read_output},
    {"--buffers", MAY_HAVE_VALUE, BOTH, "--buffers[=MIB]",
     "the contents of buffers too, at most MIB in all; default: " BUFFERS_MIB, read_buffers},
    {"--dry-run", MAY_HAVE_VALUE, CAPTURE, "--dry-run[=execute]",
     "without a GPU: kernels do nothing, or PoCL runs them on the processor", read_dry_run},
    {"--gpu", NEEDS_VALUE, CAPTURE, "--gpu NAME",
     "whose limits --dry-run shows; default: as of clperf-cc", read_gpu},
    {"--gpus", NEEDS_VALUE, CAPTURE, "--gpus N",
     "how many of them --dry-run shows to CUDA and HIP; default: 1", read_gpus},
    {"--build", NEEDS_VALUE, CAPTURE, "--build COMMAND",
     "first builds the program, for CUDA without its SDK: nvcc is clperf's", read_build},
    {"--profile", NO_VALUE, CAPTURE, "--profile",
     "times of launches on OpenCL queues that do not measure, too", read_profile},
    {"--interpose", NO_VALUE, CAPTURE, "--interpose",
     "by LD_PRELOAD in front of OpenCL's loader, instead of as its layer", read_interpose},
    {"--remember", NO_VALUE, BOTH, "--remember",
     "names the manifest in ./.clperf, so that later analyses use it", read_remember},
    {"--from", NEEDS_VALUE, CAPTURE, "--from DIR",
     "makes the manifest of what an interrupted capture left in DIR", read_from},
    {"--help", NO_VALUE, BOTH, "--help", "", read_help},
};

enum { ROWS = sizeof rows / sizeof *rows };

static bool is_of(const struct row *row, const struct capture_options *o) {
    return row->of == BOTH || !o->trace;
}

static const struct row *find_row(const struct capture_options *o, const char *word, size_t n) {
    for (size_t i = 0; i < ROWS; i++)
        if (strlen(rows[i].name) == n && strncmp(rows[i].name, word, n) == 0 && is_of(&rows[i], o))
            return &rows[i];
    return NULL;
}

static const char *unknown_option(struct arena *a, const struct capture_options *o,
                                  const char *word, size_t n) {
    struct words names = {0};
    for (size_t i = 0; i < ROWS; i++)
        if (is_of(&rows[i], o))
            words_add(a, &names, rows[i].name);
    const char *given = arena_strndup(a, word, n), *nearest = words_nearest(given, &names);
    return nearest ? arena_printf(a, "no option '%s'; did you mean '%s'?", given, nearest)
                   : arena_printf(a, "no option '%s'", given);
}

/* Reads one option, and its value where that is a word of its own. *at is on its last word then. */
static const char *read_option(struct arena *a, char **argv, size_t *at,
                               struct capture_options *o) {
    const char *word = argv[*at], *equals = strchr(word, '=');
    size_t n = equals ? (size_t)(equals - word) : strlen(word);
    const struct row *row = find_row(o, word, n);
    const char *value = equals ? equals + 1 : NULL;
    if (!row)
        return unknown_option(a, o, word, n);
    if (value && row->value == NO_VALUE)
        return arena_printf(a, "%s takes no value", row->name);
    if (!value && row->value == NEEDS_VALUE && !(value = argv[++*at]))
        return arena_printf(a, "%s needs a value", row->name);
    return row->read(a, o, value);
}

const char *capture_read_options(struct arena *a, char **argv, struct capture_options *o) {
    size_t i = 1;
    bool trace = strcmp(argv[0], "trace") == 0;
    const char *source, *gpus = default_gpu(&source);
    *o = (struct capture_options){.output = "launch.json",
                                  .gpu = arena_strndup(a, gpus, strcspn(gpus, ",")),
                                  .gpus = 1,
                                  .trace = trace,
                                  .buffers = trace ? BUFFERS_MIB : NULL};
    for (; argv[i] && argv[i][0] == '-' && strcmp(argv[i], "--") != 0; i++) {
        const char *error = read_option(a, argv, &i, o);
        if (error || o->help)
            return error;
    }
    if (argv[i] && strcmp(argv[i], "--") == 0)
        i++;
    o->program = argv[i] ? argv + i : NULL;
    if (o->program && o->from)
        return "--from starts no program";
    return o->program || o->from ? NULL
           : o->trace            ? "no program to trace"
                                 : "no program to capture";
}

static const char capture_usage[] =
    "usage: clperf capture [OPTION]... -- PROGRAM [ARGUMENT]...\n"
    "       clperf capture --from DIR [-o FILE]\n"
    "\n"
    "Runs a program and writes a launch manifest of the kernels that it launches, and that\n"
    "the programs do that it starts.\n"
    "\n";

static const char trace_usage[] =
    "usage: clperf trace [OPTION]... -- PROGRAM [ARGUMENT]...\n"
    "\n"
    "Runs a sequential program once and writes a launch manifest of its loops that are taken\n"
    "as kernels: how often they repeat, their variables, and what arrays of indices hold. The\n"
    "program has to be compiled by clperf-cc with -fclperf-trace.\n"
    "\n";

void capture_print_usage(FILE *out, bool trace) {
    const struct capture_options o = {.trace = trace};
    fputs(trace ? trace_usage : capture_usage, out);
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].shown && is_of(&rows[i], &o))
            fprintf(out, "  %-19s %s\n", rows[i].shown, rows[i].help);
}
