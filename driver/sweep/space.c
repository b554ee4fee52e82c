#include "driver/sweep/space.h"
#include "hwdb/native_gpu.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/sweep/import/t1.h"

const struct formula_value *sweep_value(const struct sweep_point *p, size_t axis) {
    const struct sweep_space *s = p->space;
    size_t rest = p->number;
    for (size_t i = s->axes.n - 1; i > axis; i--)
        rest /= s->axes.at[i].n;
    return &s->axes.at[axis].values[rest % s->axes.at[axis].n];
}

const struct gpu *sweep_gpu(const struct sweep_point *p) {
    const struct formula_value *chosen = sweep_value(p, p->space->gpu_axis);
    return p->space->gpus[chosen - p->space->axes.at[p->space->gpu_axis].values];
}

static bool find_gpu_value(const struct gpu *g, const char *name, struct formula_value *out) {
    *out = (struct formula_value){0};
    if (strcmp(name, "arch") == 0)
        out->text = g->arch;
    else if (strcmp(name, "vendor") == 0)
        out->text = g->vendor->name;
    for (int key = 0; key < GPU_KEYS && !out->text; key++) {
        if (strcmp(gpu_key_name((enum gpu_key)key), name) != 0)
            continue;
        out->number = gpu_value(g, (enum gpu_key)key);
        return true;
    }
    return out->text;
}

bool sweep_find(const void *context, const char *name, struct formula_value *out) {
    const struct sweep_point *p = context;
    for (size_t i = 0; i < p->space->axes.n; i++) {
        if (strcmp(p->space->axes.at[i].name, name) != 0)
            continue;
        *out = *sweep_value(p, i);
        return true;
    }
    return find_gpu_value(sweep_gpu(p), name, out);
}

bool sweep_admits(struct arena *a, const struct sweep_point *p, const char **error) {
    struct evaluator e = {.arena = a, .path = p->space->path, .names = {sweep_find, p}};
    bool good = true;
    for (size_t i = 0; i < p->space->when.n && good; i++)
        good = evaluate_number(&e, p->space->when.at[i], "when") != 0;
    *error = e.error;
    return good && !e.error;
}

static double range_number(struct json_reader *r, const cJSON *v, const char *key, const char *at) {
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(v, key);
    if (!cJSON_IsNumber(number))
        json_fail(r, arena_printf(r->arena, "%s.%s", at, key), "expected a number");
    return cJSON_IsNumber(number) ? number->valuedouble : 0;
}

typedef VEC(struct formula_value) values;

/* {"from", "to", "step"} or {"from", "to", "times"}, both ends included. */
static void read_range(struct json_reader *r, const cJSON *v, const char *at, values *out) {
    bool times = cJSON_HasObjectItem(v, "times");
    double from = range_number(r, v, "from", at), to = range_number(r, v, "to", at);
    double step = range_number(r, v, times ? "times" : "step", at);
    if (!r->error && cJSON_GetArraySize(v) != 3)
        json_fail(r, at, "expected \"from\", \"to\" and one of \"step\" and \"times\"");
    if (!r->error && (from > to || (times ? step <= 1 || from <= 0 : step <= 0)))
        json_fail(r, at,
                  times ? "expected 0 < from <= to and times > 1"
                        : "expected from <= to and step > 0");
    const double end = to + 1e-9 * (times ? to : step);
    double x = from;
    for (size_t i = 1; !r->error && x <= end; i++) {
        if (out->n == SWEEP_MOST_VALUES)
            json_fail(r, at, arena_printf(r->arena, "more than %d values", SWEEP_MOST_VALUES));
        vec_push(r->arena, out, (struct formula_value){.number = x});
        x = times ? x * step : from + (double)i * step;
    }
}

static struct formula_value read_value(struct json_reader *r, const cJSON *v, const char *at) {
    struct formula_value value = {0};
    if (cJSON_IsNumber(v) && isfinite(v->valuedouble))
        value.number = v->valuedouble;
    else if (cJSON_IsString(v))
        value.text = json_text(r, v, at);
    else
        json_fail(r, at, "expected numbers or texts");
    for (const char *c = value.text; c && *c; c++)
        if (iscntrl((unsigned char)*c))
            json_fail(r, at, "a text with a control character");
    return value;
}

static int compare_values(const void *x, const void *y) {
    const struct formula_value *v = x, *w = y;
    if (v->text && w->text)
        return strcmp(v->text, w->text);
    if (v->text || w->text)
        return v->text ? 1 : -1;
    return (v->number > w->number) - (v->number < w->number);
}

