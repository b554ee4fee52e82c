#include <cjson/cJSON.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/report.h"
#include "perfmodel/estimate.h"

static void add_counters(struct arena *a, cJSON *object, const struct sample *s) {
    const struct recipe *r = s->point->recipe;
    cJSON *counters = cJSON_AddObjectToObject(object, "counters");
    for (size_t i = 0; i < r->counters.n; i++) {
        double theirs, ours;
        const char *error;
        if (!counter_compare(a, s, &r->counters.at[i], &theirs, &ours, &error))
            continue;
        cJSON *counter = cJSON_AddObjectToObject(counters, r->counters.at[i].name);
        cJSON_AddNumberToObject(counter, "measured", theirs);
        cJSON_AddNumberToObject(counter, "predicted", ours);
    }
}

static void add_launch(cJSON *object, const struct point *p) {
    cJSON *global = cJSON_AddArrayToObject(object, "global");
    cJSON *local = cJSON_AddArrayToObject(object, "local");
    for (int d = 0; d < 3; d++) {
        cJSON_AddItemToArray(global, cJSON_CreateNumber((double)p->launches[0].launch.global[d]));
        cJSON_AddItemToArray(local, cJSON_CreateNumber((double)p->launches[0].launch.local[d]));
    }
    cJSON_AddStringToObject(object, "defines", p->row->column[COLUMN_DEFINES]);
    cJSON_AddStringToObject(object, "args", p->row->column[COLUMN_ARGS]);
}

static cJSON *point_object(struct arena *a, const struct point *p, const struct outcome *o) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "dataset", p->row->column[COLUMN_DATASET]);
    cJSON_AddStringToObject(object, "kernel", p->row->column[COLUMN_KERNEL]);
    cJSON_AddStringToObject(object, "gpu", p->row->column[COLUMN_GPU]);
    cJSON_AddStringToObject(object, "vendor", p->gpu->vendor->name);
    cJSON_AddStringToObject(object, "file", p->source.path);
    cJSON_AddNumberToObject(object, "line", (double)p->row->line);
    cJSON_AddNumberToObject(object, "rows", (double)p->rows.n);
    cJSON_AddNumberToObject(object, "measured_ms", p->measured_ms);
    add_launch(object, p);
    if (o->item.state != WORK_DONE) {
        cJSON_AddStringToObject(object, "failed", o->item.reason);
        return object;
    }
    cJSON_AddNumberToObject(object, "predicted_ms", o->time_ms);
    cJSON_AddNumberToObject(object, "low_ms", o->low_ms);
    cJSON_AddNumberToObject(object, "high_ms", o->high_ms);
    cJSON_AddStringToObject(object, "bound", bound_name(o->bound));
    add_counters(a, object, &(struct sample){p, o});
    return object;
}

bool report_json(struct arena *a, const char *path, const struct bench_result *r,
                 const char **error) {
    cJSON *all = cJSON_CreateArray();
    for (size_t i = 0; i < r->points->n; i++)
        cJSON_AddItemToArray(all, point_object(a, &r->points->at[i], &r->outcomes[i]));
    char *text = cJSON_Print(all);
    FILE *out = fopen(path, "w");
    bool good = out && text && fprintf(out, "%s\n", text) > 0;
    if ((out && fclose(out) != 0) || !good) {
        *error = arena_printf(a, "cannot write '%s': %s", path, strerror(errno));
        good = false;
    }
    cJSON_free(text);
    cJSON_Delete(all);
    return good;
}
