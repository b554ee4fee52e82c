#include "driver/command_line/options.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "diag/report/formats.h"
#include "driver/command_line/default_gpu.h"
#include "driver/command_line/option_values.h"
#include "source/compiler/compiler_options.h"
#include "source/compiler/toolchain.h"

static const struct own_option {
    const char *spelling;
    option_setter *set;
    size_t field;
    const char *argument, *standard, *help;
} own_options[] = {
#define OWN(spelling, setter, field, argument, standard, help)                                     \
    {spelling, option_set_##setter, offsetof(struct options, field), argument, standard, help},
#include "driver/command_line/options.def"
#undef OWN
};

enum { OWN_OPTIONS = sizeof own_options / sizeof own_options[0] };

static const struct option_source nobody = {"default", true}, own_gpu = {"CLPERF_GPU", true},
                                  of_machine = {"this machine", true},
                                  environment = {"CLPERF_FLAGS", false},
                                  command_line = {"command line", false};

static bool is_rule_row(const struct own_option *row) {
    return row->field == offsetof(struct options, rules);
}

static bool is_internal(const struct own_option *row) {
    return !*row->help;
}

static bool is_list_row(const struct own_option *row) {
    return row->set == option_set_append || row->set == option_set_output ||
           row->set == option_set_dumps;
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
        if (!is_internal(&own_options[i]))
            words_add(a, &spellings, own_options[i].spelling);
    const char *key = arena_strndup(a, word, name + (word[name] == '='));
    const char *nearest = words_nearest(key, &spellings);
    if (nearest)
        problems_add(p, SEVERITY_ERROR, "unknown option '%s'; did you mean '%s'?", word, nearest);
    else
        problems_add(p, SEVERITY_ERROR, "unknown option '%s'; see -fclperf-help", word);
}

static void wrong_value(const struct own_option *row, const char *word, struct problems *p) {
    if (row->set == option_set_dumps)
        problems_add(p, SEVERITY_ERROR,
                     "'%s': the stages are launch, cfg, loops, expr, code, access, "
                     "trace, occupancy, sim, fixes, config and constants",
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
    if (row->set == option_set_output)
        *(struct output_options *)((char *)o + row->field) = (struct output_options){0};
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
    struct option_setting s = {a, (char *)o + row->field, value};
    if (row->set(&s))
        vec_push(a, &o->origins, (struct option_origin){row->spelling, value, source});
    else
        wrong_value(row, word, p);
    return true;
}

struct options options_default(struct arena *a) {
    struct options o = {0};
    struct problems none = {.arena = a};
    for (size_t i = 0; i < OWN_OPTIONS; i++)
        if (*own_options[i].standard)
            options_apply(a, &o,
                          arena_printf(a, "%s%s", own_options[i].spelling, own_options[i].standard),
                          &nobody, &none);
    const char *source, *gpu = default_gpu(&source);
    if (strcmp(source, nobody.name) != 0)
        options_apply(a, &o, arena_printf(a, "-fclperf-gpu=%s", gpu), &own_gpu, &none);
    return o;
}

void options_take_machine_gpu(struct arena *a, struct options *o, const char *gpu) {
    struct problems none = {.arena = a};
    options_apply(a, o, arena_printf(a, "-fclperf-gpu=%s", gpu), &of_machine, &none);
}

/* Who has named the GPUs last. */
static const struct option_source *gpu_source(const struct options *o) {
    const struct option_source *last = &nobody;
    for (size_t i = 0; i < o->origins.n; i++)
        if (strcmp(o->origins.at[i].option, "-fclperf-gpu=") == 0)
            last = o->origins.at[i].source;
    return last;
}

bool options_gpu_is_chosen(const struct options *o) {
    return gpu_source(o) != &nobody && !options_gpu_is_of_machine(o);
}

bool options_gpu_is_of_machine(const struct options *o) {
    return gpu_source(o) == &of_machine;
}

/* Whether the word is one of clBuildProgram()'s options, which matter to kernels alone. */
static bool is_build_option(const char *word) {
    static const char *const starts[] = {"-D", "-U", "-I", "-cl-"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (str_starts(word, starts[i]) && word[strlen(starts[i])])
            return true;
    return false;
}

static void apply_environment(struct arena *a, struct options *o, struct problems *p) {
    const char *flags = getenv("CLPERF_FLAGS");
    struct words w = words_unquote(a, flags ? flags : "");
    for (size_t i = 0; i < w.n; i++) {
        const char *word = w.at[i];
        bool apart = strlen(word) == 2 && strchr("DUI", word[1]) && i + 1 < w.n;
        if (word[0] == '-' && apart)
            word = arena_printf(a, "%s%s", word, w.at[++i]);
        if (is_build_option(word))
            word = arena_printf(a, "-fclperf-build-options=%s", words_quote(a, word));
        if (!options_apply(a, o, word, &environment, p))
            problems_add(p, SEVERITY_WARNING,
                         "'%s' in CLPERF_FLAGS is not an option of clperf-cc, and is ignored",
                         word);
    }
}

static bool any_ours(const struct words *w) {
    for (size_t i = 0; i < w->n; i += options_takes_next(w->at[i]) ? 2 : 1)
        if (options_is_ours(w->at[i]))
            return true;
    return false;
}

static struct words expand_if_ours(struct arena *a, const struct words *args) {
    struct words out = {0};
    struct expansion left = EXPANSION_START;
    for (size_t i = 0; i < args->n; i++) {
        struct words inside = words_expand(a, args->at[i], &left);
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
          "Runs the compiler with its own arguments, and analyses the OpenCL, CUDA and HIP\n"
          "kernels that it compiles. COMPILER is the first argument if that is a program; else\n"
          "the name that clperf-cc was called by, CLPERF_CC, or cc (for .cl: " CLANG ").\n\n"
          "Options, in CLPERF_FLAGS or on the command line:\n",
          out);
    for (size_t i = 0; i < OWN_OPTIONS; i++) {
        const struct own_option *row = &own_options[i];
        if (is_internal(row))
            continue;
        fprintf(out, "  %s%s%s%s%s\n      ", row->spelling, row->argument,
                *row->standard ? " (default " : "", row->standard, *row->standard ? ")" : "");
        help_text(out, row->help);
    }
}

/* Whether the value that came from there still holds. */
static bool holds(const struct options *o, const struct own_option *row, size_t origin) {
    const struct option_origin *from = &o->origins.at[origin];
    for (size_t i = origin + 1; i < o->origins.n && !is_rule_row(row); i++) {
        const struct option_origin *later = &o->origins.at[i];
        if (strcmp(later->option, from->option) == 0 &&
            (!is_list_row(row) || (from->source->fallback && !later->source->fallback)))
            return false;
    }
    return true;
}

void options_dump(FILE *out, const struct options *o) {
    for (size_t i = 0; i < OWN_OPTIONS; i++) {
        const struct own_option *row = &own_options[i];
        bool given = false;
        for (size_t j = 0; j < o->origins.n; j++) {
            const struct option_origin *from = &o->origins.at[j];
            if (strcmp(from->option, row->spelling) != 0 || !holds(o, row, j))
                continue;
            fprintf(out, "config: %s%s (%s)\n", row->spelling, from->value, from->source->name);
            given = true;
        }
        if (!given && !is_internal(row))
            fprintf(out, "config: %s not given\n", row->spelling);
    }
}
