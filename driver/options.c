#include "driver/options.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* One of our options as it is being applied. */
struct setting {
    struct arena *arena;
    void *field;
    const char *value; /* what follows the row's spelling */
};

/* False if the value is wrong. */
typedef bool setter(struct setting *s);

static setter set_flag, set_text, set_list, set_append, set_budget, set_output, set_dumps,
    set_rule_on, set_rule_off, set_rule_error, set_rule_no_error;

static const struct own_option {
    const char *spelling;
    setter *set;
    size_t field;
    const char *argument, *help;
} own_options[] = {
#define OWN(spelling, setter, field, argument, help)                                               \
    {spelling, set_##setter, offsetof(struct options, field), argument, help},
#define COMPILER(spelling, flags)
#include "driver/options.def"
#undef OWN
#undef COMPILER
};

enum { OWN_OPTIONS = sizeof own_options / sizeof own_options[0] };

static const char *const dump_stages[] = {"launch", "cfg",       "loops", "expr",  "access",
                                          "trace",  "occupancy", "sim",   "config"};

static const struct option_source environment = {"CLPERF_FLAGS", false},
                                  command_line = {"command line", false};

static bool set_flag(struct setting *s) {
    *(bool *)s->field = true;
    return true;
}

static bool set_text(struct setting *s) {
    *(const char **)s->field = s->value;
    return *s->value;
}

static bool set_list(struct setting *s) {
    struct words w = words_split(s->arena, s->value, ",");
    *(struct words *)s->field = w;
    return w.n > 0;
}

static bool set_append(struct setting *s) {
    words_add(s->arena, s->field, s->value);
    return *s->value;
}

static bool set_budget(struct setting *s) {
    struct budget *b = s->field;
    char *end;
    double seconds = strtod(s->value, &end);
    unsigned long mib = b->mib;
    if (end == s->value || !(seconds > 0 && seconds <= 86400))
        return false;
    if (*end == ',') {
        const char *start = end + 1;
        mib = strtoul(start, &end, 10);
        if (!isdigit((unsigned char)*start) || mib < 1 || mib > 1 << 24)
            return false;
    }
    if (!*end)
        *b = (struct budget){seconds, mib};
    return !*end;
}

static bool set_output(struct setting *s) {
    const char *colon = strstr(s->value, ":file=");
    if (!colon || colon == s->value || !colon[6])
        return false;
    struct output_options *outputs = s->field;
    const char *format = arena_strndup(s->arena, s->value, (size_t)(colon - s->value));
    vec_push(s->arena, outputs, (struct output_option){format, colon + 6});
    return true;
}

static bool is_stage(const char *name) {
    for (size_t i = 0; i < sizeof dump_stages / sizeof dump_stages[0]; i++)
        if (strcmp(dump_stages[i], name) == 0)
            return true;
    return false;
}

static bool set_dumps(struct setting *s) {
    struct words stages = words_split(s->arena, s->value, ",");
    for (size_t i = 0; i < stages.n; i++)
        if (!is_stage(stages.at[i]))
            return false;
    words_add_all(s->arena, s->field, &stages);
    return stages.n > 0;
}

static bool parse_cost(const char *text, struct rule_option *r) {
    static const struct {
        const char *unit;
        double ms, percent;
    } units[] = {{"%", 0, 1}, {"ms", 1, 0}, {"us", 1e-3, 0}, {"s", 1e3, 0}};
    char *end;
    double x = strtod(text, &end);
    if (end == text || !(x >= 0 && x < 1e9))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(end, units[i].unit) == 0) {
            r->has_threshold = true;
            r->least_ms = x * units[i].ms;
            r->least_percent = x * units[i].percent;
            return true;
        }
    return false;
}

/* "-RULE=COST", either part may be absent. */
static bool set_rule(struct setting *s, struct rule_option r, bool with_cost) {
    const char *equals = strchr(s->value, '=');
    size_t n = equals ? (size_t)(equals - s->value) : strlen(s->value);
    if (n == 1 || (equals && (!with_cost || !parse_cost(equals + 1, &r))))
        return false;
    if (n > 1)
        r.rule = arena_strndup(s->arena, s->value + 1, n - 1);
    struct rule_options *rules = s->field;
    vec_push(s->arena, rules, r);
    return true;
}

static bool set_rule_on(struct setting *s) {
    return set_rule(s, (struct rule_option){.effect = RULE_ON}, true);
}

static bool set_rule_off(struct setting *s) {
    return set_rule(s, (struct rule_option){.effect = RULE_OFF}, false);
}

static bool set_rule_error(struct setting *s) {
    return set_rule(s, (struct rule_option){.effect = RULE_AS_ERROR}, true);
}

static bool set_rule_no_error(struct setting *s) {
    return set_rule(s, (struct rule_option){.effect = RULE_NO_ERROR}, false);
}

static bool is_rule_row(const struct own_option *row) {
    return row->field == offsetof(struct options, rules);
}

static bool is_list_row(const struct own_option *row) {
    return row->set == set_append || row->set == set_output || row->set == set_dumps;
}

/* The row of the word, and its value. */
static const struct own_option *find_own(const char *word, const char **value) {
    for (size_t i = 0; i < OWN_OPTIONS; i++) {
        const struct own_option *row = &own_options[i];
        const char *rest = word + strlen(row->spelling);
        if (!str_starts(word, row->spelling))
            continue;
        *value = rest;
        if (str_ends(row->spelling, "=") || !*rest ||
            (is_rule_row(row) && (*rest == '-' || *rest == '=')))
            return row;
    }
    return NULL;
}

bool options_is_ours(const char *word) {
    const char *value;
    return str_starts(word, "-fclperf") || find_own(word, &value);
}

