#include "driver/companion.h"

#include <stdio.h>
#include <string.h>

#include "base/die.h"
#include "base/str.h"
#include "diag/report.h"
#include "diag/rule_names.h"
#include "driver/merge.h"
#include "driver/review.h"
#include "driver/sweep.h"
#include "driver/words.h"
#include "hwdb/gpu.h"

enum { WIDTH = 80 };

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

static void print_wrapped(struct arena *a, const char *text) {
    struct words words = words_split(a, text, " \n");
    size_t column = 0;
    for (size_t i = 0; i < words.n; i++) {
        size_t n = strlen(words.at[i]);
        bool fits = column + 1 + n <= WIDTH;
        printf("%s%s", !column ? "" : fits ? " " : "\n", words.at[i]);
        column = column && fits ? column + 1 + n : n;
    }
    putchar('\n');
}

static void list_rules(void) {
    for (size_t i = 0; i < rule_count; i++)
        printf("clperf-%-19s %-12s %s\n", rule_table[i]->id, rule_group(rule_table[i]->id),
               rule_table[i]->title);
}

static int explain(struct arena *a, const char *rule) {
    struct words ids = {0};
    if (!rule) {
        list_rules();
        return 0;
    }
    const char *id = str_starts(rule, "-W") ? rule + 2 : rule;
    id = str_starts(id, "clperf-") ? id + strlen("clperf-") : id;
    for (size_t i = 0; i < rule_count; i++) {
        if (strcmp(rule_table[i]->id, id) == 0) {
            printf("-Wclperf-%s: %s\n\n", id, rule_table[i]->title);
            print_wrapped(a, rule_table[i]->help);
            return 0;
        }
        words_add(a, &ids, rule_table[i]->id);
    }
    fprintf(stderr, "clperf: error: no rule named '%s'%s\n", rule, suggestion(a, id, &ids));
    return EXIT_USAGE;
}

static const struct command {
    const char *name, *argument, *help;
    int (*simple)(struct arena *a, const char *argument); /* takes one argument at most, or NULL */
    int (*full)(struct arena *a, int argc, char **argv);  /* has a --help of its own */
} commands[] = {
    {"gpus", "[NAME]", "the GPUs that are known, or one value by value", gpus, NULL},
    {"explain", "[RULE]", "what a rule finds and what to do about it", explain, NULL},
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