static bool is_repeated(struct arena *a, const values *found) {
    struct formula_value *sorted = arena_memdup(a, found->at, found->n * sizeof *sorted);
    qsort(sorted, found->n, sizeof *sorted, compare_values);
    for (size_t i = 1; i < found->n; i++)
        if (compare_values(&sorted[i - 1], &sorted[i]) == 0)
            return true;
    return false;
}

static struct sweep_axis read_axis(struct json_reader *r, const cJSON *v, const char *name,
                                   const char *at) {
    values found = {0};
    const cJSON *item;
    if (cJSON_IsObject(v))
        read_range(r, v, at, &found);
    else if (!cJSON_IsArray(v))
        vec_push(r->arena, &found, read_value(r, v, at));
    else
        cJSON_ArrayForEach (item, v)
            vec_push(r->arena, &found, read_value(r, item, at));
    if (!found.n)
        json_fail(r, at, "there is no value");
    if (!r->error && cJSON_IsArray(v) && is_repeated(r->arena, &found))
        json_fail(r, at, "a value is there twice");
    return (struct sweep_axis){arena_strdup(r->arena, name), found.at, found.n};
}

static bool is_name(const char *text) {
    bool good = isalpha((unsigned char)*text) || *text == '_';
    for (const char *c = text; *c; c++)
        good = good && (isalnum((unsigned char)*c) || *c == '_');
    return good;
}

static void read_parameters(struct json_reader *r, const cJSON *v, const char *at,
                            struct sweep_space *out) {
    static const struct gpu no_gpu;
    const cJSON *item;
    struct formula_value taken;
    if (!cJSON_IsObject(v))
        json_fail(r, at, "expected an object");
    for (item = cJSON_IsObject(v) ? v->child : NULL; item; item = item->next) {
        const char *place = arena_printf(r->arena, "%s.%s", at, item->string);
        if (!is_name(item->string))
            json_fail(r, place, "a name has letters, digits and '_'");
        else if (json_repeated(item))
            json_fail(r, place, "is given twice");
        else if (strcmp(item->string, "gpu") == 0 || strcmp(item->string, "arch") == 0 ||
                 strcmp(item->string, "vendor") == 0 ||
                 find_gpu_value(&no_gpu, item->string, &taken))
            json_fail(r, place, "the name stands for a value of the GPU");
        vec_push(r->arena, &out->axes, read_axis(r, item, item->string, place));
    }
}

static void set_gpus(struct json_reader *r, const struct words *names, const char *at,
                     struct sweep_space *out) {
    values found = {0};
    const char *error;
    out->gpus = NEW_ARRAY(r->arena, const struct gpu *, names->n);
    for (size_t i = 0; i < names->n && !r->error; i++) {
        out->gpus[i] = gpu_named(r->arena, names->at[i], &error);
        if (!out->gpus[i])
            json_fail(r, at, error);
        else
            vec_push(r->arena, &found, (struct formula_value){.text = out->gpus[i]->name});
    }
    if (!names->n)
        json_fail(r, at, "there is no value");
    if (!r->error && is_repeated(r->arena, &found))
        json_fail(r, at, "a value is there twice");
    vec_push(r->arena, &out->axes, (struct sweep_axis){"gpu", found.at, found.n});
}

static void read_gpus(struct json_reader *r, const cJSON *v, const char *at,
                      struct sweep_space *out) {
    struct words names = {0};
    json_words(r, v, at, &names);
    set_gpus(r, &names, at, out);
}

static void read_when(struct json_reader *r, const cJSON *v, const char *at,
                      struct sweep_space *out) {
    const cJSON *item;
    if (!cJSON_IsArray(v))
        vec_push(r->arena, &out->when, json_formula(r, v, at));
    else
        cJSON_ArrayForEach (item, v)
            vec_push(r->arena, &out->when, json_formula(r, item, at));
}

static void read_version(struct json_reader *r, const cJSON *v, const char *at,
                         struct sweep_space *out) {
    (void)out;
    json_version(r, v, at);
}

static void read_source(struct json_reader *r, const cJSON *v, const char *at,
                        struct sweep_space *out) {
    out->source.path = json_source(r, v, at);
}

static void read_options(struct json_reader *r, const cJSON *v, const char *at,
                         struct sweep_space *out) {
    json_words(r, v, at, &out->source.options);
}

static void read_kernel(struct json_reader *r, const cJSON *v, const char *at,
                        struct sweep_space *out) {
    out->launch.kernel = json_text(r, v, at);
}

