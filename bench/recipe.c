#include "bench/recipe.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"

static void version(struct json_reader *r, const cJSON *v, const char *at, struct recipe *out) {
    (void)out;
    json_version(r, v, at);
}

static void dataset(struct json_reader *r, const cJSON *v, const char *at, struct recipe *out) {
    json_words(r, v, at, &out->datasets);
}

static void kernel(struct json_reader *r, const cJSON *v, const char *at, struct recipe *out) {
    json_words(r, v, at, &out->kernels);
}

static void when(struct json_reader *r, const cJSON *v, const char *at, struct recipe *out) {
    out->when = json_formula(r, v, at);
}

static void source(struct json_reader *r, const cJSON *v, const char *at, struct recipe *out) {
    out->source = json_source(r, v, at);
}

static void options(struct json_reader *r, const cJSON *v, const char *at, struct recipe *out) {
    json_words(r, v, at, &out->options);
}

static void defines(struct json_reader *r, const cJSON *v, const char *at, struct recipe *out) {
    json_named(r, v, at, &out->defines);
}

static void defaults(struct json_reader *r, const cJSON *v, const char *at, struct recipe *out) {
    json_named(r, v, at, &out->defaults);
}

static void clock_setting(struct json_reader *r, const cJSON *v, const char *at,
                          struct recipe *out) {
    json_formulas(r, v, at, 2, out->clock);
}

static void empty_us(struct json_reader *r, const cJSON *v, const char *at, struct recipe *out) {
    out->empty_us = json_formula(r, v, at);
}

static void function(struct json_reader *r, const cJSON *v, const char *at,
                     struct recipe_launch *out) {
    out->launch.kernel = json_text(r, v, at);
}

static void global(struct json_reader *r, const cJSON *v, const char *at,
                   struct recipe_launch *out) {
    json_formulas(r, v, at, 3, out->launch.global);
}

static void local(struct json_reader *r, const cJSON *v, const char *at,
                  struct recipe_launch *out) {
    json_formulas(r, v, at, 3, out->launch.local);
}

static void args(struct json_reader *r, const cJSON *v, const char *at, struct recipe_launch *out) {
    launch_formulas_read_args(r, v, at, &out->launch);
}

static void count(struct json_reader *r, const cJSON *v, const char *at,
                  struct recipe_launch *out) {
    out->count = json_formula(r, v, at);
}

static void in_a_row(struct json_reader *r, const cJSON *v, const char *at,
                     struct recipe_launch *out) {
    out->in_a_row = json_formula(r, v, at);
}

