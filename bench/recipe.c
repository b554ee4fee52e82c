#include "bench/recipe.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "base/vec.h"

struct reader {
    struct arena *arena;
    const char *path;
    const char *error;
};

static void fail(struct reader *r, const char *at, const char *wrong) {
    if (!r->error)
        r->error = arena_printf(r->arena, "%s: %s: %s", r->path, at, wrong);
}

static const char *read_text(struct reader *r, const cJSON *v, const char *at) {
    if (cJSON_IsString(v) && *v->valuestring)
        return arena_strdup(r->arena, v->valuestring);
    fail(r, at, "expected a string");
    return "";
}

/* A number, or a formula in a string. */
static const struct formula *read_formula(struct reader *r, const cJSON *v, const char *at) {
    const char *error = NULL;
    if (cJSON_IsNumber(v))
        return formula_constant(r->arena, v->valuedouble);
    if (!cJSON_IsString(v)) {
        fail(r, at, "expected a number or a formula");
        return NULL;
    }
    const struct formula *f =
        formula_parse(r->arena, arena_strdup(r->arena, v->valuestring), &error);
    if (!f)
        fail(r, at, error);
    return f;
}

static void read_formulas(struct reader *r, const cJSON *v, const char *at, size_t n,
                          const struct formula **out) {
    const cJSON *item;
    size_t i = 0;
    if (!cJSON_IsArray(v) || (size_t)cJSON_GetArraySize(v) != n) {
        fail(r, at, arena_printf(r->arena, "expected an array of %zu formulas", n));
        return;
    }
    cJSON_ArrayForEach(item, v) out[i++] = read_formula(r, item, at);
}

static void read_named(struct reader *r, const cJSON *v, const char *at,
                       struct named_formulas *out) {
    const cJSON *item;
    if (!cJSON_IsObject(v))
        fail(r, at, "expected an object of formulas");
    cJSON_ArrayForEach(item, v) {
        const char *place = arena_printf(r->arena, "%s.%s", at, item->string);
        vec_push(r->arena, out,
                 (struct named_formula){arena_strdup(r->arena, item->string),
                                        read_formula(r, item, place)});
    }
}

/* A string, or an array of them. */
static void read_words(struct reader *r, const cJSON *v, const char *at, struct words *out) {
    const cJSON *item;
    if (!cJSON_IsArray(v)) {
        words_add(r->arena, out, read_text(r, v, at));
        return;
    }
    cJSON_ArrayForEach(item, v) words_add(r->arena, out, read_text(r, item, at));
}

static void version(struct reader *r, const cJSON *v, const char *at, struct recipe *out) {
    (void)out;
    if (!cJSON_IsNumber(v) || v->valuedouble != 1)
        fail(r, at, "expected 1");
}

static void dataset(struct reader *r, const cJSON *v, const char *at, struct recipe *out) {
    read_words(r, v, at, &out->datasets);
}

static void kernel(struct reader *r, const cJSON *v, const char *at, struct recipe *out) {
    read_words(r, v, at, &out->kernels);
}

static void when(struct reader *r, const cJSON *v, const char *at, struct recipe *out) {
    out->when = read_formula(r, v, at);
}

/* Beside the recipe, if the path is relative. */
static const char *beside(struct reader *r, const char *path) {
    return path[0] == '/' ? path
                          : arena_printf(r->arena, "%s/%s", path_dir(r->arena, r->path), path);
}

static void source(struct reader *r, const cJSON *v, const char *at, struct recipe *out) {
    out->source = beside(r, read_text(r, v, at));
    if (!r->error && access(out->source, R_OK) != 0)
        fail(r, at, arena_printf(r->arena, "cannot read '%s': %s", out->source, strerror(errno)));
}

static void options(struct reader *r, const cJSON *v, const char *at, struct recipe *out) {
    read_words(r, v, at, &out->options);
}

