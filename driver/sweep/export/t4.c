/* The results format T4 of the auto-tuning community, version 1.0.0 (odgaard/TuningSchema,
 * results-schema.json; Kernel Tuner's file_utils.py writes the same). A configuration that cannot
 * run is invalid by constraints. */
#include <cjson/cJSON.h>
#include <string.h>

#include "driver/sweep/export/export.h"

static char *begin(struct arena *a, const struct sweep_space *s, const struct gpu *g) {
    (void)s;
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "schema_version", "1.0.0");
    cJSON *metadata = cJSON_AddObjectToObject(o, "metadata");
    cJSON_AddStringToObject(metadata, "timeunit", "milliseconds");
    cJSON *environment = cJSON_AddObjectToObject(metadata, "environment");
    cJSON *query = cJSON_AddObjectToObject(environment, "device_query");
    cJSON_AddStringToObject(query, "source", "predicted by clperf");
    if (g)
        cJSON_AddStringToObject(query, "product", g->product);
    char *head = export_print(a, o);
    head[strlen(head) - 1] = '\0';
    return arena_printf(a, "%s,\"results\":[\n", head);
}

static void add_measurement(cJSON *all, const char *name, double ms) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToArray(all, o);
    cJSON_AddStringToObject(o, "name", name);
    cJSON_AddNumberToObject(o, "value", ms);
    cJSON_AddStringToObject(o, "unit", "ms");
}

static char *row(struct arena *a, const struct export_row *r) {
    const struct sweep_result *result = &r->result;
    cJSON *o = cJSON_CreateObject();
    export_add_values(cJSON_AddObjectToObject(o, "configuration"), r->point, true);
    cJSON *objectives = cJSON_AddArrayToObject(o, "objectives");
    cJSON_AddItemToArray(objectives, cJSON_CreateString("time"));
    cJSON *times = cJSON_AddObjectToObject(o, "times");
    cJSON_AddNumberToObject(times, "compilation_time", 0);
    cJSON *runtimes = cJSON_AddArrayToObject(times, "runtimes");
    cJSON_AddStringToObject(o, "invalidity", result->failed ? "constraints" : "correct");
    cJSON_AddNumberToObject(o, "correctness", result->failed ? 0 : 1);
    cJSON *measurements = cJSON_AddArrayToObject(o, "measurements");
    if (!result->failed) {
        cJSON_AddItemToArray(runtimes, cJSON_CreateNumber(result->time_ms));
        add_measurement(measurements, "time", result->time_ms);
        add_measurement(measurements, "time_low", result->low_ms);
        add_measurement(measurements, "time_high", result->high_ms);
    }
    return export_print(a, o);
}

const struct export_format export_t4 = {.name = "t4", .begin = begin, .row = row, .end = "]}\n"};
