/* Writes a man page or a shell's completion: a template, in which @NAME@ stands for what the tables
 * of the programs say. One source, so that neither can say anything else than the help texts.
 *
 * usage: reference CLPERF TEMPLATE >OUTPUT
 *        reference CLPERF TEMPLATE FOLDER
 * CLPERF is the program whose `help` is asked. The second form writes a page for each of its
 * commands, FOLDER/clperf-COMMAND.1, and for each name of one of their uses. */
#include <ctype.h>
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
static const char *command; /* that the page is of */

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

/* The name of the command of a line of clperf's help, "  NAME ARGUMENT SUMMARY", or where `uses` of
 * the use of one, "    --OPTION SUMMARY; as 'clperf NAME'". False where it has none. */
static bool read_name(const char *line, bool uses, char name[MAX_NAME]) {
    const char *as = strstr(line, "; as 'clperf ");
    if (uses)
        return as && sscanf(as, "; as 'clperf %31[a-z]", name) == 1;
    return strncmp(line, "  ", 2) == 0 && line[2] != ' ' && sscanf(line, "  %31[a-z]", name) == 1;
}

static size_t read_names(char names[MAX_COMMANDS][MAX_NAME], bool uses) {
    char line[MAX_LINE];
    size_t n = 0;
    FILE *help = ask("");
    while (fgets(line, sizeof line, help))
        if (n < MAX_COMMANDS && read_name(line, uses, names[n]))
            n++;
    answered(help, "clperf");
    return n;
}

static size_t read_commands(char names[MAX_COMMANDS][MAX_NAME]) {
    return read_names(names, false);
}

static void command_name(void) {
    roff(command);
}

static void command_title(void) {
    for (const char *c = command; *c; c++)
        putchar(toupper((unsigned char)*c));
}

/* What the list of commands says of it. */
static void command_summary(void) {
    char line[MAX_LINE], name[MAX_NAME];
    FILE *help = ask("");
    while (fgets(line, sizeof line, help)) {
        int rest = 0;
        bool use = read_name(line, true, name);
        if (!use)
            sscanf(line, "  %31[a-z] %*s %n", name, &rest);
        else
            sscanf(line, " --%*[a-z] %n", &rest);
        if (!rest || strcmp(name, command) != 0)
            continue;
        if (use)
            strcpy(strstr(line, "; as 'clperf "), "\n");
        roff(line + rest);
    }
    answered(help, "clperf");
}

static void command_help(void) {
    char line[MAX_LINE];
    FILE *help = ask(command);
    while (fgets(line, sizeof line, help))
        roff(line);
    answered(help, command);
}

static void man_commands(void) {
    char names[MAX_COMMANDS][MAX_NAME];
    size_t n = read_commands(names);
    for (size_t i = 0; i < n; i++) {
        if (strcmp(names[i], "help") == 0)
            continue;
        command = names[i];
        printf(".SS clperf %s\n.EX\n", command);
        command_help();
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

static const char *const merge_formats[] = {
#define MERGE_FORMAT(name, what, suffix) #name,
#include "diag/merge/merge_formats.def"
#undef MERGE_FORMAT
};

static const char *const diff_formats[] = {
#define REVIEW_FORMAT(name, what) #name,
#include "diag/compare/diff_formats.def"
#undef REVIEW_FORMAT
};

static void merge_format_words(void) {
    words(merge_formats, COUNT(merge_formats));
}

static void diff_format_words(void) {
    words(diff_formats, COUNT(diff_formats));
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

/* The first sentence of a help text on one line, as in single quotes of fish. */
static void brief(const char *help) {
    for (; *help && *help != ';' && strncmp(help, ". ", 2) != 0 && strncmp(help, ".\n", 2) != 0;
         help++)
        if (*help == '\'' || *help == '\\')
            printf("\\%c", *help);
        else
            putchar(*help == '\n' ? ' ' : *help);
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

/* COMMAND<tab>what it does, one a line. */
static void described_commands(void) {
    char names[MAX_COMMANDS][MAX_NAME];
    size_t n = read_commands(names);
    for (size_t i = 0; i < n; i++) {
        command = names[i];
        printf("%s\t", command);
        command_summary();
    }
}

/* The stages of -fclperf-dump=, of which its help text is the list: "...: a, b, c (note), d". */
static void dump_words(void) {
    const char *help = "";
    for (size_t i = 0; i < COUNT(options); i++)
        if (strcmp(options[i].spelling, "-fclperf-dump=") == 0)
            help = strchr(options[i].help, ':') + 1;
    for (int depth = 0; *help && strncmp(help, " and ", 5) != 0; help++) {
        depth += (*help == '(') - (*help == ')');
        if (!depth && *help != ')' && *help != '(' && *help != ',' && *help != '\n')
            putchar(*help);
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
    {"command", command_name},
    {"command-title", command_title},
    {"command-summary", command_summary},
    {"command-help", command_help},
    {"described-commands", described_commands},
    {"dumps", dump_words},
    {"merge-formats", merge_format_words},
    {"diff-formats", diff_format_words},
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

static void write_template(const char *name) {
    char line[MAX_LINE];
    FILE *template = fopen(name, "r");
    if (!template)
        fail("cannot read", name);
    while (fgets(line, sizeof line, template))
        write_line(line);
    fclose(template);
}

/* A page for each command but help, and for those that are uses of others by name; clperf-fit has
 * its own. */
static void write_pages(const char *template, const char *folder, bool uses) {
    char names[MAX_COMMANDS][MAX_NAME], path[MAX_LINE];
    size_t n = read_names(names, uses);
    for (size_t i = 0; i < n; i++) {
        command = names[i];
        snprintf(path, sizeof path, "%s/clperf-%s.1", folder, command);
        if (strcmp(command, "help") == 0 || strcmp(command, "fit") == 0)
            continue;
        if (!freopen(path, "w", stdout))
            fail("cannot write", path);
        write_template(template);
    }
}

int main(int argc, char **argv) {
    if (argc != 3 && argc != 4)
        fail("usage: reference CLPERF TEMPLATE [FOLDER], not", argc > 1 ? argv[1] : "");
    clperf = argv[1];
    if (argc == 4) {
        write_pages(argv[2], argv[3], false);
        write_pages(argv[2], argv[3], true);
    } else
        write_template(argv[2]);
    return fflush(stdout) == 0 ? 0 : 1;
}
