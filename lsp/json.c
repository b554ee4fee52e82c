#include "lsp/json.h"

#include <string.h>

#include "base/str.h"

enum { FARTHEST = 0x7fffffff };

const cJSON *json_at(const cJSON *o, const char *path) {
    char name[64];
    while (o && *path) {
        size_t n = strcspn(path, ".");
        if (n >= sizeof name)
            return NULL;
        memcpy(name, path, n);
        name[n] = '\0';
        o = cJSON_IsObject(o) ? cJSON_GetObjectItemCaseSensitive(o, name) : NULL;
        path += n + (path[n] == '.');
    }
    return o;
}

const char *json_string(const cJSON *o, const char *path) {
    const char *text = cJSON_GetStringValue(json_at(o, path));
    return text ? text : "";
}

double json_number(const cJSON *o, const char *path, double otherwise) {
    const cJSON *at = json_at(o, path);
    return cJSON_IsNumber(at) ? at->valuedouble : otherwise;
}

bool json_is_true(const cJSON *o, const char *path) {
    return cJSON_IsTrue(json_at(o, path));
}

static bool read_index(const cJSON *o, const char *key, size_t *out) {
    double x = json_number(o, key, -1);
    *out = x > FARTHEST ? FARTHEST : x > 0 ? (size_t)x : 0;
    return x >= 0;
}

bool json_read_position(const cJSON *o, struct position *out) {
    return read_index(o, "line", &out->line) && read_index(o, "character", &out->character);
}

bool json_read_span(const cJSON *o, struct span *out) {
    return json_read_position(json_at(o, "start"), &out->start) &&
           json_read_position(json_at(o, "end"), &out->end);
}

cJSON *json_position(struct position p) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddNumberToObject(o, "line", (double)p.line);
    cJSON_AddNumberToObject(o, "character", (double)p.character);
    return o;
}

cJSON *json_span(struct span s) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToObject(o, "start", json_position(s.start));
    cJSON_AddItemToObject(o, "end", json_position(s.end));
    return o;
}
