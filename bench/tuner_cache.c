#include "bench/tuner_cache.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"

struct cache {
    struct arena *arena;
    const cJSON *keys;  /* names of the parameters */
    struct row pattern; /* what all rows have in common */
    VEC(struct row) rows;
};

/* The text of a value, "" of what is none. */
static const char *text_of(struct arena *a, const cJSON *v) {
    if (cJSON_IsBool(v))
        return cJSON_IsTrue(v) ? "1" : "0";
    if (cJSON_IsNumber(v))
        return arena_printf(a, v->valuedouble == trunc(v->valuedouble) ? "%.0f" : "%.17g",
                            v->valuedouble);
    return cJSON_IsString(v) ? arena_strdup(a, v->valuestring) : "";
}

struct pairs {
    VEC(struct pair) list;
    struct str text; /* NAME=VALUE;... */
};

static void add_pair(struct arena *a, struct pairs *p, enum column column, const char *name,
                     const cJSON *v) {
    const char *value = text_of(a, v);
    if (!*value)
        return;
    vec_push(a, &p->list, (struct pair){column, arena_strdup(a, name), value});
    str_printf(&p->text, "%s%s=%s", p->text.n ? ";" : "", name, value);
}

/* A number, or a list of up to three. */
static struct pairs problem_size(struct arena *a, const cJSON *v) {
    static const char *const names[] = {"problem_size_x", "problem_size_y", "problem_size_z"};
    struct pairs out = {.text = {.arena = a}};
    if (!cJSON_IsArray(v))
        add_pair(a, &out, COLUMN_EXTRA, names[0], v);
    for (int i = 0; i < 3 && cJSON_IsArray(v); i++)
        add_pair(a, &out, COLUMN_EXTRA, names[i], cJSON_GetArrayItem(v, i));
    return out;
}

/* Failed configurations have a text in the place of their time. */
static void add_row(struct cache *c, const cJSON *entry, size_t number) {
    const cJSON *time = cJSON_GetObjectItemCaseSensitive(entry, "time"), *key;
    struct pairs p = {.text = {.arena = c->arena}};
    if (!cJSON_IsNumber(time) || !(time->valuedouble > 0) || !isfinite(time->valuedouble))
        return;
    cJSON_ArrayForEach (key, c->keys) {
        if (cJSON_IsString(key))
            add_pair(c->arena, &p, COLUMN_DEFINES, key->valuestring,
                     cJSON_GetObjectItemCaseSensitive(entry, key->valuestring));
    }
    for (size_t i = 0; i < c->pattern.n_pairs; i++)
        vec_push(c->arena, &p.list, c->pattern.pairs[i]);
    struct row row = c->pattern;
    row.line = number;
    row.time_ms = time->valuedouble;
    row.column[COLUMN_DEFINES] = str_text(&p.text);
    row.column[COLUMN_TIME_MS] = arena_printf(c->arena, "%.9g", row.time_ms);
    row.pairs = p.list.at;
    row.n_pairs = p.list.n;
    vec_push(c->arena, &c->rows, row);
}

/* While Kernel Tuner writes the file, it ends behind a configuration and its comma. */
static cJSON *parse(const char *text) {
    cJSON *whole = cJSON_Parse(text);
    struct arena scratch = {0};
    size_t n = strlen(text);
    while (!whole && n && strchr(" \t\r\n,", text[n - 1]))
        n--;
    if (!whole)
        whole = cJSON_Parse(arena_printf(&scratch, "%.*s}}", (int)n, text));
    arena_free(&scratch);
    return whole;
}

static const char *name_of(struct arena *a, const cJSON *json, const char *key) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(json, key);
    return cJSON_IsString(v) && *v->valuestring ? arena_strdup(a, v->valuestring) : NULL;
}

static bool read_cache(struct cache *c, const cJSON *json) {
    const cJSON *all = cJSON_GetObjectItemCaseSensitive(json, "cache"), *entry;
    const char *gpu = name_of(c->arena, json, "device_name");
    const char *kernel = name_of(c->arena, json, "kernel_name");
    size_t number = 0;
    c->keys = cJSON_GetObjectItemCaseSensitive(json, "tune_params_keys");
    if (!cJSON_IsObject(all) || !cJSON_IsArray(c->keys) || !gpu || !kernel)
        return false;
    struct pairs size =
        problem_size(c->arena, cJSON_GetObjectItemCaseSensitive(json, "problem_size"));
    for (int i = 0; i < COLUMNS; i++)
        c->pattern.column[i] = "";
    c->pattern.column[COLUMN_DATASET] = "kernel_tuner";
    c->pattern.column[COLUMN_KERNEL] = kernel;
    c->pattern.column[COLUMN_GPU] = gpu;
    c->pattern.column[COLUMN_EXTRA] = str_text(&size.text);
    c->pattern.pairs = size.list.at;
    c->pattern.n_pairs = size.list.n;
    cJSON_ArrayForEach (entry, all)
        add_row(c, entry, ++number);
    return true;
}

bool tuner_cache_read(struct arena *a, const char *path, const char *text, struct table *out,
                      const char **error) {
    struct cache c = {.arena = a};
    cJSON *json = parse(text);
    bool good = read_cache(&c, json);
    cJSON_Delete(json);
    *out = (struct table){c.rows.at, c.rows.n};
    if (!good)
        *error = arena_printf(a,
                              "'%s' is neither a table nor a cache file of Kernel Tuner with "
                              "device_name, kernel_name, tune_params_keys and cache",
                              path);
    return good;
}
