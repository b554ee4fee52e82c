#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "base/uri.h"
#include "diag/merge/merge.h"
#include "diag/report/sarif.h"
#include "driver/commands/commands.h"
#include "driver/commands/merge_join.h"

static const char usage[] =
    "usage: clperf merge [OPTION]... [PATH]...\n"
    "\n"
    "Puts together what the objects of a build left in CLPERF_OUTPUT_DIR. PATH is a file, or a\n"
    "directory of them; default: $CLPERF_OUTPUT_DIR.\n"
    "\n"
    "  --format FORMAT   one of those below\n"
    "  --output FILE     default: standard output\n"
    "  --root DIR        paths are written relative to it; default: the current directory\n"
    "  --category NAME   of the SARIF run, where several are uploaded for one commit\n"
    "  --all             text and markdown list all findings, not only the ten that cost most\n"
    "  --no-join         no second analysis of sources whose launches other sources may give\n"
    "  --max-bytes N     of the SARIF log after gzip; default: 10485760, as GitHub takes it\n"
    "  --help\n"
    "\n";

struct command {
    struct arena *arena;
    struct merge_request request;
    const char *error;
};

static void print_usage(FILE *out) {
    fputs(usage, out);
    for (size_t i = 0; i < merge_format_count; i++)
        fprintf(out, "  %-17s %s\n", merge_formats[i].name, merge_formats[i].what);
}

static void read_format(struct command *c, const char *name) {
    const struct merge_format *format = merge_format_named(c->arena, name, &c->error);
    c->request.format = format ? format : c->request.format;
}

static void read_bytes(struct command *c, const char *text) {
    char *end;
    long long n = strtoll(text, &end, 10);
    c->request.most_bytes = (size_t)n;
    if (end == text || *end || n <= 0)
        c->error = arena_printf(c->arena, "--max-bytes: '%s' is not a positive integer", text);
}

static void read_option(struct command *c, int option, char *value) {
    switch (option) {
    case 'f':
        read_format(c, value);
        break;
    case 'o':
        c->request.output = value;
        break;
    case 'r':
        c->request.root = value;
        break;
    case 'c':
        c->request.category = value;
        break;
    case 'a':
        c->request.all = true;
        break;
    case 'j':
        c->request.join = NULL;
        break;
    case 'b':
        read_bytes(c, value);
        break;
    }
}

static const struct option options[] = {
    {"format", required_argument, 0, 'f'}, {"output", required_argument, 0, 'o'},
    {"root", required_argument, 0, 'r'},   {"category", required_argument, 0, 'c'},
    {"no-join", no_argument, 0, 'j'},      {"max-bytes", required_argument, 0, 'b'},
    {"all", no_argument, 0, 'a'},          {"help", no_argument, 0, 'h'},
    {0}};

int merge_command(struct arena *a, int argc, char **argv) {
    struct command c = {.arena = a,
                        .request = {.format = &merge_formats[0],
                                    .output = "-",
                                    .root = ".",
                                    .most_bytes = SARIF_MOST_BYTES,
                                    .join = merge_join}};
    const char *collected = getenv("CLPERF_OUTPUT_DIR");
    int option;
    while ((option = getopt_long(argc, argv, ":o:", options, NULL)) != -1) {
        if (option == '?' || option == ':')
            return problems_bad_option("merge", argv, options, option);
        if (option == 'h') {
            print_usage(stdout);
            return 0;
        }
        read_option(&c, option, optarg);
    }
    for (int i = optind; i < argc; i++)
        words_add(a, &c.request.paths, argv[i]);
    if (!c.request.paths.n && collected && *collected)
        words_add(a, &c.request.paths, collected);
    if (!c.error && !c.request.paths.n)
        c.error = "nothing to merge: name files or directories, or set CLPERF_OUTPUT_DIR";
    if (c.error)
        return problems_fail(c.error);
    c.request.root = diag_absolute(a, c.request.root);
    return merge_run(a, &c.request);
}