static void defines(struct reader *r, const cJSON *v, const char *at, struct recipe *out) {
    read_named(r, v, at, &out->defines);
}

static void defaults(struct reader *r, const cJSON *v, const char *at, struct recipe *out) {
    read_named(r, v, at, &out->defaults);
}

static void clock_setting(struct reader *r, const cJSON *v, const char *at, struct recipe *out) {
    read_formulas(r, v, at, 2, out->clock);
}

static void read_arg(struct reader *r, const cJSON *v, const char *at, struct recipe_arg *out) {
    const cJSON *only = cJSON_IsObject(v) ? v->child : NULL;
    const char *key = only && !only->next ? only->string : "";
    if (!cJSON_IsObject(v))
        out->formula = read_formula(r, v, at);
    else if (strcmp(key, "elements") == 0)
        out->kind = RECIPE_ELEMENTS;
    else if (strcmp(key, "zeros") == 0)
        out->kind = RECIPE_ZEROS;
    else if (strcmp(key, "local_bytes") == 0)
        out->kind = RECIPE_LOCAL_BYTES;
    else if (strcmp(key, "file") == 0)
        out->kind = RECIPE_FILE;
    else
        fail(r, at, "expected one of \"elements\", \"zeros\", \"local_bytes\" and \"file\"");
    if (out->kind == RECIPE_FILE)
        out->file = beside(r, read_text(r, only, at));
    else if (out->kind != RECIPE_NUMBER)
        out->formula = read_formula(r, only, at);
}

static void function(struct reader *r, const cJSON *v, const char *at, struct recipe_launch *out) {
    out->function = read_text(r, v, at);
}

static void global(struct reader *r, const cJSON *v, const char *at, struct recipe_launch *out) {
    read_formulas(r, v, at, 3, out->global);
}

static void local(struct reader *r, const cJSON *v, const char *at, struct recipe_launch *out) {
    read_formulas(r, v, at, 3, out->local);
}

static void args(struct reader *r, const cJSON *v, const char *at, struct recipe_launch *out) {
    const cJSON *item;
    if (!cJSON_IsObject(v))
        fail(r, at, "expected an object");
    cJSON_ArrayForEach(item, v) {
        struct recipe_arg arg = {.name = arena_strdup(r->arena, item->string)};
        read_arg(r, item, arena_printf(r->arena, "%s.%s", at, item->string), &arg);
        vec_push(r->arena, &out->args, arg);
    }
}

static void count(struct reader *r, const cJSON *v, const char *at, struct recipe_launch *out) {
    out->count = read_formula(r, v, at);
}

static void in_a_row(struct reader *r, const cJSON *v, const char *at, struct recipe_launch *out) {
    out->in_a_row = read_formula(r, v, at);
}

/* Keys of a launch: of the first one, they stand in the recipe itself. */
static const struct launch_key {
    const char *name;
    void (*read)(struct reader *r, const cJSON *v, const char *at, struct recipe_launch *out);
} launch_keys[] = {
    {"function", function}, {"global", global}, {"local", local},
    {"args", args},         {"count", count},   {"in_a_row", in_a_row},
};

enum { LAUNCH_KEYS = sizeof launch_keys / sizeof launch_keys[0] };

static const struct launch_key *find_launch_key(const char *name) {
    for (size_t i = 0; i < LAUNCH_KEYS; i++)
        if (strcmp(launch_keys[i].name, name) == 0)
            return &launch_keys[i];
    return NULL;
}

static bool repeated(const cJSON *value) {
    for (const cJSON *next = value->next; next; next = next->next)
        if (strcmp(next->string, value->string) == 0)
            return true;
    return false;
}

