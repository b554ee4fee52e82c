/* Writes a man page or a shell's completion: a template, in which @NAME@ stands for what the tables
 * of the programs say. One source, so that neither can say anything else than the help texts.
 *
 * usage: reference CLPERF TEMPLATE >OUTPUT
 * CLPERF is the program whose `help` is asked. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag/finding/rule_names.h"
#include "diag/report/formats.h"
#include "driver/command_line/default_gpu.h"
#include "hwdb/gpu.h"
#include "source/compiler/toolchain.h"

enum { MAX_LINE = 4096, MAX_NAME = 32, MAX_COMMANDS = 64 };

struct option {
    const char *spelling, *setter, *argument, *standard, *help;
};

static const struct option options[] = {
#define OWN(spelling, setter, field, argument, standard, help)                                     \
    {spelling, #setter, argument, standard, help},
#include "driver/command_line/options.def"
#undef OWN
};

static const char *const models[] = {
#define MODEL(id, name) name,
#include "perfmodel/models.def"
#undef MODEL
};

static const char *const rules[] = {
#define RULE(name, id, group) id,
#include "diag/rules.def"
#undef RULE
    RULE_NOT_ANALYSED,
};

static const char *const groups[] = {
#define RULE(name, id, group) group,
#include "diag/rules.def"
#undef RULE
};

static const char *const formats[] = {
#define WRITER(name, what, by_line) #name,
#include "diag/writers.def"
#undef WRITER
};

static const struct key {
    const char *name, *unit, *meaning;
    double min, max;
    bool required;
} keys[] = {
#define KEY(section, name, unit, min, max, required, meaning)                                      \
    {#name, unit, meaning, min, max, required},
#include "hwdb/schema.def"
#undef KEY
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *clperf;

/* Options between our own programs have no help text. */
static bool is_shown(const struct option *o) {
    return *o->help;
}

/* Options of rules are followed by a rule's name, others by a value or nothing. */
static bool is_of_rules(const struct option *o) {
    return strncmp(o->setter, "rule_", 5) == 0;
}

static void fail(const char *what, const char *name) {
    fprintf(stderr, "reference: %s '%s'\n", what, name);
    exit(1);
}

/* As roff shows it again: hyphens that can be copied, no line that is a request. */
static void roff(const char *text) {
    bool starts = true;
    for (; *text; text++) {
        if (starts && (*text == '.' || *text == '\''))
            fputs("\\&", stdout);
        if (*text == '-')
            fputs("\\-", stdout);
        else if (*text == '\\')
            fputs("\\e", stdout);
        else
            putchar(*text);
        starts = *text == '\n';
    }
}

static void man_options(void) {
    for (size_t i = 0; i < COUNT(options); i++) {
        const struct option *o = &options[i];
        if (!is_shown(o))
            continue;
        fputs(".TP\n\\fB", stdout);
        roff(o->spelling);
        fputs("\\fR\\fI", stdout);
        roff(o->argument);
        fputs("\\fR\n", stdout);
        roff(o->help);
        if (*o->standard) {
            fputs(".\nDefault: ", stdout);
            roff(o->standard);
        }
        putchar('\n');
    }
}

static void man_keys(void) {
    for (size_t i = 0; i < COUNT(keys); i++) {
        printf(".TP\n\\fB%s\\fR (", keys[i].name);
        roff(keys[i].unit);
        printf(", %g to %g%s)\n", keys[i].min, keys[i].max, keys[i].required ? ", required" : "");
        roff(keys[i].meaning);
        putchar('\n');
    }
}

static FILE *ask(const char *command) {
    char line[MAX_LINE];
    snprintf(line, sizeof line, "'%s' help %s", clperf, command);
    FILE *answer = popen(line, "r");
    if (!answer)
        fail("cannot run", line);
    return answer;
}

static void answered(FILE *answer, const char *command) {
    if (pclose(answer) != 0)
        fail("no help of", command);
}

/* The names of clperf's commands: lines of its help that begin with two blanks and a letter. */
static size_t read_commands(char names[MAX_COMMANDS][MAX_NAME]) {
    char line[MAX_LINE];
    size_t n = 0;
    FILE *help = ask("");
    while (fgets(line, sizeof line, help))
        if (n < MAX_COMMANDS && sscanf(line, "  %31[a-z]", names[n]) == 1 &&
            strncmp(line, "  ", 2) == 0 && line[2] != ' ')
            n++;
    answered(help, "clperf");
    return n;
}

