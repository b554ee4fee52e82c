#include "launch/json_reader.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"

void json_fail(struct json_reader *r, const char *at, const char *wrong) {
    if (!r->error)
        r->error = arena_printf(r->arena, "%s: %s: %s", r->path, at, wrong);
}

cJSON *json_parse(struct json_reader *r) {
    size_t n = 0;
    const char *text = texts_read(r->arena, r->texts, r->path, &n), *end = text;
    cJSON *json = text ? cJSON_ParseWithOpts(text, &end, true) : NULL;
    if (!text)
        r->error = arena_printf(r->arena, "cannot read '%s': %s", r->path,
                                read_file_error(r->arena, errno));
    else if (!json)
        r->error = arena_printf(r->arena, "%s:%zu: not valid JSON", r->path, str_line(text, end));
    else if (strlen(text) != n)
        r->error = arena_printf(r->arena, "%s: bytes after the end, a NUL", r->path);
    if (!r->error)
        return json;
    cJSON_Delete(json);
    return NULL;
}

const char *json_text(struct json_reader *r, const cJSON *v, const char *at) {
    if (cJSON_IsString(v) && *v->valuestring)
        return arena_strdup(r->arena, v->valuestring);
    json_fail(r, at, "expected a string");
    return "";
}

void json_words(struct json_reader *r, const cJSON *v, const char *at, struct words *out) {
    const cJSON *item;
    if (!cJSON_IsArray(v)) {
        words_add(r->arena, out, json_text(r, v, at));
        return;
    }
    cJSON_ArrayForEach (item, v)
        words_add(r->arena, out, json_text(r, item, at));
}

const char *json_beside(struct json_reader *r, const char *path) {
    return path[0] == '/' ? path
                          : arena_printf(r->arena, "%s/%s", path_dir(r->arena, r->path), path);
}

const char *json_source(struct json_reader *r, const cJSON *v, const char *at) {
    const char *path = json_beside(r, json_text(r, v, at));
    if (!r->error && !texts_find(r->texts, path) && access(path, R_OK) != 0)
        json_fail(r, at, arena_printf(r->arena, "cannot read '%s': %s", path, strerror(errno)));
    return path;
}

void json_version(struct json_reader *r, const cJSON *v, const char *at) {
    if (!cJSON_IsNumber(v) || v->valuedouble != 1)
        json_fail(r, at, "expected 1");
}

const struct formula *json_formula(struct json_reader *r, const cJSON *v, const char *at) {
    const char *error = NULL;
    if (cJSON_IsNumber(v))
        return formula_constant(r->arena, v->valuedouble);
    if (!cJSON_IsString(v)) {
        json_fail(r, at, "expected a number or a formula");
        return NULL;
    }
    const struct formula *f =
        formula_parse(r->arena, arena_strdup(r->arena, v->valuestring), &error);
    if (!f)
        json_fail(r, at, error);
    return f;
}

void json_formulas(struct json_reader *r, const cJSON *v, const char *at, size_t n,
                   const struct formula **out) {
    const cJSON *item;
    size_t i = 0;
    if (!cJSON_IsArray(v) || (size_t)cJSON_GetArraySize(v) != n) {
        json_fail(r, at, arena_printf(r->arena, "expected an array of %zu formulas", n));
        return;
    }
    cJSON_ArrayForEach (item, v)
        out[i++] = json_formula(r, item, at);
}

void json_named(struct json_reader *r, const cJSON *v, const char *at, struct named_formulas *out) {
    const cJSON *item;
    if (!cJSON_IsObject(v))
        json_fail(r, at, "expected an object of formulas");
    for (item = cJSON_IsObject(v) ? v->child : NULL; item; item = item->next) {
        const char *place = arena_printf(r->arena, "%s.%s", at, item->string);
        vec_push(r->arena, out,
                 (struct named_formula){arena_strdup(r->arena, item->string),
                                        json_formula(r, item, place)});
    }
}

bool json_repeated(const cJSON *value) {
    for (const cJSON *next = value->next; next; next = next->next)
        if (strcmp(next->string, value->string) == 0)
            return true;
    return false;
}