static void unknown_option(struct arena *a, const char *word, struct problems *p) {
    size_t name = strcspn(word, "=");
    struct words spellings = {0};
    for (size_t i = 0; i < OWN_OPTIONS; i++)
        words_add(a, &spellings, own_options[i].spelling);
    const char *key = arena_strndup(a, word, name + (word[name] == '='));
    const char *nearest = words_nearest(key, &spellings);
    if (nearest)
        problems_add(p, SEVERITY_ERROR, "unknown option '%s'; did you mean '%s'?", word, nearest);
    else
        problems_add(p, SEVERITY_ERROR, "unknown option '%s'; see -fclperf-help", word);
}

static void wrong_value(const struct own_option *row, const char *word, struct problems *p) {
    if (row->set == set_dumps)
        problems_add(p, SEVERITY_ERROR,
                     "'%s': the stages are launch, cfg, loops, expr, access, "
                     "trace, occupancy, sim and config",
                     word);
    else
        problems_add(p, SEVERITY_ERROR, "'%s': expected %s%s", word, row->spelling, row->argument);
}

/* Lists that were given by a fallback only begin again. */
static void forget_fallback(struct options *o, const struct own_option *row) {
    for (size_t i = 0; i < o->origins.n; i++)
        if (strcmp(o->origins.at[i].option, row->spelling) == 0 &&
            !o->origins.at[i].source->fallback)
            return;
    if (row->set == set_output)
        o->outputs = (struct output_options){0};
    else
        *(struct words *)((char *)o + row->field) = (struct words){0};
}

bool options_apply(struct arena *a, struct options *o, const char *word,
                   const struct option_source *source, struct problems *p) {
    const char *value = "";
    const struct own_option *row = find_own(word, &value);
    if (!row) {
        if (str_starts(word, "-fclperf"))
            unknown_option(a, word, p);
        return str_starts(word, "-fclperf");
    }
    if (is_list_row(row) && !source->fallback)
        forget_fallback(o, row);
    struct setting s = {a, (char *)o + row->field, value};
    if (row->set(&s))
        vec_push(a, &o->origins, (struct option_origin){row->spelling, value, source});
    else
        wrong_value(row, word, p);
    return true;
}

struct options options_default(struct arena *a) {
    struct options o = {.model = "trace", .budget = {2, 1024}};
    words_add(a, &o.gpus, "gtx-980");
    return o;
}

static void apply_environment(struct arena *a, struct options *o, struct problems *p) {
    const char *flags = getenv("CLPERF_FLAGS");
    struct words w = words_unquote(a, flags ? flags : "");
    for (size_t i = 0; i < w.n; i++)
        if (!options_apply(a, o, w.at[i], &environment, p))
            problems_add(p, SEVERITY_WARNING,
                         "'%s' in CLPERF_FLAGS is not an option of clperf-cc, and is ignored",
                         w.at[i]);
}

static bool any_ours(const struct words *w) {
    for (size_t i = 0; i < w->n; i += options_takes_next(w->at[i]) ? 2 : 1)
        if (options_is_ours(w->at[i]))
            return true;
    return false;
}

static struct words expand_if_ours(struct arena *a, const struct words *args) {
    struct words out = {0};
    for (size_t i = 0; i < args->n; i++) {
        struct words inside = words_expand(a, args->at[i]);
        if (any_ours(&inside))
            words_add_all(a, &out, &inside);
        else
            words_add(a, &out, args->at[i]);
    }
    return out;
}

void options_command_line(struct arena *a, struct options *o, const struct words *args,
                          struct words *rest, struct problems *p) {
    apply_environment(a, o, p);
    struct words all = expand_if_ours(a, args);
    for (size_t i = 0; i < all.n; i++) {
        if (options_apply(a, o, all.at[i], &command_line, p))
            continue;
        words_add(a, rest, all.at[i]);
        if (options_takes_next(all.at[i]) && i + 1 < all.n)
            words_add(a, rest, all.at[++i]);
    }
}

bool options_dumps(const struct options *o, const char *stage) {
    for (size_t i = 0; i < o->dumps.n; i++)
        if (strcmp(o->dumps.at[i], stage) == 0)
            return true;
    return false;
}

static void help_text(FILE *out, const char *text) {
    for (; *text; text++) {
        fputc(*text, out);
        if (*text == '\n')
            fputs("      ", out);
    }
    fputc('\n', out);
}

void options_help(FILE *out) {
    fputs("usage: clperf-cc [COMPILER] ARGUMENT...\n\n"
          "Runs the compiler with its own arguments, and beside it analyses the OpenCL\n"
          "kernels that it compiles. COMPILER is the first argument if that is a program;\n"
          "else the name that clperf-cc was called by, CLPERF_CC, or cc (for .cl: clang-19).\n\n"
          "Options, in CLPERF_FLAGS or on the command line:\n",
          out);
    for (size_t i = 0; i < OWN_OPTIONS; i++) {
        fprintf(out, "  %s%s\n      ", own_options[i].spelling, own_options[i].argument);
        help_text(out, own_options[i].help);
    }
}

void options_dump(FILE *out, const struct options *o) {
    for (size_t i = 0; i < OWN_OPTIONS; i++) {
        const struct own_option *row = &own_options[i];
        bool given = false;
        for (size_t j = 0; j < o->origins.n; j++) {
            const struct option_origin *from = &o->origins.at[j];
            if (strcmp(from->option, row->spelling) != 0)
                continue;
            fprintf(out, "config: %s%s from %s\n", row->spelling, from->value, from->source->name);
            given = true;
        }
        if (!given)
            fprintf(out, "config: %s not given\n", row->spelling);
    }
}
