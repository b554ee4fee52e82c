/* A cache file of Kernel Tuner (kernel_tuner/util.py: process_cache, read_cache), by which its
 * simulation mode and dashboard know the time of every configuration. Nothing was compiled or run
 * for the row, so these times are 0. A configuration that cannot run is an InvalidConfig. */
#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "driver/sweep/export/export.h"

static cJSON *value_of(const struct formula_value *v) {
    return v->text ? cJSON_CreateString(v->text) : cJSON_CreateNumber(v->number);
}

static void add_axis(const struct sweep_axis *axis, cJSON *keys, cJSON *all) {
    cJSON *values = cJSON_AddArrayToObject(all, axis->name);
    cJSON_AddItemToArray(keys, cJSON_CreateString(axis->name));
    for (size_t i = 0; i < axis->n; i++)
        cJSON_AddItemToArray(values, value_of(&axis->values[i]));
}

/* Up to the brace that opens "cache". */
static char *begin(struct arena *a, const struct sweep_space *s, const struct gpu *g) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "device_name", g->product);
    cJSON_AddStringToObject(o, "kernel_name", s->launch.kernel);
    cJSON *keys = cJSON_AddArrayToObject(o, "tune_params_keys");
    cJSON *values = cJSON_AddObjectToObject(o, "tune_params");
    for (size_t i = 0; i < s->axes.n; i++)
        if (i != s->gpu_axis)
            add_axis(&s->axes.at[i], keys, values);
    cJSON_AddStringToObject(o, "objective", "time");
    char *head = export_print(a, o);
    head[strlen(head) - 1] = '\0';
    return arena_printf(a, "%s,\"cache\":{\n", head);
}

/* Values as Python prints them, with commas between. */
static const char *key_of(struct arena *a, const struct sweep_point *p) {
    struct str key = {.arena = a};
    for (size_t i = 0; i < p->space->axes.n; i++) {
        const struct formula_value *v = sweep_value(p, i);
        if (i == p->space->gpu_axis)
            continue;
        str_add(&key, key.n ? "," : "");
        if (v->text)
            str_add(&key, v->text);
        else
            str_printf(&key, v->number == trunc(v->number) ? "%.0f" : "%.10g", v->number);
    }
    return str_text(&key);
}

static char *row(struct arena *a, const struct export_row *r) {
    static const char *const nothing[] = {"compile_time", "verification_time", "benchmark_time",
                                          "strategy_time", "framework_time"};
    const struct sweep_result *result = &r->result;
    cJSON *entry = cJSON_CreateObject(), *o = cJSON_AddObjectToObject(entry, key_of(a, r->point));
    export_add_values(o, r->point, false);
    if (result->failed) {
        cJSON_AddStringToObject(o, "time", "InvalidConfig");
        cJSON_AddStringToObject(o, "reason", result->failed);
    } else {
        cJSON_AddNumberToObject(o, "time", result->time_ms);
        cJSON *times = cJSON_AddArrayToObject(o, "times");
        cJSON_AddItemToArray(times, cJSON_CreateNumber(result->time_ms));
        cJSON_AddNumberToObject(o, "low_ms", result->low_ms);
        cJSON_AddNumberToObject(o, "high_ms", result->high_ms);
        cJSON_AddStringToObject(o, "bound", result->bound);
    }
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        cJSON_AddNumberToObject(o, nothing[i], 0);
    char *text = export_print(a, entry);
    text[strlen(text) - 1] = '\0';
    return text + 1;
}

/* Kernel Tuner tells a whole file by its last three characters. */
const struct export_format export_kernel_tuner = {
    .name = "kernel-tuner", .one_gpu = true, .begin = begin, .row = row, .end = "}\n}\n"};
