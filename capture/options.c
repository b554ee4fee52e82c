#include "capture/options.h"

#include <stdlib.h>
#include <string.h>

#include "base/command_line.h"
#include "base/problems.h"
#include "capture/device.h"
#include "driver/command_line/default_gpu.h"

/* MiB of contents unless --buffers says how many. */
#define BUFFERS_MIB "256"

static const char *read_output(struct arena *a, void *to, const char *value) {
    (void)a;
    ((struct capture_options *)to)->output = value;
    return *value ? NULL : "-o: expected the name of a file";
}

static const char *read_buffers(struct arena *a, void *to, const char *value) {
    struct capture_options *o = to;
    size_t digits = value ? strspn(value, "0123456789") : 0;
    o->buffers = value ? value : BUFFERS_MIB;
    if (!value || (digits && digits <= 7 && !value[digits] && atoi(value) > 0))
        return NULL;
    return arena_printf(a, "--buffers: '%s' is not a number of MiB", value);
}

static const char *read_build(struct arena *a, void *to, const char *value) {
    struct capture_options *o = to;
    (void)a;
    o->build = value;
    return *value ? NULL : "--build: expected a command";
}

static const char *read_dry_run(struct arena *a, void *to, const char *value) {
    struct capture_options *o = to;
    o->dry_run = true;
    o->execute = value;
    if (!value || strcmp(value, "execute") == 0)
        return NULL;
    return arena_printf(a, "--dry-run: expected --dry-run or --dry-run=execute, not '%s'", value);
}

static const char *read_gpus(struct arena *a, void *to, const char *value) {
    struct capture_options *o = to;
    size_t digits = strspn(value, "0123456789");
    o->gpus = digits && digits <= 2 && !value[digits] ? (unsigned)atoi(value) : 0;
    return o->gpus >= 1 && o->gpus <= DEVICE_MOST
               ? NULL
               : arena_printf(a, "--gpus: '%s' is not a number from 1 to %d", value, DEVICE_MOST);
}

/* Those that both commands have come first. */
static const struct command_option options[] = {
    {"--output", "FILE", "the manifest; default: launch.json", COMMAND_READ(read_output), 'o'},
    {"--buffers", "[=MIB]",
     "the contents of buffers too, at most MIB in all; default: " BUFFERS_MIB,
     COMMAND_READ(read_buffers), 0},
    {"--remember", NULL, "names the manifest in ./.clperf, so that later analyses use it",
     COMMAND_FLAG(struct capture_options, remember), 0},
    {"--dry-run", "[=execute]",
     "without a GPU: kernels do nothing, or PoCL runs them on the processor",
     COMMAND_READ(read_dry_run), 0},
    {"--gpu", "NAME", "whose limits --dry-run shows; default: as of clperf-cc",
     COMMAND_TEXT(struct capture_options, gpu), 0},
    {"--gpus", "N", "how many of them --dry-run shows to CUDA and HIP; default: 1",
     COMMAND_READ(read_gpus), 0},
    {"--build", "COMMAND", "first builds the program, for CUDA without its SDK: nvcc is clperf's",
     COMMAND_READ(read_build), 0},
    {"--profile", NULL, "times of launches on OpenCL queues that do not measure, too",
     COMMAND_FLAG(struct capture_options, profile), 0},
    {"--interpose", NULL, "by LD_PRELOAD in front of OpenCL's loader, instead of as its layer",
     COMMAND_FLAG(struct capture_options, interpose), 0},
    {"--from", "DIR", "makes the manifest of what an interrupted capture left in DIR",
     COMMAND_TEXT(struct capture_options, from), 0},
};

enum { BOTH = 3, OPTIONS = sizeof options / sizeof *options };

static const struct command_table capture_table = {
    .name = "capture",
    .usage =
        "usage: clperf capture [OPTION]... -- PROGRAM [ARGUMENT]...\n"
        "       clperf capture --from DIR [-o FILE]\n"
        "\n"
        "Runs a program and writes a launch manifest of the kernels that it launches, and that\n"
        "the programs do that it starts.\n"
        "\n",
    .options = options,
    .n = OPTIONS,
    .program = true,
};

static const struct command_table trace_table = {
    .name = "trace",
    .usage =
        "usage: clperf trace [OPTION]... -- PROGRAM [ARGUMENT]...\n"
        "\n"
        "Runs a sequential program once and writes a launch manifest of its loops that are taken\n"
        "as kernels: how often they repeat, their variables, and what arrays of indices hold. The\n"
        "program has to be compiled by clperf-cc with -fclperf-trace.\n"
        "\n",
    .options = options,
    .n = BOTH,
    .program = true,
};

int capture_read_options(struct arena *a, char **argv, struct capture_options *o) {
    const bool trace = strcmp(argv[0], "capture") != 0;
    const char *source, *gpus = default_gpu(&source);
    struct command_words words;
    *o = (struct capture_options){.output = "launch.json",
                                  .gpu = arena_strndup(a, gpus, strcspn(gpus, ",")),
                                  .gpus = 1,
                                  .trace = trace,
                                  .buffers = trace ? BUFFERS_MIB : NULL};
    int status = command_line_read(a, trace ? &trace_table : &capture_table, argv, o, &words);
    if (status != COMMAND_RUNS)
        return status;
    o->program = words.operands.n ? words_argv(a, &words.operands) : NULL;
    if (o->program && o->from)
        return problems_fail("--from starts no program");
    return o->program || o->from ? COMMAND_RUNS
           : trace               ? problems_fail("no program to trace; see clperf trace --help")
                   : problems_fail("no program to capture; see clperf capture --help");
}
