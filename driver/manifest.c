#include "driver/manifest.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/formula.h"
#include "base/str.h"
#include "driver/launch_text.h"

/* A manifest that is being read. After the first error `failed` stays set. */
struct manifest {
    struct arena *arena;
    const char *path;
    struct problems *problems;
    bool failed;
};

/* A field of a JSON object: its key and what reads it. */
struct field {
    const char *key;
    void (*read)(struct manifest *m, const cJSON *value, const char *at, struct given_launch *g);
};

static void fail(struct manifest *m, const char *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static void fail(struct manifest *m, const char *at, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    const char *text = arena_vprintf(m->arena, fmt, ap);
    va_end(ap);
    if (!m->failed)
        problems_add(m->problems, SEVERITY_ERROR, "%s: %s%s%s", m->path, at, *at ? ": " : "", text);
    m->failed = true;
}

static bool is_count(const cJSON *v, double low) {
    return cJSON_IsNumber(v) && v->valuedouble >= low &&
           v->valuedouble <= (double)LAUNCH_MOST_ITEMS && v->valuedouble == floor(v->valuedouble);
}

static void read_sizes(struct manifest *m, const cJSON *v, const char *at, double low,
                       uint64_t missing, uint64_t out[3]) {
    int n = cJSON_IsArray(v) ? cJSON_GetArraySize(v) : 0;
    bool good = n >= 1 && n <= 3;
    for (int i = 0; i < 3 && good; i++) {
        const cJSON *size = cJSON_GetArrayItem(v, i);
        good = i >= n || is_count(size, low);
        out[i] = i < n ? (uint64_t)size->valuedouble : missing;
    }
    if (!good)
        fail(m, at, "expected 1 to 3 %s integers", low > 0 ? "positive" : "non-negative");
}

static const char *read_text(struct manifest *m, const cJSON *v, const char *at) {
    if (cJSON_IsString(v) && *v->valuestring)
        return arena_strdup(m->arena, v->valuestring);
    fail(m, at, "expected a string");
    return "";
}

static void read_kernel(struct manifest *m, const cJSON *v, const char *at,
                        struct given_launch *g) {
    g->launch.kernel = read_text(m, v, at);
}

static void read_source(struct manifest *m, const cJSON *v, const char *at,
                        struct given_launch *g) {
    g->file = path_base(read_text(m, v, at));
}

static void read_global(struct manifest *m, const cJSON *v, const char *at,
                        struct given_launch *g) {
    read_sizes(m, v, at, 1, 1, g->launch.global);
    g->launch.global_source = LAUNCH_MANIFEST;
}

static void read_local(struct manifest *m, const cJSON *v, const char *at, struct given_launch *g) {
    read_sizes(m, v, at, 1, 1, g->launch.local);
    g->launch.local_source = LAUNCH_MANIFEST;
}

static void read_offset(struct manifest *m, const cJSON *v, const char *at,
                        struct given_launch *g) {
    read_sizes(m, v, at, 0, 0, g->launch.offset);
}

static void read_count(struct manifest *m, const cJSON *v, const char *at, struct given_launch *g) {
    if (is_count(v, 1))
        g->launch.count = (uint64_t)v->valuedouble;
    else
        fail(m, at, "expected a positive integer");
}

static void read_defines(struct manifest *m, const cJSON *v, const char *at,
                         struct given_launch *g) {
    struct words defines = {0};
    const cJSON *define;
    if (!cJSON_IsArray(v))
        fail(m, at, "expected an array of \"NAME=VALUE\"");
    cJSON_ArrayForEach (define, v)
        words_add(m->arena, &defines, read_text(m, define, at));
    g->launch.defines = defines.at;
    g->launch.n_defines = defines.n;
}

/* What the elements of a buffer are, by their place `i`. */
static void read_each(struct manifest *m, const cJSON *v, const char *at, struct launch_arg *arg) {
    static const struct formula_names place = {formula_find_place, NULL};
    const char *error = NULL;
    arg->each = formula_parse(m->arena, read_text(m, v, at), &error);
    const char *unknown = arg->each ? formula_unknown(arg->each, &place) : NULL;
    if (!m->failed && !arg->each)
        fail(m, at, "%s", error);
    if (!m->failed && unknown)
        fail(m, at, "nothing is called '%s' but \"i\"", unknown);
}

static void read_buffer(struct manifest *m, const cJSON *v, const char *at,
                        struct launch_arg *arg) {
    const cJSON *only = cJSON_GetObjectItemCaseSensitive(v, "elements");
    const cJSON *each = cJSON_GetObjectItemCaseSensitive(v, "each");
    const char *error = NULL;
    bool filled = only && each && cJSON_GetArraySize(v) == 2;
    if (!filled)
        only = v->child;
    const char *key = only && (filled || !only->next) ? only->string : "";
    arg->zeros = strcmp(key, "zeros") == 0;
    if (arg->zeros || strcmp(key, "elements") == 0)
        arg->kind = ARG_ELEMENTS;
    else if (strcmp(key, "local_bytes") == 0)
        arg->kind = ARG_LOCAL_BYTES;
    else if (strcmp(key, "file") == 0)
        arg->kind = ARG_FILE;
    else
        fail(m, at, "expected one of \"elements\", \"zeros\", \"local_bytes\" and \"file\"");
    if (filled && !m->failed)
        read_each(m, each, arena_printf(m->arena, "%s.each", at), arg);
    if (m->failed)
        return;
    at = arena_printf(m->arena, "%s.%s", at, key);
    if (arg->kind != ARG_FILE && !is_count(only, 1))
        fail(m, at, "expected a positive integer");
    else if (arg->kind != ARG_FILE)
        arg->count = (uint64_t)only->valuedouble;
    else if (!launch_read_buffer(m->arena, path_dir(m->arena, m->path), read_text(m, only, at), arg,
                                 &error))
        fail(m, at, "%s", error);
}

/* A JSON number, or "0x..." for whole numbers beyond the 2^53 up to which JSON's are exact. */
static bool read_number(const cJSON *v, double *number, uint64_t *whole) {
    bool text = cJSON_IsString(v) && str_starts(v->valuestring, "0x") &&
                launch_parse_whole(v->valuestring, whole);
    *number = text ? (double)*whole : v->valuedouble;
    if (!text && fabs(*number) < 0x1p53)
        *whole = (uint64_t)(int64_t)*number;
    return text || cJSON_IsNumber(v);
}

static void read_numbers(struct manifest *m, const cJSON *v, const char *at,
                         struct launch_arg *arg) {
    VEC(double) numbers = {0};
    VEC(uint64_t) wholes = {0};
    bool any_text = false;
    const cJSON *value;
    cJSON_ArrayForEach (value, v) {
        double number;
        uint64_t whole = 0;
        if (!read_number(value, &number, &whole))
            fail(m, at, "expected an array of numbers");
        any_text |= cJSON_IsString(value);
        vec_push(m->arena, &numbers, number);
        vec_push(m->arena, &wholes, whole);
    }
    arg->kind = ARG_NUMBERS;
    arg->numbers = numbers.at;
    arg->wholes = any_text ? wholes.at : NULL;
    arg->count = numbers.n;
}

static void read_one_number(struct manifest *m, const cJSON *v, const char *at,
                            struct launch_arg *arg) {
    uint64_t whole = 0;
    if (!read_number(v, &arg->number, &whole))
        fail(m, at, "expected a number, a text \"0x...\", an array of numbers or an object");
    if (cJSON_IsString(v))
        arg->wholes = arena_memdup(m->arena, &whole, sizeof whole);
}

/* Keys that are numbers are positions. */
static struct launch_arg arg_named(struct arena *a, const char *key) {
    size_t digits = strspn(key, "0123456789");
    struct launch_arg arg = {.index = -1, .source = LAUNCH_MANIFEST};
    if (digits && !key[digits] && digits <= 3)
        arg.index = atoi(key);
    else
        arg.name = arena_strdup(a, key);
    return arg;
}

static void read_args(struct manifest *m, const cJSON *v, const char *at, struct given_launch *g) {
    VEC(struct launch_arg) args = {0};
    const cJSON *value;
    if (!cJSON_IsObject(v))
        fail(m, at, "expected an object");
    cJSON_ArrayForEach (value, v) {
        if (m->failed)
            return;
        const char *place = arena_printf(m->arena, "%s.%s", at, value->string);
        struct launch_arg arg = arg_named(m->arena, value->string);
        if (cJSON_IsObject(value))
            read_buffer(m, value, place, &arg);
        else if (cJSON_IsArray(value))
            read_numbers(m, value, place, &arg);
        else
            read_one_number(m, value, place, &arg);
        vec_push(m->arena, &args, arg);
    }
    g->launch.args = args.at;
    g->launch.n_args = args.n;
}

static const struct field launch_fields[] = {
    {"kernel", read_kernel},   {"file", read_source},   {"global", read_global},
    {"local", read_local},     {"offset", read_offset}, {"count", read_count},
    {"defines", read_defines}, {"args", read_args},
};

enum { LAUNCH_FIELDS = sizeof launch_fields / sizeof launch_fields[0] };

static const struct field *find_field(const char *key) {
    for (size_t i = 0; i < LAUNCH_FIELDS; i++)
        if (strcmp(launch_fields[i].key, key) == 0)
            return &launch_fields[i];
    return NULL;
}

static void unknown_key(struct manifest *m, const char *at, const char *key) {
    struct words keys = {0};
    for (size_t i = 0; i < LAUNCH_FIELDS; i++)
        words_add(m->arena, &keys, launch_fields[i].key);
    const char *nearest = words_nearest(key, &keys);
    if (nearest)
        fail(m, at, "unknown key \"%s\"; did you mean \"%s\"?", key, nearest);
    else
        fail(m, at, "unknown key \"%s\"", key);
}

static bool repeated(const cJSON *value) {
    for (const cJSON *next = value->next; next; next = next->next)
        if (strcmp(next->string, value->string) == 0)
            return true;
    return false;
}

static struct given_launch read_launch(struct manifest *m, const cJSON *v, const char *at) {
    struct given_launch g = {.where = arena_printf(m->arena, "%s: %s", m->path, at)};
    const cJSON *value;
    if (!cJSON_IsObject(v))
        fail(m, at, "expected an object");
    cJSON_ArrayForEach (value, v) {
        const struct field *f = m->failed ? NULL : find_field(value->string);
        if (f && repeated(value))
            fail(m, at, "\"%s\" is given twice", value->string);
        else if (f)
            f->read(m, value, arena_printf(m->arena, "%s.%s", at, value->string), &g);
        else
            unknown_key(m, at, value->string);
        if (m->failed)
            return g;
    }
    if (!g.launch.kernel)
        fail(m, at, "\"kernel\" is missing");
    return g;
}

static void read_top(struct manifest *m, const cJSON *top, struct given_launches *out) {
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(top, "version");
    const cJSON *launches = cJSON_GetObjectItemCaseSensitive(top, "launches"), *value;
    if (!cJSON_IsObject(top))
        fail(m, "", "expected an object with \"version\" and \"launches\"");
    else if (!cJSON_IsNumber(version) || version->valuedouble != 1)
        fail(m, "version", "expected 1");
    else if (!cJSON_IsArray(launches))
        fail(m, "launches", "expected an array");
    cJSON_ArrayForEach (value, top)
        if (value != version && value != launches)
            fail(m, "", "unknown key \"%s\"", value->string ? value->string : "");
    size_t i = 0;
    cJSON_ArrayForEach (value, launches) {
        if (m->failed)
            return;
        vec_push(m->arena, out,
                 read_launch(m, value, arena_printf(m->arena, "launches[%zu]", i++)));
    }
}

void manifest_read(struct arena *a, const char *path, const struct texts *texts,
                   struct given_launches *given, struct problems *p) {
    struct manifest m = {.arena = a, .path = path, .problems = p};
    struct given_launches found = {0};
    const char *end = NULL, *text = texts_read(a, texts, path, NULL);
    if (!text) {
        problems_add(p, SEVERITY_ERROR, "cannot read launch manifest '%s': %s", path,
                     strerror(errno));
        return;
    }
    cJSON *json = cJSON_ParseWithOpts(text, &end, true);
    if (json)
        read_top(&m, json, &found);
    else
        problems_add(p, SEVERITY_ERROR, "%s:%zu: not valid JSON", path, str_line(text, end));
    cJSON_Delete(json);
    for (size_t i = 0; i < found.n && !m.failed; i++)
        vec_push(a, given, found.at[i]);
}