/* Keys of a launch: of the first one, they stand in the recipe itself. */
static const struct launch_key {
    const char *name;
    void (*read)(struct json_reader *r, const cJSON *v, const char *at, struct recipe_launch *out);
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

/* What a launch does not say. */
static void complete_launch(struct json_reader *r, const char *at, struct recipe_launch *l) {
    static const char *const names[2][3] = {{"global_x", "global_y", "global_z"},
                                            {"local_x", "local_y", "local_z"}};
    const char *error;
    if (!l->launch.kernel)
        json_fail(r, at, "is missing");
    for (int d = 0; d < 3; d++) {
        if (!l->launch.global[d])
            l->launch.global[d] = formula_parse(r->arena, names[0][d], &error);
        if (!l->launch.local[d])
            l->launch.local[d] = formula_parse(r->arena, names[1][d], &error);
    }
    if (!l->count)
        l->count = formula_constant(r->arena, 1);
}

static void read_also(struct json_reader *r, const cJSON *v, const char *at,
                      struct recipe_launch *out) {
    const cJSON *item;
    if (!cJSON_IsObject(v))
        json_fail(r, at, "expected an object");
    for (item = cJSON_IsObject(v) ? v->child : NULL; item; item = item->next) {
        const struct launch_key *key = find_launch_key(item->string);
        const char *place = arena_printf(r->arena, "%s.%s", at, item->string);
        if (!key)
            json_fail(r, place, "unknown key");
        else if (json_repeated(item))
            json_fail(r, place, "is given twice");
        else
            key->read(r, item, place, out);
    }
    complete_launch(r, arena_printf(r->arena, "%s.function", at), out);
}

static void also(struct json_reader *r, const cJSON *v, const char *at, struct recipe *out) {
    const cJSON *item;
    size_t i = 0;
    if (!cJSON_IsArray(v))
        json_fail(r, at, "expected an array of launches");
    cJSON_ArrayForEach (item, v) {
        struct recipe_launch l = {0};
        read_also(r, item, arena_printf(r->arena, "%s[%zu]", at, i++), &l);
        vec_push(r->arena, &out->launches, l);
    }
}

static void skip(struct json_reader *r, const cJSON *v, const char *at, struct recipe *out) {
    const cJSON *item;
    if (!cJSON_IsArray(v))
        json_fail(r, at, "expected an array of {\"when\", \"why\"}");
    cJSON_ArrayForEach (item, v) {
        const cJSON *condition = cJSON_GetObjectItemCaseSensitive(item, "when");
        const cJSON *why = cJSON_GetObjectItemCaseSensitive(item, "why");
        if (!condition || !why || cJSON_GetArraySize(item) != 2)
            json_fail(r, at, "expected {\"when\", \"why\"}");
        else
            vec_push(r->arena, &out->skips,
                     (struct recipe_skip){json_formula(r, condition, at), json_text(r, why, at)});
    }
}

/* A formula, or {"when", "is"}. */
static struct recipe_counter read_counter(struct json_reader *r, const cJSON *v, const char *at) {
    struct recipe_counter c = {.name = arena_strdup(r->arena, v->string)};
    if (!cJSON_IsObject(v)) {
        c.formula = json_formula(r, v, at);
        return c;
    }
    const cJSON *when_is = cJSON_GetObjectItemCaseSensitive(v, "when");
    const cJSON *is = cJSON_GetObjectItemCaseSensitive(v, "is");
    if (!when_is || !is || cJSON_GetArraySize(v) != 2) {
        json_fail(r, at, "expected a formula or {\"when\", \"is\"}");
        return c;
    }
    c.when = json_formula(r, when_is, at);
    c.formula = json_formula(r, is, at);
    return c;
}

static void counters(struct json_reader *r, const cJSON *v, const char *at, struct recipe *out) {
    const cJSON *item;
    if (!cJSON_IsObject(v))
        json_fail(r, at, "expected an object");
    for (item = cJSON_IsObject(v) ? v->child : NULL; item; item = item->next)
        vec_push(r->arena, &out->counters,
                 read_counter(r, item, arena_printf(r->arena, "%s.%s", at, item->string)));
}

static void read_same(struct json_reader *r, const cJSON *v, const char *at,
                      struct recipe_pair *out) {
    const cJSON *item;
    if (!cJSON_IsArray(v))
        json_fail(r, at, "expected an array of formulas");
    cJSON_ArrayForEach (item, v)
        vec_push(r->arena, &out->same, json_formula(r, item, at));
}

static struct recipe_pair read_pair(struct json_reader *r, const cJSON *v, const char *at) {
    struct recipe_pair p = {.property = arena_strdup(r->arena, v->string)};
    const cJSON *when_is = cJSON_GetObjectItemCaseSensitive(v, "when");
    const cJSON *with = cJSON_GetObjectItemCaseSensitive(v, "with");
    const cJSON *same = cJSON_GetObjectItemCaseSensitive(v, "same");
    if (!with || !same || cJSON_GetArraySize(v) != 2 + (when_is != NULL)) {
        json_fail(r, at, "expected {\"with\", \"same\"} and perhaps \"when\"");
        return p;
    }
    p.when = when_is ? json_formula(r, when_is, at) : NULL;
    p.with = json_formula(r, with, at);
    read_same(r, same, at, &p);
    return p;
}

static void pairs(struct json_reader *r, const cJSON *v, const char *at, struct recipe *out) {
    const cJSON *item;
    if (!cJSON_IsObject(v))
        json_fail(r, at, "expected an object");
    for (item = cJSON_IsObject(v) ? v->child : NULL; item; item = item->next)
        vec_push(r->arena, &out->pairs,
                 read_pair(r, item, arena_printf(r->arena, "%s.%s", at, item->string)));
}

static void repeats(struct json_reader *r, const cJSON *v, const char *at, struct recipe *out) {
    json_words(r, v, at, &out->repeats);
}

static void note(struct json_reader *r, const cJSON *v, const char *at, struct recipe *out) {
    (void)out;
    json_text(r, v, at);
}

static const struct key {
    const char *name;
    bool required;
    void (*read)(struct json_reader *r, const cJSON *v, const char *at, struct recipe *out);
} keys[] = {
    {"version", true, version},      {"dataset", false, dataset},  {"kernel", true, kernel},
    {"when", false, when},           {"source", true, source},     {"options", false, options},
    {"defines", false, defines},     {"default", false, defaults}, {"also", false, also},
    {"clock", false, clock_setting}, {"skip", false, skip},        {"counters", false, counters},
    {"empty_us", false, empty_us},   {"pairs", false, pairs},      {"repeats", false, repeats},
    {"note", false, note},
};

enum { KEYS = sizeof keys / sizeof keys[0] };

static const struct key *find_key(const char *name) {
    for (size_t i = 0; i < KEYS; i++)
        if (strcmp(keys[i].name, name) == 0)
            return &keys[i];
    return NULL;
}

static void unknown_key(struct json_reader *r, const char *name) {
    struct words known = {0};
    for (size_t i = 0; i < KEYS; i++)
        words_add(r->arena, &known, keys[i].name);
    for (size_t i = 0; i < LAUNCH_KEYS; i++)
        words_add(r->arena, &known, launch_keys[i].name);
    const char *nearest = words_nearest(name, &known);
    json_fail(r, name,
              nearest ? arena_printf(r->arena, "unknown key; did you mean \"%s\"?", nearest)
                      : "unknown key");
}

static void read_key(struct json_reader *r, const cJSON *v, struct recipe *out) {
    const struct key *key = find_key(v->string);
    const struct launch_key *launch_key = find_launch_key(v->string);
    if (json_repeated(v))
        json_fail(r, v->string, "is given twice");
    else if (key)
        key->read(r, v, key->name, out);
    else if (launch_key)
        launch_key->read(r, v, launch_key->name, &out->launches.at[0]);
    else
        unknown_key(r, v->string);
}

static void read_recipe(struct json_reader *r, const cJSON *json, struct recipe *out) {
    const cJSON *v;
    vec_push(r->arena, &out->launches, (struct recipe_launch){0});
    if (!cJSON_IsObject(json))
        json_fail(r, "recipe", "expected an object");
    for (v = cJSON_IsObject(json) ? json->child : NULL; v; v = v->next)
        read_key(r, v, out);
    for (size_t i = 0; i < KEYS; i++)
        if (keys[i].required && !cJSON_GetObjectItemCaseSensitive(json, keys[i].name))
            json_fail(r, keys[i].name, "is missing");
    complete_launch(r, "function", &out->launches.at[0]);
    if (!out->repeats.n)
        words_add(r->arena, &out->repeats, "launch_idx");
}

/* A file holds one recipe, or an array of them. */
static void read_recipes(struct json_reader *r, struct recipes *out) {
    cJSON *json = json_parse(r);
    const cJSON *v = cJSON_IsArray(json) ? json->child : json;
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
    struct json_reader r = {.arena = a};
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