static void man_commands(void) {
    char names[MAX_COMMANDS][MAX_NAME], line[MAX_LINE];
    size_t n = read_commands(names);
    for (size_t i = 0; i < n; i++) {
        if (strcmp(names[i], "help") == 0)
            continue;
        printf(".SS clperf %s\n.EX\n", names[i]);
        FILE *help = ask(names[i]);
        while (fgets(line, sizeof line, help))
            roff(line);
        answered(help, names[i]);
        fputs(".EE\n", stdout);
    }
}

static void commands(void) {
    char names[MAX_COMMANDS][MAX_NAME];
    size_t n = read_commands(names);
    for (size_t i = 0; i < n; i++)
        printf("%s%s", i ? " " : "", names[i]);
}

static void words(const char *const *all, size_t n) {
    for (size_t i = 0; i < n; i++) {
        bool again = false;
        for (size_t j = 0; j < i; j++)
            again |= strcmp(all[i], all[j]) == 0;
        if (!again)
            printf("%s%s", i ? " " : "", all[i]);
    }
}

static void model_words(void) {
    words(models, COUNT(models));
    fputs(" all", stdout);
}

static void rule_words(void) {
    words(rules, COUNT(rules));
    putchar(' ');
    words(groups, COUNT(groups));
}

static void format_words(void) {
    words(formats, COUNT(formats));
}

static void gpu_words(void) {
    size_t n;
    const char *const *names = gpu_names(&n);
    words(names, n);
}

static void option_words(void) {
    for (size_t i = 0; i < COUNT(options); i++)
        if (is_shown(&options[i]))
            printf("%s%s", i ? " " : "", options[i].spelling);
}

static void rule_option_words(void) {
    const char *before = "";
    for (size_t i = 0; i < COUNT(options); i++)
        if (is_of_rules(&options[i])) {
            printf("%s%s", before, options[i].spelling);
            before = " ";
        }
}

/* The beginning of a help text, up to a mark that shells read. */
static void brief(const char *help) {
    for (; *help && !strchr("\n:;'[]", *help); help++)
        putchar(*help == '"' ? ' ' : *help);
}

/* WORD<tab>what it does, one a line. */
static void described_options(void) {
    for (size_t i = 0; i < COUNT(options); i++) {
        if (!is_shown(&options[i]))
            continue;
        printf("%s\t", options[i].spelling);
        brief(options[i].help);
        putchar('\n');
    }
}

static void version(void) {
    fputs(CLPERF_VERSION, stdout);
}

static void clang(void) {
    roff(CLANG);
}

static const struct entry {
    const char *name;
    void (*write)(void);
} entries[] = {
    {"version", version},
    {"clang", clang},
    {"man-options", man_options},
    {"man-commands", man_commands},
    {"man-keys", man_keys},
    {"commands", commands},
    {"options", option_words},
    {"described-options", described_options},
    {"rule-options", rule_option_words},
    {"rules", rule_words},
    {"models", model_words},
    {"formats", format_words},
    {"gpus", gpu_words},
};

/* Writes the entry that begins at text, after its '@'. Returns what follows it, or NULL if none
 * does. */
static const char *write_entry(const char *text) {
    const char *end = strchr(text, '@');
    for (size_t i = 0; end && i < COUNT(entries); i++)
        if (strlen(entries[i].name) == (size_t)(end - text) &&
            strncmp(entries[i].name, text, (size_t)(end - text)) == 0) {
            entries[i].write();
            return end + 1;
        }
    return NULL;
}

static void write_line(const char *line) {
    while (*line) {
        const char *after = *line == '@' ? write_entry(line + 1) : NULL;
        if (!after)
            putchar(*line++);
        else
            line = after;
    }
}

int main(int argc, char **argv) {
    char line[MAX_LINE];
    FILE *template = argc == 3 ? fopen(argv[2], "r") : NULL;
    if (!template)
        fail("usage: reference CLPERF TEMPLATE; cannot read", argc == 3 ? argv[2] : "");
    clperf = argv[1];
    while (fgets(line, sizeof line, template))
        write_line(line);
    fclose(template);
    return fflush(stdout) == 0 ? 0 : 1;
}
