#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/command_line.h"
#include "base/die.h"
#include "base/problems.h"
#include "driver/store/overlay.h"
#include "driver/sweep/export/export.h"
#include "driver/sweep/surrogate.h"

struct command {
    struct arena *arena;
    struct sweep_request request;
    struct words overlays;
    bool merge, format_given;
    const struct export_format *export; /* NULL: none */
    const char *error;
};

static void fail(struct command *c, const char *text) {
    if (!c->error)
        c->error = text;
}

/* A positive number of at most a million. */
static const char *read_positive(struct arena *a, const char *option, const char *text,
                                 bool integer, double *to) {
    bool good =
        command_line_number(text, 0, 1e6, to) && *to > 0 && (!integer || *to == (double)(long)*to);
    return good ? NULL
                : arena_printf(a, "%s: '%s' is not a positive %s", option, text,
                               integer ? "integer" : "number");
}

static const char *read_top(struct arena *a, void *to, const char *value) {
    double x = 0;
    const char *error = read_positive(a, "--top", value, true, &x);
    ((struct command *)to)->request.top = (size_t)x;
    return error;
}

static const char *read_jobs(struct arena *a, void *to, const char *value) {
    double x = 0;
    const char *error = read_positive(a, "--jobs", value, true, &x);
    ((struct command *)to)->request.jobs = (int)x;
    return error;
}

static const char *read_budget(struct arena *a, void *to, const char *value) {
    return read_positive(a, "--budget", value, false,
                         &((struct command *)to)->request.budget.seconds);
}

static const char *read_shard(struct arena *a, void *to, const char *value) {
    struct command *c = to;
    unsigned long shard, shards;
    char end;
    if (sscanf(value, "%lu/%lu%c", &shard, &shards, &end) != 2 || shard < 1 || shard > shards ||
        shards > 1000000)
        return arena_printf(a, "--shard: '%s' is not I/N with 1 <= I <= N", value);
    c->request.shard = shard;
    c->request.shards = shards;
    return NULL;
}

static const char *read_format(struct arena *a, void *to, const char *value) {
    struct command *c = to;
    c->format_given = true;
    c->request.format = strcmp(value, "json") == 0 ? SWEEP_JSON : SWEEP_CSV;
    return strcmp(value, "json") == 0 || strcmp(value, "csv") == 0
               ? NULL
               : arena_printf(a, "--format: '%s' is neither csv nor json", value);
}

/* Fewer say nothing. */
enum { FEWEST_SAMPLES = 100, USUAL_SAMPLES = 2000 };

static const char *read_samples(struct arena *a, void *to, const char *value) {
    double x = 0;
    const char *error = read_positive(a, "--samples", value, true, &x);
    ((struct command *)to)->request.samples = (size_t)x;
    return error || x >= FEWEST_SAMPLES ? error : "--samples: 100 are the fewest";
}

static const char *read_surrogate(struct arena *a, void *to, const char *name) {
    ((struct command *)to)->request.surrogate = name ? name : "";
    if (!name || strcmp(name, "random-forest") == 0 || strcmp(name, "boosted-trees") == 0)
        return NULL;
    return arena_printf(a, "--surrogate: '%s' is neither random-forest nor boosted-trees", name);
}

static const char *read_model(struct arena *a, void *to, const char *name) {
    struct command *c = to;
    c->request.model = model_find(name);
    return c->request.model ? NULL : arena_printf(a, "unknown model '%s'", name);
}

static const char *read_export(struct arena *a, void *to, const char *name) {
    struct command *c = to;
    c->export = export_find(name);
    return c->export ? NULL
                     : arena_printf(a, "--export: '%s' is none of %s", name, export_names(a));
}

