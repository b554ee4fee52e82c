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
    {"gpus", "[NAME]", "lists the known GPUs, or the values of one", gpus_command, 0, 0},
    {"advise", "FILE...", "compares GPUs for kernels and loops, copying included", advise_command,
     "gpus", "--rank"},
    {"explain", "...", "explains a rule, or why a finding costs what it does", explain_command, 0,
     0},
    {"sweep", "...", "predicts all configurations of a design space", sweep_command, 0, 0},
    {"check", "...", "analyses a project from its compile_commands.json", check_command, 0, 0},
    {"merge", "...", "merges the reports of a build into one file", merge_command, 0, 0},
    {"diff", "OLD NEW", "compares two reports kernel by kernel", diff_command, 0, 0},
    {"gate", "...", "fails if a report does not meet conditions", gate_command, "diff",
     "--require"},
    {"fit", "...", "learns times from a table, for -fclperf-model=FILE", fit_command, "calibrate",
     "--fit"},
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

static void print_forms(FILE *out, const struct commands *all, const char *name) {
    for (size_t i = 0; i < all->n; i++) {
        const struct companion_command *c = command_at(all, i);
        if (c->of && strcmp(c->of, name) == 0)
            fprintf(out, "    %-17s %s; as 'clperf %s'\n", c->option, c->help, c->name);
    }
}

static void print_usage(FILE *out, const struct commands *all) {
    fputs("usage: clperf COMMAND [ARGUMENT]...\n\n", out);
    for (size_t i = 0; i < all->n; i++) {
        const struct companion_command *c = command_at(all, i);
        if (c->of)
            continue;
        fprintf(out, "  %-9s %-9s %s\n", c->name, c->argument, c->help);
        print_forms(out, all, c->name);
    }
    fprintf(out, "  %-9s %-9s %s\n", "help", "[COMMAND]", "shows this text, or that of a command");
    fputs("\n  -h, --help, -V, --version\n\nclperf-cc analyses kernels while it compiles; see "
          "clperf-cc "
          "-fclperf-help.\n",
          out);
}

static char help_option[] = "--help";

static bool asks_for_help(const char *word) {
    return strcmp(word, help_option) == 0 || strcmp(word, "-h") == 0;
}

/* What a command takes, with its other uses. */
static int show(struct arena *a, const struct commands *all, const struct companion_command *c,
                char *name) {
    int status = c->run(a, 2, (char *[]){name, help_option, NULL});
    for (size_t i = 0; i < all->n; i++) {
        const struct companion_command *form = command_at(all, i);
        char *named = arena_printf(a, "%s %s", c->name, form->option);
        if (!form->of || strcmp(form->of, c->name) != 0)
            continue;
        putchar('\n');
        fflush(stdout); /* another program may be what answers */
        form->run(a, 2, (char *[]){named, help_option, NULL});
    }
    return status;
}

static int run_command(struct arena *a, const struct commands *all,
                       const struct companion_command *c, int argc, char **argv) {
    for (size_t i = 0; i < all->n && argc > 1; i++) {
        const struct companion_command *form = command_at(all, i);
        if (!form->of || strcmp(form->of, c->name) != 0 || strcmp(form->option, argv[1]) != 0)
            continue;
        argv[1] = arena_printf(a, "%s %s", c->name, form->option);
        return run_command(a, all, form, argc - 1, argv + 1);
    }
    return argc == 2 && asks_for_help(argv[1]) ? show(a, all, c, argv[0]) : c->run(a, argc, argv);
}

static int find_and_run(struct arena *a, const struct commands *all, int argc, char **argv) {
    struct words names = {0};
    words_add(a, &names, "help");
    for (size_t i = 0; i < all->n; i++) {
        words_add(a, &names, command_at(all, i)->name);
        if (strcmp(command_at(all, i)->name, argv[0]) == 0)
            return run_command(a, all, command_at(all, i), argc, argv);
    }
    return problems_fail(
        arena_printf(a, "no command '%s'%s", argv[0], suggestion(a, argv[0], &names)));
}

static bool is_any(const char *word, const char *x, const char *y, const char *z) {
    return strcmp(word, x) == 0 || strcmp(word, y) == 0 || strcmp(word, z) == 0;
}

static int help(struct arena *a, const struct commands *all, int argc, char **argv) {
    if (argc == 1 || asks_for_help(argv[1]) || strcmp(argv[1], "help") == 0) {
        print_usage(stdout, all);
        return 0;
    }
    if (argc == 2)
        return find_and_run(a, all, 2, (char *[]){argv[1], help_option, NULL});
    if (argc == 3 && argv[2][0] == '-')
        return find_and_run(a, all, 3, (char *[]){argv[1], argv[2], help_option, NULL});
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
    if (asks_for_help(argv[0]) || strcmp(argv[0], "help") == 0)
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
