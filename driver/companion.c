#include "driver/companion.h"

#include <stdio.h>
#include <string.h>

#include "base/die.h"
#include "base/str.h"
#include "driver/explain.h"
#include "driver/merge.h"
#include "driver/review.h"
#include "driver/sweep.h"
#include "driver/words.h"
#include "hwdb/gpu.h"

static const char *suggestion(struct arena *a, const char *word, const struct words *known) {
    const char *nearest = words_nearest(word, known);
    return nearest ? arena_printf(a, "; did you mean '%s'?", nearest) : "";
}

static int gpus(struct arena *a, const char *name) {
    const char *error = NULL;
    const struct gpu *g = name ? gpu_find(a, name, &error) : NULL;
    if (error) {
        fprintf(stderr, "clperf: error: %s\n", error);
        return EXIT_USAGE;
    }
    if (g)
        gpu_explain(stdout, g);
    else
        gpu_list(stdout);
    return 0;
}

static const struct command {
    const char *name, *argument, *help;
    int (*simple)(struct arena *a, const char *argument); /* takes one argument at most, or NULL */
    int (*full)(struct arena *a, int argc, char **argv);  /* has a --help of its own */
} commands[] = {
    {"gpus", "[NAME]", "the GPUs that are known, or one value by value", gpus, NULL},
    {"explain", "...", "what a rule finds, or why a finding costs what it does", NULL,
     explain_command},
    {"sweep", "...", "predicts all configurations of a design space", NULL, sweep_command},
    {"merge", "...", "one SARIF, JSON or other file of a build's", NULL, merge_command},
    {"diff", "OLD NEW", "compares two reports kernel by kernel", NULL, diff_command},
    {"gate", "...", "fails if a report does not satisfy conditions", NULL, gate_command},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_usage(FILE *out) {
    fputs("usage: clperf COMMAND [ARGUMENT]...\n\n", out);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-8s %-8s %s\n", commands[i].name, commands[i].argument, commands[i].help);
    fputs("\n  --help, --version\n  COMMAND --help says more of those with several "
          "arguments.\n\nKernels are analysed by clperf-cc; see clperf-cc "
          "-fclperf-help.\n",
          out);
}

static int run_command(struct arena *a, const struct command *c, int argc, char **argv) {
    if (c->full)
        return c->full(a, argc, argv);
    if (argc == 1 || (argc == 2 && !str_starts(argv[1], "--")))
        return c->simple(a, argc == 2 ? argv[1] : NULL);
    if (strcmp(argv[1], "--help") == 0) {
        print_usage(stdout);
        return 0;
    }
    fprintf(stderr, "clperf: error: usage: clperf %s %s\n", c->name, c->argument);
    return EXIT_USAGE;
}

static int find_and_run(struct arena *a, int argc, char **argv) {
    struct words names = {0};
    for (size_t i = 0; i < COMMANDS; i++) {
        words_add(a, &names, commands[i].name);
        if (strcmp(commands[i].name, argv[0]) == 0)
            return run_command(a, &commands[i], argc, argv);
    }
    fprintf(stderr, "clperf: error: no command '%s'%s\n", argv[0], suggestion(a, argv[0], &names));
    return EXIT_USAGE;
}

int clperf_companion(int argc, char **argv) {
    struct arena arena = {0};
    int status = 0;
    if (argc < 2) {
        print_usage(stderr);
        status = EXIT_USAGE;
    } else if (strcmp(argv[1], "--help") == 0) {
        print_usage(stdout);
    } else if (strcmp(argv[1], "--version") == 0) {
        printf("clperf %s\n", CLPERF_VERSION);
    } else {
        status = find_and_run(&arena, argc - 1, argv + 1);
    }
    arena_free(&arena);
    return status;
}
