#include "base/problems.h"

#include <getopt.h>
#include <string.h>

#include "base/die.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "base/words.h"

/* Whether the texts are the same but for numbers in brackets: launches[0] and launches[12]. */
static bool same_but_indices(const char *x, const char *y) {
    for (; *x && *x == *y; x++, y++)
        if (*x == '[') {
            x += strspn(x + 1, "0123456789");
            y += strspn(y + 1, "0123456789");
        }
    return *x == *y;
}

const char *problem_text(struct arena *a, const struct problem *p) {
    return p->more ? arena_printf(a, "%s (and %zu more like it)", p->text, p->more) : p->text;
}

void problems_add(struct problems *p, enum severity severity, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    const char *text = diag_one_line(p->arena, arena_vprintf(p->arena, fmt, ap));
    va_end(ap);
    for (size_t i = 0; i < p->n; i++) {
        if (strcmp(p->at[i].text, text) == 0)
            return;
        if (p->at[i].severity != severity || !same_but_indices(p->at[i].text, text))
            continue;
        p->at[i].more++;
        return;
    }
    vec_push(p->arena, p, (struct problem){severity, text, 0});
}

void problems_text(struct str *out, const struct problems *p) {
    static const char *const severities[] = {"note", "warning", "error"};
    for (size_t i = 0; i < p->n; i++)
        str_printf(out, "clperf-cc: %s: %s\n", severities[p->at[i].severity],
                   problem_text(p->arena, &p->at[i]));
}

void problems_print(FILE *out, const struct problems *p) {
    struct str text = {.arena = p->arena};
    problems_text(&text, p);
    fputs(str_text(&text), out);
}

int problems_fail(const char *error) {
    struct arena a = {0};
    fprintf(stderr, "clperf: error: %s\n", diag_one_line(&a, error));
    arena_free(&a);
    return EXIT_USAGE;
}

int problems_misuse(const char *command, const char *error) {
    int status = problems_fail(error);
    fprintf(stderr, "Try 'clperf %s --help' for more information.\n", command);
    return status;
}

/* "unknown option '--formt'; did you mean '--format'?" */
static const char *unknown_option(struct arena *a, const char *word, const struct option *options) {
    struct words names = {0};
    for (; options->name; options++)
        words_add(a, &names, arena_printf(a, "--%s", options->name));
    const char *given = arena_strndup(a, word, strcspn(word, "="));
    const char *nearest = words_nearest(given, &names);
    return nearest ? arena_printf(a, "unknown option '%s'; did you mean '%s'?", given, nearest)
                   : arena_printf(a, "unknown option '%s'", given);
}

static bool has_value(const struct option *options, int value) {
    for (; options->name; options++)
        if (options->val == value)
            return true;
    return false;
}

int problems_bad_option(const char *command, char **argv, const struct option *options,
                        int returned) {
    struct arena a = {0};
    const char *word = argv[optind - 1];
    const char *error =
        returned == ':' ? arena_printf(&a, "'%s' needs a value", word)
        : !optopt       ? unknown_option(&a, word, options)
        : has_value(options, optopt)
            ? arena_printf(&a, "'%.*s' takes no value", (int)strcspn(word, "="), word)
            : arena_printf(&a, "unknown option '-%c'", optopt);
    int status = problems_misuse(command, error);
    arena_free(&a);
    return status;
}

bool problems_has_error(const struct problems *p) {
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i].severity == SEVERITY_ERROR)
            return true;
    return false;
}