static const struct command_option options[] = {
    {"--output", "FILE", "results; default: standard output",
     COMMAND_TEXT(struct command, request.output), 'o'},
    {"--format", "FORMAT", "csv (default) or json", COMMAND_READ(read_format), 0},
    {"--top", "K", "print the K fastest; all rows only go to --output then", COMMAND_READ(read_top),
     0},
    {"--clock", "C:M",
     "at each pair of these core and memory clocks in MHz: lists of numbers and\n"
     "ranges FROM-TO/STEP, as in 600-1200/100:2500,3500",
     COMMAND_TEXT(struct command, request.more.clock), 0},
    {"--when", "FORMULA", "only configurations for which it is true; repeatable",
     COMMAND_WORDS(struct command, request.more.when), 0},
    {"--jobs", "N", "processes at a time; default: as many as there are processors",
     COMMAND_READ(read_jobs), 0},
    {"--shard", "I/N", "only the I-th of N parts", COMMAND_READ(read_shard), 0},
    {"--resume", NULL, "keep what --output has and go on",
     COMMAND_FLAG(struct command, request.resume), 0},
    {"--merge", NULL, "put results of shards together", COMMAND_FLAG(struct command, merge), 0},
    {"--export", "FORMAT", "results as a cache file of Kernel Tuner (kernel-tuner) or in T4 (t4)",
     COMMAND_READ(read_export), 0},
    {"--gpu", "NAME",
     "for a space that names no GPU, repeatable; with --export: results on this\n"
     "GPU only",
     COMMAND_WORDS(struct command, request.more.gpus), 0},
    {"--model", "NAME", "performance model, default: trace", COMMAND_READ(read_model), 0},
    {"--budget", "SECONDS", "processor time for one configuration, default as clperf-cc's",
     COMMAND_READ(read_budget), 0},
    {"--surrogate", "[=L]",
     "simulate a few thousand configurations and learn the others from them, by\n"
     "random-forest, by boosted-trees, or by the better of both",
     COMMAND_READ(read_surrogate), 0},
    {"--samples", "N", "simulated at first with --surrogate, default: 2000",
     COMMAND_READ(read_samples), 0},
    {"--progress", NULL, "how far it is on stderr, which is the default on a terminal",
     COMMAND_FLAG(struct command, request.progress), 0},
    {"--overlay", "FILE=PATH", NULL, COMMAND_WORDS(struct command, overlays), 0},
};

static const struct command_table table = {
    .name = "sweep",
    .usage = "usage: clperf sweep [OPTION]... SPACE.json\n"
             "       clperf sweep --merge [OPTION]... FILE...\n"
             "       clperf sweep --export FORMAT [OPTION]... SPACE.json RESULTS\n"
             "\n"
             "Predicts every configuration of a design space.\n"
             "\n",
    .options = options,
    .n = sizeof options / sizeof *options,
};

static void check_export(struct command *c, size_t files) {
    const struct sweep_request *r = &c->request;
    if (files != 2)
        fail(c, "--export wants the design space and its results");
    else if (c->merge || r->resume || r->shards > 1 || c->format_given || r->top || r->surrogate)
        fail(c, "--export goes with --output, --gpu, --clock and --when only");
}

static void check(struct command *c, size_t files) {
    struct sweep_request *r = &c->request;
    r->more.own_gpus = c->export;
    if (c->export)
        check_export(c, files);
    else if (!c->merge && files != 1)
        fail(c, files ? "one design space at a time" : "the design space is missing");
    else if (c->merge && !files)
        fail(c, "--merge: the files are missing");
    else if (c->merge && (r->resume || r->shards > 1 || c->format_given || r->more.clock ||
                          r->more.when.n || r->more.gpus.n))
        fail(c, "--merge goes with --output and --top only");
    else if (r->surrogate && (c->merge || r->resume || r->shards > 1))
        fail(c, "--surrogate goes with neither --merge, --resume nor --shard");
    else if (r->resume && !r->output)
        fail(c, "--resume needs --output");
}

/* Texts in the place of the space and the source, see driver/store/overlay.h, from `clperf mcp`:
 * without that nobody wants the result. */
static void read_overlays(struct command *c) {
    struct problems problems = {.arena = c->arena};
    if (c->overlays.n)
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    c->request.more.texts = overlay_read(c->arena, &c->overlays, &problems);
    if (c->request.more.texts.n)
        c->request.more.overlay = overlay_describe(c->arena, &c->request.more.texts);
    if (problems.n)
        fail(c, problems.at[0].text);
    else if (c->request.more.texts.n && !c->request.more.overlay)
        fail(c, "no memory for a text");
}

int sweep_command(struct arena *a, int argc, char **argv) {
    (void)argc;
    struct options defaults = options_default(a);
    struct command c = {.arena = a,
                        .request = {.shard = 1,
                                    .shards = 1,
                                    .jobs = (int)sysconf(_SC_NPROCESSORS_ONLN),
                                    .budget = defaults.budget,
                                    .samples = USUAL_SAMPLES,
                                    .progress = isatty(STDERR_FILENO)}};
    struct command_words words;
    read_model(a, &c, defaults.model);
    int status = command_line_read(a, &table, argv, &c, &words);
    if (status != COMMAND_RUNS)
        return status;
    const struct words files = words.operands;
    read_overlays(&c);
    check(&c, files.n);
    if (c.error)
        return problems_fail(c.error);
    c.request.space = files.at[0];
    if (c.export)
        return export_run(a, &c.request, c.export, files.at[1]);
    if (c.merge)
        return sweep_merge(a, &c.request, &files);
    return c.request.surrogate ? surrogate_run(a, &c.request) : sweep_run(a, &c.request);
}
