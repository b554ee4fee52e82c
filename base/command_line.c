#include "base/command_line.h"

#include <stdlib.h>
#include <string.h>

#include "base/problems.h"

/* --- help ------------------------------------------------------------------------- */

/* Help texts begin here at most, and on a line of their own where an option is longer. */
enum { HELP_WIDTH = 26 };

static bool may_lack_value(const struct command_option *o) {
    return o->argument && strncmp(o->argument, "[=", 2) == 0;
}

static const char *spelling(struct arena *a, const struct command_option *o) {
    return arena_printf(a, "  %s%s%s%s", o->letter ? arena_printf(a, "-%c, ", o->letter) : "",
                        o->name, o->argument && !may_lack_value(o) ? " " : "",
                        o->argument ? o->argument : "");
}

static void print_option(FILE *out, const char *shown, const char *help, size_t width) {
    size_t column = (size_t)fprintf(out, "%s", shown);
    if (column + 2 > width) {
        fputc('\n', out);
        column = 0;
    }
    for (size_t n; *help; help += n + (help[n] == '\n'), column = 0) {
        n = strcspn(help, "\n");
        fprintf(out, "%*s%.*s\n", (int)(width - column), "", (int)n, help);
    }
}

/* The usage, in which the command is named as the user did. */
static void print_usage(struct arena *a, const struct command_table *t, const char *named) {
    const char *name = arena_printf(a, "clperf %s", t->name);
    const size_t n = strlen(name);
    const char *text = t->usage;
    for (const char *at; (at = strstr(text, name)); text = at + n)
        printf("%.*sclperf %s", (int)(at - text), text, named);
    fputs(text, stdout);
}

static void print_help(const struct command_table *t, const char *named) {
    struct arena a = {0};
    size_t width = 0;
    for (size_t i = 0; i < t->n; i++) {
        size_t n = t->options[i].help ? strlen(spelling(&a, &t->options[i])) + 2 : 0;
        width = n > width && n <= HELP_WIDTH ? n : width;
    }
    print_usage(&a, t, named);
    for (size_t i = 0; i < t->n; i++)
        if (t->options[i].help)
            print_option(stdout, spelling(&a, &t->options[i]), t->options[i].help, width);
    printf("  --help\n%s", t->after ? t->after : "");
    if (t->print_more)
        t->print_more(stdout);
    arena_free(&a);
}

/* --- reading ---------------------------------------------------------------------- */

struct reader {
    struct arena *arena;
    const struct command_table *table;
    const char *named;
    char **at; /* the next word */
    void *to;
    const char *error;
    bool help;
};

static const char *set(struct arena *a, const struct command_option *o, void *to,
                       const char *value) {
    void *field = (char *)to + o->target.field;
    switch (o->target.kind) {
    case TARGET_FLAG:
        *(bool *)field = true;
        return NULL;
    case TARGET_TEXT:
        *(const char **)field = value;
        return NULL;
    case TARGET_WORDS:
        words_add(a, field, value);
        return NULL;
    case TARGET_READ:
        return o->target.read(a, to, value);
    }
    return NULL;
}

/* The option with its value, NULL where it is the next word; `given` is as it was given. */
static void take_value(struct reader *r, const struct command_option *o, const char *given,
                       const char *value) {
    if (value && !o->argument)
        r->error = arena_printf(r->arena, "'%s' takes no value", given);
    else if (!value && o->argument && !may_lack_value(o) && !(value = *r->at ? *r->at++ : NULL))
        r->error = arena_printf(r->arena, "'%s' needs a value", given);
    else
        r->error = set(r->arena, o, r->to, value);
}

static const char *unknown(struct reader *r, const char *given) {
    struct words names = {0};
    for (size_t i = 0; i < r->table->n; i++)
        if (r->table->options[i].help)
            words_add(r->arena, &names, r->table->options[i].name);
    const char *nearest = words_nearest(given, &names);
    return nearest
               ? arena_printf(r->arena, "unknown option '%s'; did you mean '%s'?", given, nearest)
               : arena_printf(r->arena, "unknown option '%s'; see clperf %s --help", given,
                              r->named);
}

/* The option of that name, or the only one that begins like this. */
static const struct command_option *find(const struct command_table *t, const char *name) {
    const struct command_option *found = NULL;
    size_t n = strlen(name), like = strncmp("--help", name, n) == 0;
    for (size_t i = 0; i < t->n; i++) {
        if (strcmp(t->options[i].name, name) == 0)
            return &t->options[i];
        if (n > 2 && strncmp(t->options[i].name, name, n) == 0 && ++like)
            found = &t->options[i];
    }
    return like == 1 ? found : NULL;
}

/* --output=FILE, --output FILE */
static void take_long(struct reader *r, const char *word) {
    const char *equals = strchr(word, '=');
    const char *name = equals ? arena_strndup(r->arena, word, (size_t)(equals - word)) : word;
    const struct command_option *o = find(r->table, name);
    if (strcmp(word, "--help") == 0)
        r->help = true;
    else if (o)
        take_value(r, o, name, equals ? equals + 1 : NULL);
    else
        r->error = unknown(r, name);
}

static const struct command_option *of_letter(const struct command_table *t, char letter) {
    for (size_t i = 0; i < t->n; i++) {
        const char *name = t->options[i].name;
        if (letter && (t->options[i].letter == letter || (name[1] == letter && !name[2])))
            return &t->options[i];
    }
    return NULL;
}

/* -oFILE, -o FILE, and letters without values one after another. */
static void take_letters(struct reader *r, const char *word) {
    for (const char *s = word + 1; *s && !r->error; s++) {
        const struct command_option *o = of_letter(r->table, *s);
        const char *given = arena_printf(r->arena, "-%c", *s);
        if (!o) {
            r->error = unknown(r, given);
        } else if (!o->argument) {
            take_value(r, o, given, NULL);
        } else {
            take_value(r, o, given, s[1] ? s + 1 : NULL);
            return;
        }
    }
}

static void take_rest(struct reader *r, struct words *to) {
    for (; *r->at; r->at++)
        words_add(r->arena, to, *r->at);
}

static void take_word(struct reader *r, struct command_words *words) {
    const char *word = *r->at++;
    if (strcmp(word, "--") == 0) {
        words->ended = true;
        take_rest(r, r->table->apart ? &words->behind : &words->operands);
    } else if (r->table->take && r->table->take(r->arena, r->to, word)) {
        return;
    } else if (word[0] == '-' && word[1] == '-') {
        take_long(r, word);
    } else if (word[0] == '-' && word[1]) {
        take_letters(r, word);
    } else {
        words_add(r->arena, &words->operands, word);
        if (r->table->program)
            take_rest(r, &words->operands);
    }
}

int command_line_read(struct arena *a, const struct command_table *t, char **argv, void *to,
                      struct command_words *words) {
    struct reader r = {.arena = a, .table = t, .named = argv[0], .at = argv + 1, .to = to};
    *words = (struct command_words){0};
    while (*r.at && !r.error && !r.help)
        take_word(&r, words);
    if (r.error)
        return problems_fail(r.error);
    if (r.help)
        print_help(t, argv[0]);
    return r.help ? 0 : COMMAND_RUNS;
}

/* --- numbers ---------------------------------------------------------------------- */

bool command_line_number(const char *text, double least, double most, double *to) {
    char *end;
    *to = strtod(text, &end);
    return end != text && !*end && *to >= least && *to <= most;
}

bool command_line_integer(const char *text, long least, long most, long *to) {
    char *end;
    *to = strtol(text, &end, 10);
    return end != text && !*end && *to >= least && *to <= most;
}
