#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/die.h"
#include "base/problems.h"
#include "driver/store/overlay.h"
#include "driver/sweep/export/export.h"
#include "driver/sweep/surrogate.h"

static const char usage[] =
    "usage: clperf sweep [OPTION]... SPACE.json\n"
    "       clperf sweep --merge [OPTION]... FILE...\n"
    "       clperf sweep --export FORMAT [OPTION]... SPACE.json RESULTS\n"
    "\n"
    "Predicts every configuration of a design space.\n"
    "\n"
    "  --output FILE    results; default: standard output\n"
    "  --format FORMAT  csv (default) or json\n"
    "  --top K          print the K fastest; all rows only go to --output then\n"
    "  --clock C:M      at each pair of these core and memory clocks in MHz: lists of numbers and\n"
    "                   ranges FROM-TO/STEP, as in 600-1200/100:2500,3500\n"
    "  --when FORMULA   only configurations for which it is true; repeatable\n"
    "  --jobs N         processes at a time; default: as many as there are processors\n"
    "  --shard I/N      only the I-th of N parts\n"
    "  --resume         keep what --output has and go on\n"
    "  --merge          put results of shards together\n"
    "  --export FORMAT  results as a cache file of Kernel Tuner (kernel-tuner) or in T4 (t4)\n"
    "  --gpu NAME       for a space that names no GPU, repeatable; with --export: results on this\n"
    "                   GPU only\n"
    "  --model NAME     performance model, default: trace\n"
    "  --budget SECONDS processor time for one configuration, default as clperf-cc's\n"
    "  --surrogate[=L]  simulate a few thousand configurations and learn the others from them, by\n"
    "                   random-forest, by boosted-trees, or by the better of both\n"
    "  --samples N      simulated at first with --surrogate, default: 2000\n"
    "  --progress       how far it is on stderr, which is the default on a terminal\n"
    "  --help\n";

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

static double positive(struct command *c, const char *option, const char *text, bool integer) {
    char *end;
    double x = strtod(text, &end);
    bool good = end != text && !*end && x > 0 && x <= 1e6 && (!integer || x == (double)(long)x);
    if (!good)
        fail(c, arena_printf(c->arena, "--%s: '%s' is not a positive %s", option, text,
                             integer ? "integer" : "number"));
    return good ? x : 1;
}

static void read_shard(struct command *c, const char *value) {
    unsigned long shard, shards;
    char end;
    if (sscanf(value, "%lu/%lu%c", &shard, &shards, &end) != 2 || shard < 1 || shard > shards ||
        shards > 1000000)
        fail(c, arena_printf(c->arena, "--shard: '%s' is not I/N with 1 <= I <= N", value));
    c->request.shard = shard;
    c->request.shards = shards;
}

static void read_format(struct command *c, const char *value) {
    c->format_given = true;
    c->request.format = strcmp(value, "json") == 0 ? SWEEP_JSON : SWEEP_CSV;
    if (strcmp(value, "json") != 0 && strcmp(value, "csv") != 0)
        fail(c, arena_printf(c->arena, "--format: '%s' is neither csv nor json", value));
}

/* Fewer say nothing. */
enum { FEWEST_SAMPLES = 100, USUAL_SAMPLES = 2000 };

static void read_samples(struct command *c, const char *value) {
    c->request.samples = (size_t)positive(c, "samples", value, true);
    if (c->request.samples < FEWEST_SAMPLES)
        fail(c, "--samples: 100 are the fewest");
}

static void read_surrogate(struct command *c, const char *name) {
    c->request.surrogate = name ? name : "";
    if (name && strcmp(name, "random-forest") != 0 && strcmp(name, "boosted-trees") != 0)
        fail(c, arena_printf(c->arena,
                             "--surrogate: '%s' is neither random-forest nor boosted-trees", name));
}

static void read_model(struct command *c, const char *name) {
    c->request.model = model_find(name);
    if (!c->request.model)
        fail(c, arena_printf(c->arena, "unknown model '%s'", name));
}

