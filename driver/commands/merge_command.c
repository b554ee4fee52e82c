#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/command_line.h"
#include "base/problems.h"
#include "base/uri.h"
#include "diag/merge/merge.h"
#include "diag/report/sarif.h"
#include "driver/commands/commands.h"
#include "driver/commands/merge_join.h"

struct command {
    struct merge_request request;
    bool no_join;
};

static void print_formats(FILE *out) {
    fputc('\n', out);
    for (size_t i = 0; i < merge_format_count; i++)
        fprintf(out, "  %-17s %s\n", merge_formats[i].name, merge_formats[i].what);
}

static const char *read_format(struct arena *a, void *to, const char *name) {
    const char *error = NULL;
    ((struct command *)to)->request.format = merge_format_named(a, name, &error);
    return error;
}

static const char *read_bytes(struct arena *a, void *to, const char *text) {
    long n;
    if (!command_line_integer(text, 1, LONG_MAX, &n))
        return arena_printf(a, "--max-bytes: '%s' is not a positive integer", text);
    ((struct command *)to)->request.most_bytes = (size_t)n;
    return NULL;
}

static const struct command_option options[] = {
    {"--format", "FORMAT", "one of those below", COMMAND_READ(read_format), 0},
    {"--output", "FILE", "default: standard output", COMMAND_TEXT(struct command, request.output),
     'o'},
    {"--root", "DIR", "paths are written relative to it; default: the current directory",
     COMMAND_TEXT(struct command, request.root), 0},
    {"--category", "NAME", "of the SARIF run, where several are uploaded for one commit",
     COMMAND_TEXT(struct command, request.category), 0},
    {"--all", NULL, "text and markdown list all findings, not only the ten that cost most",
     COMMAND_FLAG(struct command, request.all), 0},
    {"--no-join", NULL, "no second analysis of sources whose launches other sources may give",
     COMMAND_FLAG(struct command, no_join), 0},
    {"--max-bytes", "N", "of the SARIF log after gzip; default: 10485760, as GitHub takes it",
     COMMAND_READ(read_bytes), 0},
};

static const struct command_table table = {
    .name = "merge",
    .usage = "usage: clperf merge [OPTION]... [PATH]...\n"
             "\n"
             "Puts together what the objects of a build left in CLPERF_OUTPUT_DIR. PATH is a file, "
             "or a\n"
             "directory of them; default: $CLPERF_OUTPUT_DIR.\n"
             "\n",
    .options = options,
    .n = sizeof options / sizeof *options,
    .print_more = print_formats,
};

int merge_command(struct arena *a, int argc, char **argv) {
    (void)argc;
    struct command c = {.request = {.format = &merge_formats[0],
                                    .output = "-",
                                    .root = ".",
                                    .most_bytes = SARIF_MOST_BYTES}};
    struct command_words words;
    const char *collected = getenv("CLPERF_OUTPUT_DIR");
    int status = command_line_read(a, &table, argv, &c, &words);
    if (status != COMMAND_RUNS)
        return status;
    c.request.paths = words.operands;
    c.request.join = c.no_join ? NULL : merge_join;
    if (!c.request.paths.n && collected && *collected)
        words_add(a, &c.request.paths, collected);
    if (!c.request.paths.n)
        return problems_fail(
            "nothing to merge: name files or directories, or set CLPERF_OUTPUT_DIR");
    c.request.root = diag_absolute(a, c.request.root);
    return merge_run(a, &c.request);
}
