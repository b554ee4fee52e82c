/* Arguments in launch manifests, as people write them and as `clperf capture` does. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/formula.h"
#include "base/str.h"
#include "launch/inline_syntax.h"
#include "launch/manifest_reading.h"

/* What the elements of a buffer are, by their place `i`. */
static void read_each(struct manifest *m, const cJSON *v, const char *at, struct launch_arg *arg) {
    static const struct formula_names place = {formula_find_place, NULL};
    const char *error = NULL;
    arg->each = formula_parse(m->arena, manifest_text(m, v, at), &error);
    const char *unknown = arg->each ? formula_unknown(arg->each, &place) : NULL;
    if (!m->failed && !arg->each)
        manifest_fail(m, at, "%s", error);
    if (!m->failed && unknown)
        manifest_fail(m, at, "nothing is called '%s' but \"i\"", unknown);
}

/* Bytes as hexadecimal digits, in the order of memory. */
static void read_raw(struct manifest *m, const cJSON *v, const char *at, struct launch_arg *arg) {
    const char *text = manifest_text(m, v, at);
    size_t digits = strspn(text, "0123456789abcdefABCDEF");
    uint8_t *bytes = NEW_ARRAY(m->arena, uint8_t, digits / 2 + 1);
    for (size_t i = 0; i + 1 < digits; i += 2) {
        const char byte[3] = {text[i], text[i + 1]};
        bytes[i / 2] = (uint8_t)strtoul(byte, NULL, 16);
    }
    if (text[digits] || digits % 2)
        manifest_fail(m, at, "expected pairs of hexadecimal digits");
    arg->kind = ARG_RAW;
    arg->bytes = bytes;
    arg->count = digits / 2;
}

static void read_filled(struct manifest *m, const cJSON *v, const char *at,
                        struct launch_arg *arg) {
    arg->kind = ARG_ELEMENTS;
    read_each(m, v, at, arg);
}

static void read_contents(struct manifest *m, const cJSON *v, const char *at,
                          struct launch_arg *arg) {
    const char *error = NULL;
    const char *name = manifest_text(m, v, at);
    if (!m->failed &&
        !launch_name_buffer(m->arena, &m->files, path_dir(m->arena, m->path), name, arg, &error))
        manifest_fail(m, at, "%s", error);
}

static void read_sized(struct manifest *m, const cJSON *v, const char *at, struct launch_arg *arg) {
    if (!manifest_is_count(v, 1))
        manifest_fail(m, at, "expected a positive integer");
    else
        arg->count = (uint64_t)v->valuedouble;
}

static void read_elements(struct manifest *m, const cJSON *v, const char *at,
                          struct launch_arg *arg) {
    arg->kind = ARG_ELEMENTS;
    read_sized(m, v, at, arg);
}

static void read_zeros(struct manifest *m, const cJSON *v, const char *at, struct launch_arg *arg) {
    arg->zeros = true;
    read_elements(m, v, at, arg);
}

static void read_local_bytes(struct manifest *m, const cJSON *v, const char *at,
                             struct launch_arg *arg) {
    arg->kind = ARG_LOCAL_BYTES;
    read_sized(m, v, at, arg);
}

static void read_bytes(struct manifest *m, const cJSON *v, const char *at, struct launch_arg *arg) {
    arg->kind = ARG_BUFFER_BYTES;
    read_sized(m, v, at, arg);
}

static void read_null(struct manifest *m, const cJSON *v, const char *at, struct launch_arg *arg) {
    arg->kind = ARG_NULL;
    if (!cJSON_IsTrue(v))
        manifest_fail(m, at, "expected true");
}

static void read_image(struct manifest *m, const cJSON *v, const char *at, struct launch_arg *arg) {
    arg->kind = ARG_IMAGE;
    if (!cJSON_IsArray(v))
        manifest_fail(m, at, "expected an array of sizes");
}

/* The keys of an object that stands for an argument. Where several stand together, the last of
 * this order says what the argument is: contents are better than a size. */
static const struct {
    const char *key, *with; /* keys that may stand beside it */
    void (*read)(struct manifest *m, const cJSON *v, const char *at, struct launch_arg *arg);
} forms[] = {
    {"zeros", "", read_zeros},
    {"local_bytes", "", read_local_bytes},
    {"raw", "", read_raw},
    {"null", "", read_null},
    {"elements", "each bytes file", read_elements},
    {"each", "elements", read_filled},
    {"bytes", "elements file image", read_bytes},
    {"image", "bytes", read_image},
    {"file", "elements bytes", read_contents},
};

enum { FORMS = sizeof forms / sizeof forms[0] };

static bool may_stand_beside(size_t form, const cJSON *object) {
    const cJSON *other;
    cJSON_ArrayForEach (other, object)
        if (strcmp(other->string, forms[form].key) != 0 && !strstr(forms[form].with, other->string))
            return false;
    return true;
}

static void read_buffer(struct manifest *m, const cJSON *v, const char *at,
                        struct launch_arg *arg) {
    int read = 0;
    for (size_t i = 0; i < FORMS; i++) {
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(v, forms[i].key);
        if (!value || !may_stand_beside(i, v) || m->failed)
            continue;
        forms[i].read(m, value, arena_printf(m->arena, "%s.%s", at, forms[i].key), arg);
        read++;
    }
    if (!m->failed && (!read || read != cJSON_GetArraySize(v) || (arg->each && !arg->count)))
        manifest_fail(m, at,
                      "expected one of \"elements\", \"zeros\", \"local_bytes\", \"file\", "
                      "\"bytes\", \"raw\", \"null\" and \"image\"");
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
            manifest_fail(m, at, "expected an array of numbers");
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
        manifest_fail(m, at,
                      "expected a number, a text \"0x...\", an array of numbers or an object");
    if (cJSON_IsString(v))
        arg->wholes = arena_memdup(m->arena, &whole, sizeof whole);
}

/* Keys that are numbers are positions; CUDA's dynamic shared memory may have any name. */
static struct launch_arg arg_named(struct arena *a, const char *key) {
    size_t digits = strspn(key, "0123456789");
    struct launch_arg arg = {.index = -1, .source = LAUNCH_MANIFEST};
    if (digits && !key[digits] && digits <= 3)
        arg.index = atoi(key);
    else if (strcmp(key, "extern __shared__") == 0)
        arg.index = LAUNCH_DYNAMIC;
    else
        arg.name = arena_strdup(a, key);
    return arg;
}

void manifest_args(struct manifest *m, const cJSON *v, const char *at, struct given_launch *g) {
    VEC(struct launch_arg) args = {0};
    const cJSON *value;
    if (!cJSON_IsObject(v))
        manifest_fail(m, at, "expected an object");
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
