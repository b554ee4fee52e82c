#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/command_line.h"
#include "base/problems.h"
#include "base/str.h"
#include "base/words.h"
#include "diag/finding/rule_names.h"
#include "diag/report.h"
#include "diag/report/report_read.h"
#include "diag/text/plain.h"
#include "driver/commands/commands.h"

enum { WIDTH = 80 };

/* Paragraphs of at most WIDTH columns. */
static void print_paragraph(struct arena *a, const char *text) {
    struct words words = words_split(a, text, " ");
    size_t column = 0;
    for (size_t i = 0; i < words.n; i++) {
        size_t n = strlen(words.at[i]);
        bool fits = column + 1 + n <= WIDTH;
        printf("%s%s", !column ? "" : fits ? " " : "\n", words.at[i]);
        column = column && fits ? column + 1 + n : n;
    }
    putchar('\n');
}

/* Lines of plain text, each of them a paragraph; what is indented stays as it is. */
static void print_wrapped(struct arena *a, const char *text) {
    while (*text) {
        size_t n = strcspn(text, "\n");
        if (*text == ' ')
            printf("%.*s\n", (int)n, text);
        else
            print_paragraph(a, arena_strndup(a, text, n));
        text += n + (text[n] == '\n');
    }
}

static int list_rules(void) {
    for (size_t i = 0; rule_listed(i); i++) {
        const struct rule_info *rule = rule_listed(i);
        const char *group = rule_group(rule->id);
        printf("clperf-%-19s %-12s %s\n", rule->id, group ? group : "-", rule->title);
    }
    return 0;
}

static void print_rule(struct arena *a, const struct rule_info *rule, bool markdown) {
    if (markdown) {
        size_t n = strlen(rule->help);
        bool ended = n && rule->help[n - 1] == '\n';
        printf("# clperf-%s\n\n%s.\n\n%s%s", rule->id, rule->title, rule->help, ended ? "" : "\n");
        return;
    }
    printf("-Wclperf-%s: %s\n\n", rule->id, rule->title);
    print_wrapped(a, plain_of_markdown(a, rule->help));
}

static int explain_rule(struct arena *a, const char *name, bool markdown) {
    const char *id = str_starts(name, "-W") ? name + 2 : name;
    id = str_starts(id, "clperf-") ? id + strlen("clperf-") : id;
    for (size_t i = 0; rule_listed(i); i++)
        if (strcmp(rule_listed(i)->id, id) == 0) {
            print_rule(a, rule_listed(i), markdown);
            return 0;
        }
    const char *nearest = rule_nearest(id);
    return problems_fail(arena_printf(a, "no rule named '%s'%s%s%s", name,
                                      nearest ? "; did you mean '" : "", nearest ? nearest : "",
                                      nearest ? "'?" : ""));
}

/* Whether the finding is meant: by the start of its fingerprint, or by its place. */
static bool is_meant(struct arena *a, const struct report_finding *f, const char *name) {
    bool long_enough = strlen(name) >= 6;
    if (long_enough && str_starts(f->fingerprint, name))
        return true;
    const char *place = arena_printf(a, "%s:%d", f->file, f->line);
    return strcmp(place, name) == 0 ||
           (str_ends(place, name) && place[strlen(place) - strlen(name) - 1] == '/');
}

static void print_finding(const struct report_kernel *k, const struct report_finding *f,
                          bool markdown) {
    if (markdown)
        printf("**`%s:%d`** %s (`%s`, in `%s`, `%s`)\n\n", f->file, f->line, f->message, f->rule,
               k->name, f->fingerprint);
    else
        printf("%s:%d:%d: %s: %s [-W%s]\n", f->file, f->line, f->col,
               f->remark ? "remark" : "warning", f->message, f->rule);
    for (size_t i = 0; i < f->why.n; i++) {
        const struct report_step *s = &f->why.at[i];
        if (markdown)
            printf("%zu. `%s:%d` %s\n", i + 1, s->file, s->line, s->text);
        else
            printf("%s:%d:%d: note: %s\n", s->file, s->line, s->col, s->text);
    }
}

static int explain_finding(struct arena *a, const char *name, const char *path, bool markdown) {
    struct report_file report;
    const char *error;
    size_t found = 0;
    if (!report_read(a, path, &report, &error))
        return problems_fail(error);
    for (size_t i = 0; i < report.kernels.n; i++) {
        const struct report_kernel *k = &report.kernels.at[i];
        for (size_t j = 0; j < k->findings.n; j++) {
            if (!is_meant(a, &k->findings.at[j], name))
                continue;
            if (found++)
                putchar('\n');
            print_finding(k, &k->findings.at[j], markdown);
        }
    }
    return found ? 0 : problems_fail(arena_printf(a, "no finding '%s' in '%s'", name, path));
}

struct command {
    bool markdown;
    struct words rules; /* by the option that turns them on */
};

static bool take_rule(struct arena *a, void *to, const char *word) {
    if (!str_starts(word, "-W"))
        return false;
    words_add(a, &((struct command *)to)->rules, word);
    return true;
}

static const struct command_option options[] = {
    {"--markdown", NULL, "as Markdown", COMMAND_FLAG(struct command, markdown), 0},
};

static const struct command_table table = {
    .name = "explain",
    .usage =
        "usage: clperf explain [--markdown] [RULE]\n"
        "       clperf explain [--markdown] FINDING REPORT.json\n"
        "\n"
        "Says what a rule finds and what to do about it; without a rule, lists them. Or says of a\n"
        "finding in a report (of clperf-cc or clperf merge) why it costs what it does, from the\n"
        "launch to the milliseconds. FINDING is its fingerprint, the start of one, or FILE:LINE.\n"
        "\n",
    .options = options,
    .n = sizeof options / sizeof *options,
    .take = take_rule,
};

int explain_command(struct arena *a, int argc, char **argv) {
    struct command c = {0};
    struct command_words words;
    (void)argc;
    int status = command_line_read(a, &table, argv, &c, &words);
    if (status != COMMAND_RUNS)
        return status;
    words_add_all(a, &c.rules, &words.operands);
    const char *const *w = c.rules.at;
    if (c.rules.n > 2)
        return problems_fail("a rule, or a finding and its report, is explained");
    return c.rules.n == 0   ? list_rules()
           : c.rules.n == 1 ? explain_rule(a, w[0], c.markdown)
                            : explain_finding(a, w[0], w[1], c.markdown);
}
