#include "driver/commands/clperf_command.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/die.h"
#include "base/problems.h"
#include "base/process/spawn.h"
#include "base/str.h"
#include "base/words.h"
#include "driver/check/check.h"
#include "driver/commands/commands.h"
#include "driver/sweep/sweep.h"
#include "hwdb/gpu.h"

static const char *suggestion(struct arena *a, const char *word, const struct words *known) {
    const char *nearest = words_nearest(word, known);
    return nearest ? arena_printf(a, "; did you mean '%s'?", nearest) : "";
}

static const struct companion_command own_commands[] = {
    {"gpus", "[NAME]", "lists the known GPUs, or the values of one", gpus_command},
    {"explain", "...", "explains a rule, or why a finding costs what it does", explain_command},
    {"sweep", "...", "predicts all configurations of a design space", sweep_command},
    {"check", "...", "analyses a project from its compile_commands.json", check_command},
    {"merge", "...", "merges the reports of a build into one file", merge_command},
    {"diff", "OLD NEW", "compares two reports kernel by kernel", diff_command},
    {"advise", "FILE...", "compares GPUs for kernels and loops, copying included", advise_command},
    {"fit", "...", "learns times from a table, for -fclperf-model=FILE", fit_command},
    {"gate", "...", "fails if a report does not meet conditions", gate_command},
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
        fprintf(out, "  %-9s %-9s %s\n", c->name, c->argument, c->help);
    }
    fprintf(out, "  %-9s %-9s %s\n", "help", "[COMMAND]", "shows this text, or that of a command");
    fputs("\n  -h, --help, -V, --version\n\nclperf-cc analyses kernels while it compiles; see "
          "clperf-cc "
          "-fclperf-help.\n",
          out);
}

static char help_option[] = "--help";

/* -h alone behind a command asks for its help. */
static int run_command(struct arena *a, const struct companion_command *c, int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "-h") == 0)
        return c->run(a, argc, (char *[]){argv[0], help_option, NULL});
    return c->run(a, argc, argv);
}

static int find_and_run(struct arena *a, const struct commands *all, int argc, char **argv) {
    struct words names = {0};
    words_add(a, &names, "help");
    for (size_t i = 0; i < all->n; i++) {
        words_add(a, &names, command_at(all, i)->name);
        if (strcmp(command_at(all, i)->name, argv[0]) == 0)
            return run_command(a, command_at(all, i), argc, argv);
    }
    fprintf(stderr, "clperf: error: no command '%s'%s\n", argv[0], suggestion(a, argv[0], &names));
    return EXIT_USAGE;
}

static bool is_any(const char *word, const char *x, const char *y, const char *z) {
    return strcmp(word, x) == 0 || strcmp(word, y) == 0 || strcmp(word, z) == 0;
}

static bool asks_for_help(const char *word) {
    return is_any(word, help_option, "-h", "help");
}

static int help(struct arena *a, const struct commands *all, int argc, char **argv) {
    if (argc == 1 || asks_for_help(argv[1])) {
        print_usage(stdout, all);
        return 0;
    }
    if (argc == 2)
        return find_and_run(a, all, 2, (char *[]){argv[1], help_option, NULL});
    fputs("clperf: error: usage: clperf help [COMMAND]\n", stderr);
    return EXIT_USAGE;
}

static void print_version(struct arena *a) {
    printf("clperf %s\nLLVM %s\nhwdb %s\n", CLPERF_VERSION, CLPERF_LLVM_VERSION,
           gpu_database_version(a));
}

static int run(struct arena *a, const struct commands *all, int argc, char **argv) {
    if (argc == 0) {
        print_usage(stderr, all);
        return EXIT_USAGE;
    }
    if (asks_for_help(argv[0]))
        return help(a, all, argc, argv);
    if (!is_any(argv[0], "--version", "-V", "version"))
        return find_and_run(a, all, argc, argv);
    print_version(a);
    return 0;
}

int clperf_companion(int argc, char **argv, const struct companion_command *more, size_t n_more) {
    const struct commands all = {more, OWN_COMMANDS + n_more};
    struct arena arena = {0};
    spawn_occupy_standard();
    int status = run(&arena, &all, argc - 1, argv + 1);
    if (fflush(stdout) != 0 || ferror(stdout))
        status = problems_fail(
            arena_printf(&arena, "cannot write standard output: %s", strerror(errno)));
    arena_free(&arena);
    return status;
}
