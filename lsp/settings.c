#include "lsp/settings.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

struct settings settings_default(void) {
    return (struct settings){.least_percent = 5,
                             .hints = true,
                             .lenses = true,
                             .fixes = true,
                             .warm = true,
                             .debounce = 0.05,
                             .timeout = 60};
}

/* The settings as they are being read. */
struct reader {
    const cJSON *json;
    struct settings *out;
    struct words *wrong;
    struct arena *arena; /* of *wrong */
};

static void complain(struct reader *r, const char *key, const char *expected) {
    words_add(r->arena, r->wrong,
              arena_printf(r->arena, "setting '%s': expected %s", key, expected));
}

/* A text, or several. */
static void read_words(struct reader *r, const char *key, struct words *out) {
    const cJSON *v = json_at(r->json, key), *w;
    if (cJSON_IsString(v) && *v->valuestring)
        words_add(&r->out->arena, out, arena_strdup(&r->out->arena, v->valuestring));
    else if (cJSON_IsArray(v)) {
        cJSON_ArrayForEach(w, v) if (cJSON_IsString(w))
            words_add(&r->out->arena, out, arena_strdup(&r->out->arena, w->valuestring));
    } else if (v && !cJSON_IsNull(v) && !cJSON_IsString(v))
        complain(r, key, "a text or an array of texts");
}

static void read_flag(struct reader *r, const char *key, bool *out) {
    const cJSON *v = json_at(r->json, key);
    if (cJSON_IsBool(v))
        *out = cJSON_IsTrue(v);
    else if (v && !cJSON_IsNull(v))
        complain(r, key, "true or false");
}

static void read_number(struct reader *r, const char *key, double least, double most, double scale,
                        double *out) {
    const cJSON *v = json_at(r->json, key);
    if (cJSON_IsNumber(v) && v->valuedouble >= least && v->valuedouble <= most)
        *out = v->valuedouble * scale;
    else if (v && !cJSON_IsNull(v))
        complain(r, key, arena_printf(r->arena, "a number from %g to %g", least, most));
}

/* "0.1ms" or "5%", as options have it. */
static void read_threshold(struct reader *r) {
    const cJSON *v = json_at(r->json, "threshold");
    const char *text = cJSON_GetStringValue(v);
    char *end = NULL;
    double x = text ? strtod(text, &end) : -1;
    bool percent = text && strcmp(end, "%") == 0, ms = text && strcmp(end, "ms") == 0;
    if (x >= 0 && x < 1e9 && (percent || ms)) {
        r->out->least_percent = percent ? x : 0;
        r->out->least_ms = ms ? x : 0;
    } else if (v && !cJSON_IsNull(v))
        complain(r, "threshold", "a text such as \"5%\" or \"0.1ms\"");
}

struct settings settings_read(const cJSON *json, struct words *wrong, struct arena *a) {
    struct settings s = settings_default();
    struct reader r = {json, &s, wrong, a};
    read_words(&r, "gpu", &s.gpus);
    read_words(&r, "flags", &s.flags);
    read_threshold(&r);
    read_flag(&r, "hints", &s.hints);
    read_flag(&r, "lenses", &s.lenses);
    read_flag(&r, "fixes", &s.fixes);
    read_flag(&r, "warm", &s.warm);
    read_number(&r, "debounce", 0, 10000, 1e-3, &s.debounce);
    read_number(&r, "timeout", 0.1, 3600, 1, &s.timeout);
    return s;
}

void settings_free(struct settings *s) {
    arena_free(&s->arena);
}