/* What a launch does not say. */
static void complete_launch(struct reader *r, const char *at, struct recipe_launch *l) {
    static const char *const names[2][3] = {{"global_x", "global_y", "global_z"},
                                            {"local_x", "local_y", "local_z"}};
    const char *error;
    if (!l->function)
        fail(r, at, "is missing");
    for (int d = 0; d < 3; d++) {
        if (!l->global[d])
            l->global[d] = formula_parse(r->arena, names[0][d], &error);
        if (!l->local[d])
            l->local[d] = formula_parse(r->arena, names[1][d], &error);
    }
    if (!l->count)
        l->count = formula_constant(r->arena, 1);
}

static void read_also(struct reader *r, const cJSON *v, const char *at, struct recipe_launch *out) {
    const cJSON *item;
    if (!cJSON_IsObject(v))
        fail(r, at, "expected an object");
    cJSON_ArrayForEach(item, v) {
        const struct launch_key *key = find_launch_key(item->string);
        const char *place = arena_printf(r->arena, "%s.%s", at, item->string);
        if (!key)
            fail(r, place, "unknown key");
        else if (repeated(item))
            fail(r, place, "is given twice");
        else
            key->read(r, item, place, out);
    }
    complete_launch(r, arena_printf(r->arena, "%s.function", at), out);
}

static void also(struct reader *r, const cJSON *v, const char *at, struct recipe *out) {
    const cJSON *item;
    size_t i = 0;
    if (!cJSON_IsArray(v))
        fail(r, at, "expected an array of launches");
    cJSON_ArrayForEach(item, v) {
        struct recipe_launch l = {0};
        read_also(r, item, arena_printf(r->arena, "%s[%zu]", at, i++), &l);
        vec_push(r->arena, &out->launches, l);
    }
}

static void skip(struct reader *r, const cJSON *v, const char *at, struct recipe *out) {
    const cJSON *item;
    if (!cJSON_IsArray(v))
        fail(r, at, "expected an array of {\"when\", \"why\"}");
    cJSON_ArrayForEach(item, v) {
        const cJSON *condition = cJSON_GetObjectItemCaseSensitive(item, "when");
        const cJSON *why = cJSON_GetObjectItemCaseSensitive(item, "why");
        if (!condition || !why || cJSON_GetArraySize(item) != 2)
            fail(r, at, "expected {\"when\", \"why\"}");
        else
            vec_push(r->arena, &out->skips,
                     (struct recipe_skip){read_formula(r, condition, at), read_text(r, why, at)});
    }
}

/* A formula, or {"when", "is"}. */
static struct recipe_counter read_counter(struct reader *r, const cJSON *v, const char *at) {
    struct recipe_counter c = {.name = arena_strdup(r->arena, v->string)};
    if (!cJSON_IsObject(v)) {
        c.formula = read_formula(r, v, at);
        return c;
    }
    const cJSON *when_is = cJSON_GetObjectItemCaseSensitive(v, "when");
    const cJSON *is = cJSON_GetObjectItemCaseSensitive(v, "is");
    if (!when_is || !is || cJSON_GetArraySize(v) != 2) {
        fail(r, at, "expected a formula or {\"when\", \"is\"}");
        return c;
    }
    c.when = read_formula(r, when_is, at);
    c.formula = read_formula(r, is, at);
    return c;
}

static void counters(struct reader *r, const cJSON *v, const char *at, struct recipe *out) {
    const cJSON *item;
    if (!cJSON_IsObject(v))
        fail(r, at, "expected an object");
    cJSON_ArrayForEach(item, v)
        vec_push(r->arena, &out->counters,
                 read_counter(r, item, arena_printf(r->arena, "%s.%s", at, item->string)));
}

static void repeats(struct reader *r, const cJSON *v, const char *at, struct recipe *out) {
    read_words(r, v, at, &out->repeats);
}

static void note(struct reader *r, const cJSON *v, const char *at, struct recipe *out) {
    (void)out;
    read_text(r, v, at);
}

