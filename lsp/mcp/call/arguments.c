#include "lsp/mcp/call/arguments.h"

#include <math.h>
#include <string.h>

#include "base/str.h"
#include "base/words.h"
#include "lsp/json.h"

/* A value and its place: "gpus[0]", "" for the arguments as a whole. */
struct place {
    struct arena *arena;
    const char *name;
    const cJSON *schema, *value;
};

static const char *check(const struct place *p);

static const struct type {
    const char *name, *phrase; /* of JSON Schema, and for readers */
} types[] = {{"string", "a text"}, {"number", "a number"},  {"integer", "a whole number"},
             {"array", "a list"},  {"object", "an object"}, {"boolean", "true or false"},
             {"null", "null"}};

static bool is_of_type(const cJSON *v, const char *type) {
    switch (type[0]) {
    case 's':
        return cJSON_IsString(v);
    case 'i':
        return cJSON_IsNumber(v) && v->valuedouble == floor(v->valuedouble);
    case 'a':
        return cJSON_IsArray(v);
    case 'o':
        return cJSON_IsObject(v);
    case 'b':
        return cJSON_IsBool(v);
    default:
        return strcmp(type, "number") == 0 ? cJSON_IsNumber(v) : cJSON_IsNull(v);
    }
}

static const char *phrase_of(const char *type) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, type) == 0)
            return types[i].phrase;
    return type;
}

/* "a text or an object". */
static const char *expected(struct arena *a, const cJSON *type) {
    const cJSON *item;
    struct str s = {.arena = a};
    if (cJSON_IsString(type))
        return phrase_of(type->valuestring);
    cJSON_ArrayForEach (item, type)
        str_printf(&s, "%s%s", s.n ? " or " : "", phrase_of(item->valuestring));
    return str_text(&s);
}

static const char *check_type(const struct place *p) {
    const cJSON *item, *type = json_at(p->schema, "type");
    bool good = !type || (cJSON_IsString(type) && is_of_type(p->value, type->valuestring));
    if (cJSON_IsArray(type))
        cJSON_ArrayForEach (item, type)
            good |= is_of_type(p->value, item->valuestring);
    return good ? NULL
                : arena_printf(p->arena, "'%s': expected %s", p->name, expected(p->arena, type));
}

static const char *check_enum(const struct place *p) {
    const cJSON *item, *names = json_at(p->schema, "enum");
    struct str known = {.arena = p->arena};
    if (!names || !cJSON_IsString(p->value))
        return NULL;
    cJSON_ArrayForEach (item, names) {
        if (strcmp(item->valuestring, p->value->valuestring) == 0)
            return NULL;
        str_printf(&known, "%s%s", known.n ? ", " : "", item->valuestring);
    }
    return arena_printf(p->arena, "'%s': '%s' is none of %s", p->name, p->value->valuestring,
                        str_text(&known));
}

static const char *check_limits(const struct place *p) {
    const cJSON *v = p->value;
    double x = v->valuedouble, low = json_number(p->schema, "minimum", -INFINITY),
           high = json_number(p->schema, "maximum", INFINITY);
    if (cJSON_IsNumber(v) && (x < low || x > high))
        return arena_printf(p->arena, "'%s': expected %.0f to %.0f", p->name, low, high);
    size_t n = cJSON_IsString(v) ? strlen(v->valuestring) : 0;
    if (cJSON_IsString(v) && (double)n < json_number(p->schema, "minLength", 0))
        return arena_printf(p->arena, "'%s' is empty", p->name);
    high = json_number(p->schema, "maxLength", INFINITY);
    if (cJSON_IsString(v) && (double)n > high)
        return arena_printf(p->arena, "'%s' is longer than %.0f bytes", p->name, high);
    high = json_number(p->schema, "maxItems", INFINITY);
    if (cJSON_IsArray(v) && cJSON_GetArraySize(v) > high)
        return arena_printf(p->arena, "'%s' has more than %.0f items", p->name, high);
    return NULL;
}

static const char *check_items(const struct place *p) {
    const cJSON *item, *schema = json_at(p->schema, "items");
    const char *wrong = NULL;
    size_t i = 0;
    if (!cJSON_IsArray(p->value) || !schema)
        return NULL;
    cJSON_ArrayForEach (item, p->value)
        if (!wrong)
            wrong = check(&(struct place){p->arena, arena_printf(p->arena, "%s[%zu]", p->name, i++),
                                          schema, item});
    return wrong;
}

static const char *inside(const struct place *p, const char *name) {
    return *p->name ? arena_printf(p->arena, "%s.%s", p->name, name) : name;
}

static const char *unknown(const struct place *p, const char *name) {
    const cJSON *known;
    struct words names = {0};
    cJSON_ArrayForEach (known, json_at(p->schema, "properties"))
        words_add(p->arena, &names, known->string);
    const char *nearest = words_nearest(name, &names);
    return arena_printf(p->arena, "no argument '%s'%s%s%s", inside(p, name),
                        nearest ? "; did you mean '" : "", nearest ? nearest : "",
                        nearest ? "'?" : "");
}

static const char *check_members(const struct place *p) {
    const cJSON *v, *name, *properties = json_at(p->schema, "properties");
    if (!properties || (p->value && !cJSON_IsObject(p->value)))
        return NULL;
    cJSON_ArrayForEach (v, p->value) {
        const cJSON *schema = cJSON_GetObjectItemCaseSensitive(properties, v->string);
        const char *wrong = schema
                                ? check(&(struct place){p->arena, inside(p, v->string), schema, v})
                                : unknown(p, v->string);
        if (wrong)
            return wrong;
    }
    cJSON_ArrayForEach (name, json_at(p->schema, "required"))
        if (!json_at(p->value, name->valuestring))
            return arena_printf(p->arena, "'%s' is missing", inside(p, name->valuestring));
    return NULL;
}

static const char *check(const struct place *p) {
    static const char *(*const checks[])(const struct place *) = {
        check_type, check_enum, check_limits, check_items, check_members};
    const char *wrong = NULL;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && !wrong; i++)
        wrong = checks[i](p);
    return wrong;
}

const char *arguments_check(struct arena *a, const cJSON *schema, const cJSON *arguments) {
    const struct place p = {a, "", schema, arguments};
    if (arguments && !cJSON_IsObject(arguments))
        return "the arguments are no object";
    return check_members(&p);
}