static void read_defines(struct json_reader *r, const cJSON *v, const char *at,
                         struct sweep_space *out) {
    json_named(r, v, at, &out->defines);
}

static void read_global(struct json_reader *r, const cJSON *v, const char *at,
                        struct sweep_space *out) {
    json_formulas(r, v, at, 3, out->launch.global);
}

static void read_local(struct json_reader *r, const cJSON *v, const char *at,
                       struct sweep_space *out) {
    json_formulas(r, v, at, 3, out->launch.local);
}

static void read_args(struct json_reader *r, const cJSON *v, const char *at,
                      struct sweep_space *out) {
    launch_formulas_read_args(r, v, at, &out->launch);
}

static void read_clock(struct json_reader *r, const cJSON *v, const char *at,
                       struct sweep_space *out) {
    json_formulas(r, v, at, 2, out->clock);
}

static const struct key {
    const char *name;
    bool required;
    void (*read)(struct json_reader *r, const cJSON *v, const char *at, struct sweep_space *out);
} keys[] = {
    {"version", true, read_version},  {"source", true, read_source},
    {"options", false, read_options}, {"kernel", true, read_kernel},
    {"gpus", false, read_gpus},       {"parameters", true, read_parameters},
    {"when", false, read_when},       {"defines", false, read_defines},
    {"global", true, read_global},    {"local", true, read_local},
    {"args", false, read_args},       {"clock", false, read_clock},
};

enum { KEYS = sizeof keys / sizeof keys[0] };

static void read_key(struct json_reader *r, const cJSON *v, struct sweep_space *out) {
    struct words known = {0};
    for (size_t i = 0; i < KEYS; i++) {
        words_add(r->arena, &known, keys[i].name);
        if (strcmp(keys[i].name, v->string) != 0)
            continue;
        if (json_repeated(v))
            json_fail(r, v->string, "is given twice");
        keys[i].read(r, v, keys[i].name, out);
        return;
    }
    const char *nearest = words_nearest(v->string, &known);
    json_fail(r, v->string,
              nearest ? arena_printf(r->arena, "unknown key; did you mean \"%s\"?", nearest)
                      : "unknown key");
}

/* A name that is there unless it is this one. */
static bool is_other(const void *name, const char *used, struct formula_value *out) {
    (void)out;
    return strcmp(name, used) != 0;
}

static bool names(const struct formula *f, const char *name) {
    return f && formula_unknown(f, &(struct formula_names){is_other, name});
}

static bool in_defines(const struct sweep_space *s, const char *name) {
    for (size_t i = 0; i < s->defines.n; i++)
        if (names(s->defines.at[i].formula, name))
            return true;
    return false;
}

static bool in_launch(const struct sweep_space *s, const char *name) {
    const struct launch_formulas *l = &s->launch;
    for (int d = 0; d < 3; d++)
        if (names(l->global[d], name) || names(l->local[d], name))
            return true;
    for (size_t i = 0; i < l->args.n; i++)
        if (names(l->args.at[i].formula, name))
            return true;
    return false;
}

enum { BY_SOURCE, BY_LAUNCH, BY_GPU, BY_CLOCK, RANKS };

static int rank(const struct sweep_space *s, const struct sweep_axis *axis) {
    return in_defines(s, axis->name)        ? BY_SOURCE
           : strcmp(axis->name, "gpu") == 0 ? BY_GPU
           : in_launch(s, axis->name)       ? BY_LAUNCH
                                            : BY_CLOCK;
}

/* Neighbours share a compilation, and a trace, where they can. */
static void order_axes(struct arena *a, struct sweep_space *s) {
    struct sweep_axis *ordered = NEW_ARRAY(a, struct sweep_axis, s->axes.n);
    size_t n = 0;
    for (int r = 0; r < RANKS; r++) {
        for (size_t i = 0; i < s->axes.n; i++)
            if (rank(s, &s->axes.at[i]) == r)
                ordered[n++] = s->axes.at[i];
        s->define_axes = r == BY_SOURCE ? n : s->define_axes;
    }
    s->axes.at = ordered;
    for (size_t i = 0; i < n; i++)
        if (strcmp(ordered[i].name, "gpu") == 0)
            s->gpu_axis = i;
}

static void count_points(struct json_reader *r, struct sweep_space *s) {
    double points = 1;
    for (size_t i = 0; i < s->axes.n; i++)
        points *= (double)s->axes.at[i].n;
    if (points > SWEEP_MOST_POINTS)
        json_fail(r, "parameters",
                  arena_printf(r->arena, "%.0f combinations; %d are the most", points,
                               SWEEP_MOST_POINTS));
    s->points = (size_t)points;
}

