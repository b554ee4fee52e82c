#include "launch/inline_syntax.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* Where a list of words is being read. */
struct reading {
    struct arena *arena;
    enum launch_source source;
    const char *dir;
    struct launch *launch;
    struct {
        struct launch_arg *at;
        size_t n, cap;
    } args;
    struct words defines;
    struct contents_table files;
};

static bool parse_count(const char *text, uint64_t most, uint64_t *out) {
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    *out = n;
    return isdigit((unsigned char)*text) && !*end && !errno && n <= most;
}

/* "1024x1024": one to three numbers, the rest are `missing`. */
static bool parse_sizes(struct arena *a, const char *text, uint64_t low, uint64_t missing,
                        uint64_t out[3]) {
    struct words w = words_split(a, text, "xX");
    if (w.n < 1 || w.n > 3)
        return false;
    for (size_t i = 0; i < 3; i++) {
        out[i] = missing;
        if (i < w.n && (!parse_count(w.at[i], LAUNCH_MOST_ITEMS, &out[i]) || out[i] < low))
            return false;
    }
    return true;
}

bool launch_name_buffer(struct arena *a, struct contents_table *files, const char *dir,
                        const char *path, struct launch_arg *arg, const char **error) {
    arg->kind = ARG_FILE;
    arg->path = path[0] == '/' || !dir ? path : arena_printf(a, "%s/%s", dir, path);
    arg->file = contents_find(a, files, arg->path, error);
    arg->count = arg->file ? arg->file->bytes : 0;
    return arg->file;
}

bool launch_parse_whole(const char *text, uint64_t *out) {
    bool negative = *text == '-';
    const char *digits = text + negative;
    int base = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X') ? 16 : 10;
    char *end;
    errno = 0;
    unsigned long long n = strtoull(digits, &end, base);
    *out = negative ? 0 - n : n;
    return isdigit((unsigned char)*digits) && !errno && !(negative && n > 1ull << 63) &&
           (!*end || (end[1] == 0 && strchr("uUlL", *end)));
}

static bool parse_number(struct reading *r, const char *text, struct launch_arg *arg) {
    char *end;
    uint64_t whole;
    arg->number = strtod(text, &end);
    if (end == text || !isfinite(arg->number))
        return false;
    if (launch_parse_whole(text, &whole))
        arg->wholes = arena_memdup(r->arena, &whole, sizeof whole);
    return !*end || (end[1] == 0 && strchr("fFuUlL", *end));
}

static bool parse_arg(struct reading *r, const char *name, const char *value, const char **error) {
    struct launch_arg arg = {.name = name, .index = -1, .source = r->source};
    uint64_t index;
    bool good = true;
    if (parse_count(name, 255, &index))
        arg = (struct launch_arg){.index = (int)index, .source = r->source};
    if (str_starts(value, "file:")) {
        if (!launch_name_buffer(r->arena, &r->files, r->dir, value + 5, &arg, error))
            return false;
    } else if (str_starts(value, "elements:")) {
        arg.kind = ARG_ELEMENTS;
        good = parse_count(value + 9, LAUNCH_MOST_ITEMS, &arg.count) && arg.count;
    } else if (str_starts(value, "zeros:")) {
        arg.kind = ARG_ELEMENTS;
        arg.zeros = true;
        good = parse_count(value + 6, LAUNCH_MOST_ITEMS, &arg.count) && arg.count;
    } else if (str_starts(value, "local:")) {
        arg.kind = ARG_LOCAL_BYTES;
        good = parse_count(value + 6, UINT32_MAX, &arg.count) && arg.count;
    } else {
        good = parse_number(r, value, &arg);
    }
    if (good)
        vec_push(r->arena, &r->args, arg);
    else
        *error = arena_printf(r->arena,
                              "'%s=%s': expected a number, elements:N, zeros:N, local:BYTES "
                              "or file:PATH",
                              name, value);
    return good;
}

static const char *const setting_names[] = {"global", "local", "offset", "count", "define"};

static bool parse_setting(struct reading *r, const char *name, const char *value,
                          const char **error) {
    struct launch *l = r->launch;
    struct arena *a = r->arena;
    const char *expected = "1 to 3 positive integers, as in 1024x1024";
    bool good;
    if (strcmp(name, "global") == 0) {
        good = parse_sizes(a, value, 1, 1, l->global);
        l->global_source = r->source;
    } else if (strcmp(name, "local") == 0) {
        good = parse_sizes(a, value, 1, 1, l->local);
        l->local_source = r->source;
    } else if (strcmp(name, "offset") == 0) {
        good = parse_sizes(a, value, 0, 0, l->offset);
        expected = "1 to 3 integers, as in 0x16";
    } else if (strcmp(name, "count") == 0) {
        good = parse_count(value, LAUNCH_MOST_ITEMS, &l->count) && l->count;
        expected = "a positive integer";
    } else {
        good = *value;
        words_add(a, &r->defines, value);
        expected = "NAME or NAME=VALUE";
    }
    if (!good)
        *error = arena_printf(a, "'%s=%s': expected %s", name, value, expected);
    return good;
}

static bool is_setting(const char *name) {
    for (size_t i = 0; i < sizeof setting_names / sizeof setting_names[0]; i++)
        if (strcmp(setting_names[i], name) == 0)
            return true;
    return false;
}

bool launch_parse_words(struct arena *a, const struct words *words, enum launch_source source,
                        const char *dir, struct launch *l, const char **error) {
    struct reading r = {.arena = a, .source = source, .dir = dir, .launch = l};
    for (size_t i = 0; i < words->n; i++) {
        const char *equals = strchr(words->at[i], '=');
        if (!equals || equals == words->at[i]) {
            *error = arena_printf(a, "'%s': expected NAME=VALUE", words->at[i]);
            return false;
        }
        const char *name = arena_strndup(a, words->at[i], (size_t)(equals - words->at[i]));
        if (!(is_setting(name) ? parse_setting : parse_arg)(&r, name, equals + 1, error))
            return false;
    }
    l->args = r.args.at;
    l->n_args = r.args.n;
    l->defines = r.defines.at;
    l->n_defines = r.defines.n;
    return true;
}

static size_t identifier(const char *s) {
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_')
        n++;
    return isdigit((unsigned char)*s) ? 0 : n;
}

bool launch_is_inline(const char *value) {
    size_t n = identifier(value);
    return n && value[n] == ':' && (!value[n + 1] || strchr(value + n, '='));
}

bool launch_parse_inline(struct arena *a, const char *value, struct launch *l, const char **error) {
    size_t n = identifier(value);
    struct words words = words_split(a, value + n + 1, ",");
    l->kernel = arena_strndup(a, value, n);
    if (!words.n)
        *error = "expected NAME=VALUE after the kernel's name";
    return words.n && launch_parse_words(a, &words, LAUNCH_COMMAND_LINE, NULL, l, error);
}
