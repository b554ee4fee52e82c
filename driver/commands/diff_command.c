#include <getopt.h>
#include <string.h>

#include "base/die.h"
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

static void print_usage(FILE *out) {
    fputs(
        "usage: clperf diff [--format FORMAT] OLD.json NEW.json\n"
        "\n"
        "Compares two reports kernel by kernel: time, registers, occupancy, findings. They are\n"
        "those of clperf-cc -fclperf-add-output=json:file=..., or of clperf merge --format=json.\n"
        "\n",
        out);
    for (size_t i = 0; i < review_format_count; i++)
        fprintf(out, "  %-9s %s\n", review_formats[i].name, review_formats[i].what);
}

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

static int compare(struct arena *a, const struct review_format *format, char *const paths[2]) {
    struct report_file old, new;
    const char *error;
    if (!report_read(a, paths[0], &old, &error) || !report_read(a, paths[1], &new, &error))
        return problems_fail(error);
    const struct review r = review_make(a, &old, &new);
    return format->write(a, stdout, &r) == 0 ? 0 : problems_fail("cannot write the comparison");
}

int diff_command(struct arena *a, int argc, char **argv) {
    static const struct option options[] = {
        {"format", required_argument, NULL, 'f'}, {"help", no_argument, NULL, 'h'}, {0}};
    const struct review_format *format = &review_formats[0];
    const char *error = NULL;
    opterr = 0;
    for (int option; (option = getopt_long(argc, argv, ":", options, NULL)) != -1;) {
        if (option == 'h') {
            print_usage(stdout);
            return 0;
        }
        if (option == '?' || option == ':')
            return problems_bad_option("diff", argv, options, option);
        format = find_format(a, optarg, &error);
        if (error)
            return problems_fail(error);
    }
    if (argc - optind != 2)
        return problems_misuse("diff", "usage: clperf diff [--format FORMAT] OLD.json NEW.json");
    return compare(a, format, argv + optind);
}
