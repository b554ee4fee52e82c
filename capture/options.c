#include "capture/options.h"

#include <stdlib.h>
#include <string.h>

#include "driver/command_line/default_gpu.h"
#include "driver/command_line/words.h"

/* MiB of contents unless --buffers says how many. */
#define BUFFERS_MIB "256"

enum value { NO_VALUE, MAY_HAVE_VALUE, NEEDS_VALUE };

struct row {
    const char *name;
    enum value value;
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

static const char *read_help(struct arena *a, struct capture_options *o, const char *value) {
    (void)a, (void)value;
    o->help = true;
    return NULL;
}

static const struct row rows[] = {
    {"--output", NEEDS_VALUE, "-o, --output FILE", "the manifest; default: launch.json",
     read_output},
    {"-o", NEEDS_VALUE, NULL, NULL, read_output},
    {"--buffers", MAY_HAVE_VALUE, "--buffers[=MIB]",
     "the contents of buffers too, at most MIB in all; default: " BUFFERS_MIB, read_buffers},
    {"--dry-run", MAY_HAVE_VALUE, "--dry-run[=execute]",
     "without a GPU: kernels do nothing, or PoCL runs them on the processor", read_dry_run},
    {"--gpu", NEEDS_VALUE, "--gpu NAME", "whose limits --dry-run shows; default: as of clperf-cc",
     read_gpu},
    {"--build", NEEDS_VALUE, "--build COMMAND",
     "first builds the program, for CUDA without its SDK: nvcc is clperf's", read_build},
    {"--interpose", NO_VALUE, "--interpose",
     "by LD_PRELOAD in front of OpenCL's loader, instead of as its layer", read_interpose},
    {"--from", NEEDS_VALUE, "--from DIR",
     "makes the manifest of what an interrupted capture left in DIR", read_from},
    {"--help", NO_VALUE, "--help", "", read_help},
};

enum { ROWS = sizeof rows / sizeof *rows };

static const struct row *find_row(const char *word, size_t n) {
    for (size_t i = 0; i < ROWS; i++)
        if (strlen(rows[i].name) == n && strncmp(rows[i].name, word, n) == 0)
            return &rows[i];
    return NULL;
}

static const char *unknown_option(struct arena *a, const char *word, size_t n) {
    struct words names = {0};
    for (size_t i = 0; i < ROWS; i++)
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
    const struct row *row = find_row(word, n);
    const char *value = equals ? equals + 1 : NULL;
    if (!row)
        return unknown_option(a, word, n);
    if (value && row->value == NO_VALUE)
        return arena_printf(a, "%s takes no value", row->name);
    if (!value && row->value == NEEDS_VALUE && !(value = argv[++*at]))
        return arena_printf(a, "%s needs a value", row->name);
    return row->read(a, o, value);
}

const char *capture_read_options(struct arena *a, char **argv, struct capture_options *o) {
    size_t i = 1;
    const char *source, *gpus = default_gpu(&source);
    *o = (struct capture_options){.output = "launch.json",
                                  .gpu = arena_strndup(a, gpus, strcspn(gpus, ","))};
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
    return o->program || o->from ? NULL : "no program to capture";
}

void capture_print_usage(FILE *out) {
    fputs("usage: clperf capture [OPTION]... -- PROGRAM [ARGUMENT]...\n"
          "       clperf capture --from DIR [-o FILE]\n"
          "\n"
          "Runs a program and writes a launch manifest of the kernels that it launches, and that\n"
          "the programs do that it starts.\n"
          "\n",
          out);
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].shown)
            fprintf(out, "  %-19s %s\n", rows[i].shown, rows[i].help);
}