static const struct key {
    const char *name;
    bool required;
    void (*read)(struct reader *r, const cJSON *v, const char *at, struct recipe *out);
} keys[] = {
    {"version", true, version},      {"dataset", false, dataset},  {"kernel", true, kernel},
    {"when", false, when},           {"source", true, source},     {"options", false, options},
    {"defines", false, defines},     {"default", false, defaults}, {"also", false, also},
    {"clock", false, clock_setting}, {"skip", false, skip},        {"counters", false, counters},
    {"repeats", false, repeats},     {"note", false, note},
};

enum { KEYS = sizeof keys / sizeof keys[0] };

static const struct key *find_key(const char *name) {
    for (size_t i = 0; i < KEYS; i++)
        if (strcmp(keys[i].name, name) == 0)
            return &keys[i];
    return NULL;
}

static void unknown_key(struct reader *r, const char *name) {
    struct words known = {0};
    for (size_t i = 0; i < KEYS; i++)
        words_add(r->arena, &known, keys[i].name);
    for (size_t i = 0; i < LAUNCH_KEYS; i++)
        words_add(r->arena, &known, launch_keys[i].name);
    const char *nearest = words_nearest(name, &known);
    fail(r, name,
         nearest ? arena_printf(r->arena, "unknown key; did you mean \"%s\"?", nearest)
                 : "unknown key");
}

static void read_key(struct reader *r, const cJSON *v, struct recipe *out) {
    const struct key *key = find_key(v->string);
    const struct launch_key *launch_key = find_launch_key(v->string);
    if (repeated(v))
        fail(r, v->string, "is given twice");
    else if (key)
        key->read(r, v, key->name, out);
    else if (launch_key)
        launch_key->read(r, v, launch_key->name, &out->launches.at[0]);
    else
        unknown_key(r, v->string);
}

static void read_recipe(struct reader *r, const cJSON *json, struct recipe *out) {
    const cJSON *v;
    vec_push(r->arena, &out->launches, (struct recipe_launch){0});
    if (!cJSON_IsObject(json))
        fail(r, "recipe", "expected an object");
    cJSON_ArrayForEach(v, json) read_key(r, v, out);
    for (size_t i = 0; i < KEYS; i++)
        if (keys[i].required && !cJSON_GetObjectItemCaseSensitive(json, keys[i].name))
            fail(r, keys[i].name, "is missing");
    complete_launch(r, "function", &out->launches.at[0]);
    if (!out->repeats.n)
        words_add(r->arena, &out->repeats, "launch_idx");
}

/* A file holds one recipe, or an array of them. */
static void read_recipes(struct reader *r, struct recipes *out) {
    const char *text = read_file(r->arena, r->path, NULL), *end = text;
    if (!text) {
        r->error = arena_printf(r->arena, "cannot read '%s': %s", r->path, strerror(errno));
        return;
    }
    cJSON *json = cJSON_ParseWithOpts(text, &end, true);
    const cJSON *v = cJSON_IsArray(json) ? json->child : json;
    if (!json)
        r->error = arena_printf(r->arena, "%s:%zu: not valid JSON", r->path, str_line(text, end));
    for (; v && !r->error; v = v->next) {
        struct recipe recipe = {.path = r->path};
        read_recipe(r, v, &recipe);
        vec_push(r->arena, out, recipe);
    }
    cJSON_Delete(json);
}

static int is_json(const struct dirent *entry) {
    return str_ends(entry->d_name, ".json") && entry->d_name[0] != '.';
}

bool recipes_read(struct arena *a, const char *dir, struct recipes *out, const char **error) {
    struct reader r = {.arena = a};
    struct dirent **entries = NULL;
    int n = scandir(dir, &entries, is_json, alphasort);
    if (n < 0)
        r.error = arena_printf(a, "cannot read recipes in '%s': %s", dir, strerror(errno));
    for (int i = 0; i < n; i++) {
        r.path = arena_printf(a, "%s/%s", dir, entries[i]->d_name);
        if (!r.error)
            read_recipes(&r, out);
        free(entries[i]);
    }
    free(entries);
    if (r.error)
        *error = r.error;
    return !r.error;
}