static void read_export(struct command *c, const char *name) {
    c->export = export_find(name);
    if (!c->export)
        fail(c,
             arena_printf(c->arena, "--export: '%s' is none of %s", name, export_names(c->arena)));
}

static void read_option(struct command *c, int option, char *value) {
    struct sweep_request *r = &c->request;
    switch (option) {
    case 'o':
        r->output = value;
        break;
    case 'f':
        read_format(c, value);
        break;
    case 't':
        r->top = (size_t)positive(c, "top", value, true);
        break;
    case 'j':
        r->jobs = (int)positive(c, "jobs", value, true);
        break;
    case 's':
        read_shard(c, value);
        break;
    case 'm':
        read_model(c, value);
        break;
    case 'b':
        r->budget.seconds = positive(c, "budget", value, false);
        break;
    case 'c':
        r->more.clock = value;
        break;
    case 'w':
        words_add(c->arena, &r->more.when, value);
        break;
    case 'O':
        words_add(c->arena, &c->overlays, value);
        break;
    case 'r':
        r->resume = true;
        break;
    case 'p':
        r->progress = true;
        break;
    case 'n':
        read_samples(c, value);
        break;
    case 'S':
        read_surrogate(c, value);
        break;
    case 'M':
        c->merge = true;
        break;
    case 'e':
        read_export(c, value);
        break;
    case 'g':
        words_add(c->arena, &r->more.gpus, value);
        break;
    }
}

static const struct option options[] = {{"output", required_argument, 0, 'o'},
                                        {"format", required_argument, 0, 'f'},
                                        {"top", required_argument, 0, 't'},
                                        {"jobs", required_argument, 0, 'j'},
                                        {"shard", required_argument, 0, 's'},
                                        {"model", required_argument, 0, 'm'},
                                        {"budget", required_argument, 0, 'b'},
                                        {"resume", no_argument, 0, 'r'},
                                        {"progress", no_argument, 0, 'p'},
                                        {"merge", no_argument, 0, 'M'},
                                        {"samples", required_argument, 0, 'n'},
                                        {"surrogate", optional_argument, 0, 'S'},
                                        {"clock", required_argument, 0, 'c'},
                                        {"when", required_argument, 0, 'w'},
                                        {"export", required_argument, 0, 'e'},
                                        {"gpu", required_argument, 0, 'g'},
                                        {"help", no_argument, 0, 'h'},
                                        {"overlay", required_argument, 0, 'O'},
                                        {0}};

static void check_export(struct command *c, int files) {
    const struct sweep_request *r = &c->request;
    if (files != 2)
        fail(c, "--export wants the design space and its results");
    else if (c->merge || r->resume || r->shards > 1 || c->format_given || r->top || r->surrogate)
        fail(c, "--export goes with --output, --gpu, --clock and --when only");
}

static void check(struct command *c, int files) {
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
    struct options defaults = options_default(a);
    struct command c = {.arena = a,
                        .request = {.shard = 1,
                                    .shards = 1,
                                    .jobs = (int)sysconf(_SC_NPROCESSORS_ONLN),
                                    .budget = defaults.budget,
                                    .samples = USUAL_SAMPLES,
                                    .progress = isatty(STDERR_FILENO)}};
    struct words files = {0};
    int option;
    read_model(&c, defaults.model);
    while ((option = getopt_long(argc, argv, ":o:", options, NULL)) != -1) {
        if (option == '?' || option == ':')
            return problems_bad_option("sweep", argv, options, option);
        if (option == 'h') {
            fputs(usage, stdout);
            return 0;
        }
        read_option(&c, option, optarg);
    }
    for (int i = optind; i < argc; i++)
        words_add(a, &files, argv[i]);
    read_overlays(&c);
    check(&c, argc - optind);
    if (c.error)
        return problems_fail(c.error);
    c.request.space = files.at[0];
    if (c.export)
        return export_run(a, &c.request, c.export, files.at[1]);
    if (c.merge)
        return sweep_merge(a, &c.request, &files);
    return c.request.surrogate ? surrogate_run(a, &c.request) : sweep_run(a, &c.request);
}
