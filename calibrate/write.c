#include "calibrate/write.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "base/str.h"
#include "calibrate/measurement.h"
#include "hwdb/load.h"

/* What a device of an architecture that is not known shares its unmeasured values with: its
 * vendor's, or else that of the first vendor that has one. */
static const char *any_relative(const struct vendor *v) {
    for (size_t i = 0; i < N_VENDORS && (!v || !v->relative); i++)
        v = &vendors[i];
    return v->relative;
}

const struct gpu *find_relative(struct arena *a, const struct device_facts *facts) {
    const char *error;
    size_t n;
    const struct gpu *named = facts->name[0] ? gpu_find(a, facts->name, &error) : NULL;
    const char *const *names = gpu_names(&n);
    if (named)
        return named;
    for (size_t i = 0; i < n && facts->arch[0]; i++) {
        const struct gpu *g = gpu_find(a, names[i], &error);
        if (g && strcmp(g->arch, facts->arch) == 0)
            return g;
    }
    return gpu_find(a, any_relative(vendor_of_driver(facts->vendor)), &error);
}

/* "NVIDIA GeForce GTX 980" as a name of the database: lower case with hyphens. */
static const char *name_of(struct arena *a, const char *product) {
    struct str s = {.arena = a};
    for (const char *p = product; *p; p++) {
        char c = (char)tolower((unsigned char)*p);
        if (isalnum((unsigned char)c))
            str_addn(&s, &c, 1);
        else if (s.n && s.text[s.n - 1] != '-')
            str_add(&s, "-");
    }
    const char *text = str_text(&s);
    return *text ? text : "device";
}

static void add_text(cJSON *to, const char *key, const char *text) {
    cJSON_AddStringToObject(to, key, text);
}

/* Six digits are more than any measurement has. */
static double rounded(double x) {
    if (x == 0)
        return 0;
    double scale = pow(10, 5 - floor(log10(fabs(x))));
    return round(x * scale) / scale;
}

static void add_value(cJSON *values, enum gpu_key key, double value, const char *kind,
                      const char *source) {
    cJSON *one = cJSON_AddObjectToObject(values, gpu_key_name(key));
    cJSON_AddNumberToObject(one, "value", value == floor(value) ? value : rounded(value));
    add_text(one, "kind", kind);
    add_text(one, "source", source);
}

static void add_measured(struct arena *a, cJSON *values, enum gpu_key key, const struct results *r,
                         const char *circumstances) {
    const struct measurement *m = measurement_find(key);
    const struct result *one = &r->of[key];
    add_value(values, key, one->value, "measured",
              arena_printf(a, "clperf calibrate: %s; in %s, spread %.2g %%; %s", m->how,
                           hw_keys[key].unit, 100 * one->spread, circumstances));
}

static void add_inferred(struct arena *a, cJSON *values, enum gpu_key key, const struct results *r,
                         const struct gpu *relative) {
    const struct result *one = &r->of[key];
    if (relative->origin[key].kind == GPU_UNSET)
        return;
    const char *why = one->state == RESULT_REFUSED
                          ? arena_printf(a, "the measurement was refused: %s", one->reason)
                      : measurement_find(key) ? "not measured"
                                              : "no measurement shows it";
    add_value(values, key, gpu_value(relative, key), "inferred",
              arena_printf(a, "as %s has it; %s", relative->name, why));
}

static cJSON *description(struct arena *a, const struct results *r, const struct gpu *relative) {
    char date[16];
    time_t now = time(NULL);
    struct tm local;
    strftime(date, sizeof date, "%Y-%m-%d", localtime_r(&now, &local));
    const char *circumstances =
        arena_printf(a, "%s at %g MHz by its driver, %s", date, r->facts.core_mhz, r->facts.driver);
    cJSON *top = cJSON_CreateObject();
    add_text(top, "name", name_of(a, r->facts.name));
    add_text(top, "product", r->facts.name[0] ? r->facts.name : "unnamed device");
    const struct vendor *vendor = vendor_of_driver(r->facts.vendor);
    add_text(top, "vendor", vendor ? vendor->name : relative->vendor->name);
    add_text(top, "arch", r->facts.arch[0] ? r->facts.arch : relative->arch);
    cJSON *values = cJSON_AddObjectToObject(top, "values");
    for (int k = 0; k < GPU_KEYS; k++)
        if (r->of[k].state == RESULT_MEASURED)
            add_measured(a, values, (enum gpu_key)k, r, circumstances);
        else
            add_inferred(a, values, (enum gpu_key)k, r, relative);
    return top;
}

bool write_description(struct arena *a, const char *path, const struct results *r,
                       const struct gpu *relative, const char **error) {
    cJSON *top = description(a, r, relative);
    char *text = cJSON_Print(top);
    const char *temporary = arena_printf(a, "%s.new", path);
    FILE *out = fopen(temporary, "we");
    bool good = out && fprintf(out, "%s\n", text) > 0;
    good = out && fclose(out) == 0 && good && rename(temporary, path) == 0;
    if (!good)
        *error = arena_printf(a, "%s: %s", path, strerror(errno));
    cJSON_free(text);
    cJSON_Delete(top);
    return good;
}