static void check_formula(struct json_reader *r, const struct sweep_space *s,
                          const struct formula *f, const char *at) {
    const struct sweep_point first = {s, 0};
    const char *unknown =
        f ? formula_unknown(f, &(struct formula_names){sweep_find, &first}) : NULL;
    if (unknown)
        json_fail(r, at, arena_printf(r->arena, "nothing is called '%s'", unknown));
}

static void check_formulas(struct json_reader *r, const struct sweep_space *s) {
    for (size_t i = 0; i < s->when.n; i++)
        check_formula(r, s, s->when.at[i], "when");
    for (size_t i = 0; i < s->defines.n; i++)
        check_formula(r, s, s->defines.at[i].formula, "defines");
    for (size_t i = 0; i < s->launch.args.n; i++)
        check_formula(r, s, s->launch.args.at[i].formula, "args");
    for (int d = 0; d < 3; d++) {
        check_formula(r, s, s->launch.global[d], "global");
        check_formula(r, s, s->launch.local[d], "local");
    }
    for (int i = 0; i < 2; i++)
        check_formula(r, s, s->clock[i], "clock");
}

static void add_clocks(struct json_reader *r, struct sweep_space *s, const char *clocks) {
    struct sweep_axis axes[2];
    const char *error = sweep_read_clocks(r->arena, clocks, axes);
    if (error) {
        r->error = error;
        return;
    }
    if (s->clock[0])
        json_fail(r, "clock", "the space has clocks of its own; --clock is for others");
    for (int i = 0; i < 2; i++) {
        for (size_t j = 0; j < s->axes.n; j++)
            if (strcmp(s->axes.at[j].name, axes[i].name) == 0)
                json_fail(r, axes[i].name, "is a parameter; --clock gives it values");
        s->clock[i] = formula_parse(r->arena, axes[i].name, &error);
        vec_push(r->arena, &s->axes, axes[i]);
    }
}

static void add_gpus(struct json_reader *r, struct sweep_space *s, const struct sweep_more *more) {
    if (!s->gpus)
        set_gpus(r, &more->gpus, "--gpu", s);
    else if (!more->own_gpus)
        json_fail(r, "gpus", "the space has GPUs of its own; --gpu is for others");
}

static void add_conditions(struct json_reader *r, struct sweep_space *s, const struct words *when) {
    for (size_t i = 0; i < when->n && !r->error; i++) {
        const char *error = NULL;
        const struct formula *f = formula_parse(r->arena, when->at[i], &error);
        if (f)
            vec_push(r->arena, &s->when, f);
        else
            r->error = arena_printf(r->arena, "--when: '%s': %s", when->at[i], error);
    }
}

static void read_space(struct json_reader *r, const cJSON *json, const struct sweep_more *more,
                       struct sweep_space *s) {
    const cJSON *v;
    if (!cJSON_IsObject(json))
        json_fail(r, "space", "expected an object");
    cJSON_ArrayForEach (v, json)
        if (!r->error)
            read_key(r, v, s);
    if (!r->error && more && more->gpus.n)
        add_gpus(r, s, more);
    for (size_t i = 0; i < KEYS; i++)
        if (keys[i].required && !cJSON_GetObjectItemCaseSensitive(json, keys[i].name))
            json_fail(r, keys[i].name, "is missing");
    if (!s->gpus)
        json_fail(r, "gpus", "is missing; --gpu NAME says one, too");
    if (!r->error && more && more->clock)
        add_clocks(r, s, more->clock);
    if (!r->error && more)
        add_conditions(r, s, &more->when);
    if (r->error)
        return;
    order_axes(r->arena, s);
    count_points(r, s);
    check_formulas(r, s);
}

const struct sweep_space *sweep_space_read(struct arena *a, const char *path,
                                           const struct sweep_more *more, const char **error) {
    struct json_reader r = {.arena = a, .path = path, .texts = more ? &more->texts : NULL};
    struct sweep_space *s = NEW(a, struct sweep_space);
    s->path = path;
    s->source.texts = r.texts;
    s->source.overlay = more ? more->overlay : NULL;
    cJSON *json = json_parse(&r), *t1 = NULL;
    if (t1_is_space(json))
        t1 = t1_space(&r, json);
    if (json && !r.error)
        read_space(&r, t1 ? t1 : json, more, s);
    cJSON_Delete(t1);
    cJSON_Delete(json);
    *error = r.error;
    return r.error ? NULL : s;
}
