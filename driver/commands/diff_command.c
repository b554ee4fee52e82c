#include <string.h>

#include "base/command_line.h"
#include "base/problems.h"
#include "base/words.h"
#include "diag/compare/compare.h"
#include "driver/commands/commands.h"

const struct review_format review_formats[] = {
#define REVIEW_FORMAT(name, what) {#name, what, diff_##name},
#include "diag/compare/diff_formats.def"
#undef REVIEW_FORMAT
};
const size_t review_format_count = sizeof review_formats / sizeof review_formats[0];

static const struct review_format *find_format(struct arena *a, const char *name,
                                               const char **error) {
    struct words names = {0};
    for (size_t i = 0; i < review_format_count; i++) {
        words_add(a, &names, review_formats[i].name);
        if (strcmp(review_formats[i].name, name) == 0)
            return &review_formats[i];
    }
    const char *nearest = words_nearest(name, &names);
    *error = arena_printf(a, "no format '%s'%s%s%s", name, nearest ? "; did you mean '" : "",
                          nearest ? nearest : "", nearest ? "'?" : "; see clperf diff --help");
    return NULL;
}

static int compare(struct arena *a, const struct review_format *format, const char *const *paths) {
    struct report_file old, new;
    const char *error;
    if (!report_read(a, paths[0], &old, &error) || !report_read(a, paths[1], &new, &error))
        return problems_fail(error);
    const struct review r = review_make(a, &old, &new);
    return format->write(a, stdout, &r) == 0 ? 0 : problems_fail("cannot write the comparison");
}

static const char *read_format(struct arena *a, void *to, const char *name) {
    const char *error = NULL;
    *(const struct review_format **)to = find_format(a, name, &error);
    return error;
}

static void print_formats(FILE *out) {
    fputc('\n', out);
    for (size_t i = 0; i < review_format_count; i++)
        fprintf(out, "  %-9s %s\n", review_formats[i].name, review_formats[i].what);
}

static const struct command_option options[] = {
    {"--format", "FORMAT", "one of those below", COMMAND_READ(read_format), 0},
};

static const struct command_table table = {
    .name = "diff",
    .usage =
        "usage: clperf diff [--format FORMAT] OLD.json NEW.json\n"
        "\n"
        "Compares two reports kernel by kernel: time, registers, occupancy, findings. They are\n"
        "those of clperf-cc -fclperf-add-output=json:file=..., or of clperf merge "
        "--format=json.\n"
        "\n",
    .options = options,
    .n = sizeof options / sizeof *options,
    .print_more = print_formats,
};

int diff_command(struct arena *a, int argc, char **argv) {
    const struct review_format *format = &review_formats[0];
    struct command_words words;
    (void)argc;
    int status = command_line_read(a, &table, argv, &format, &words);
    if (status != COMMAND_RUNS)
        return status;
    if (words.operands.n != 2)
        return problems_fail("usage: clperf diff [--format FORMAT] OLD.json NEW.json");
    return compare(a, format, words.operands.at);
}
