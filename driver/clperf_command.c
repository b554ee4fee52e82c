#include "driver/clperf_command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/die.h"
#include "base/str.h"
#include "driver/check/check.h"
#include "driver/command_line/problems.h"
#include "driver/command_line/words.h"
#include "driver/fit_command.h"
#include "driver/process/spawn.h"
#include "driver/reports/advise.h"
#include "driver/reports/compare.h"
#include "driver/reports/explain_command.h"
#include "driver/reports/merge.h"
#include "driver/sweep/sweep.h"
#include "hwdb/gpu.h"

static const char *suggestion(struct arena *a, const char *word, const struct words *known) {
    const char *nearest = words_nearest(word, known);
    return nearest ? arena_printf(a, "; did you mean '%s'?", nearest) : "";
}

static int gpus(struct arena *a, const char *name) {
    const char *error = NULL;
    const struct gpu *g = name ? gpu_find(a, name, &error) : NULL;
    if (error)
        return problems_fail(error);
    if (g)
        gpu_explain(stdout, g);
    else
        gpu_list(stdout);
    return 0;
}

static const struct companion_command own_commands[] = {
    {"gpus", "[NAME]", "the GPUs that are known, or one value by value", gpus, NULL},
    {"explain", "...", "what a rule finds, or why a finding costs what it does", NULL,
     explain_command},
    {"sweep", "...", "predicts all configurations of a design space", NULL, sweep_command},
    {"check", "...", "analyses a project from its compile_commands.json", NULL, check_command},
    {"merge", "...", "one SARIF, JSON or other file of a build's", NULL, merge_command},
    {"diff", "OLD NEW", "compares two reports kernel by kernel", NULL, diff_command},
    {"advise", "FILE...", "predicts kernels and loops on several GPUs, with what copying takes",
     NULL, advise_command},
    {"fit", "...", "learns times from a table, for -fclperf-model=FILE", NULL, fit_command},
    {"gate", "...", "fails if a report does not satisfy conditions", NULL, gate_command},
};

enum { OWN_COMMANDS = sizeof own_commands / sizeof own_commands[0] };

/* Our own commands, then those of the rooms above. */
struct commands {
    const struct companion_command *more;
    size_t n; /* of all */
};

static const struct companion_command *command_at(const struct commands *c, size_t i) {
    return i < OWN_COMMANDS ? &own_commands[i] : &c->more[i - OWN_COMMANDS];
}

static void print_usage(FILE *out, const struct commands *all) {
    fputs("usage: clperf COMMAND [ARGUMENT]...\n\n", out);
    for (size_t i = 0; i < all->n; i++) {
        const struct companion_command *c = command_at(all, i);
        fprintf(out, "  %-8s %-8s %s\n", c->name, c->argument, c->help);
    }
    fputs("\n  --help, --version\n  COMMAND --help says more of those with several "
          "arguments.\n\nKernels are analysed by clperf-cc; see clperf-cc "
          "-fclperf-help.\n",
          out);
}

static int run_command(struct arena *a, const struct commands *all,
                       const struct companion_command *c, int argc, char **argv) {
    if (c->full)
        return c->full(a, argc, argv);
    if (argc == 1 || (argc == 2 && !str_starts(argv[1], "--")))
        return c->simple(a, argc == 2 ? argv[1] : NULL);
    if (strcmp(argv[1], "--help") == 0) {
        print_usage(stdout, all);
        return 0;
    }
    fprintf(stderr, "clperf: error: usage: clperf %s %s\n", c->name, c->argument);
    return EXIT_USAGE;
}

static int find_and_run(struct arena *a, const struct commands *all, int argc, char **argv) {
    struct words names = {0};
    for (size_t i = 0; i < all->n; i++) {
        words_add(a, &names, command_at(all, i)->name);
        if (strcmp(command_at(all, i)->name, argv[0]) == 0)
            return run_command(a, all, command_at(all, i), argc, argv);
    }
    fprintf(stderr, "clperf: error: no command '%s'%s\n", argv[0], suggestion(a, argv[0], &names));
    return EXIT_USAGE;
}

int clperf_companion(int argc, char **argv, const struct companion_command *more, size_t n_more) {
    const struct commands all = {more, OWN_COMMANDS + n_more};
    struct arena arena = {0};
    int status = 0;
    spawn_occupy_standard();
    if (argc < 2) {
        print_usage(stderr, &all);
        status = EXIT_USAGE;
    } else if (strcmp(argv[1], "--help") == 0) {
        print_usage(stdout, &all);
    } else if (strcmp(argv[1], "--version") == 0) {
        printf("clperf %s\n", CLPERF_VERSION);
    } else {
        status = find_and_run(&arena, &all, argc - 1, argv + 1);
    }
    if (fflush(stdout) != 0 || ferror(stdout))
        status = problems_fail(
            arena_printf(&arena, "cannot write standard output: %s", strerror(errno)));
    arena_free(&arena);
    return status;
}
