#include <errno.h>
#include <string.h>

#include "bench/report.h"

static void put_header(FILE *out) {
    fputs("kernel,gpu,", out);
    for (int i = 0; i < FEATURES; i++)
        fprintf(out, "%s,", feature_names[i]);
    fputs("predicted_ms,measured_ms\n", out);
}

static void put_point(FILE *out, const struct point *p, const struct outcome *o) {
    if (o->item.state != WORK_DONE)
        return;
    fprintf(out, "%s,%s,", p->row->column[COLUMN_KERNEL], p->row->column[COLUMN_GPU]);
    for (int i = 0; i < FEATURES; i++)
        fprintf(out, "%.9g,", o->features[i]);
    fprintf(out, "%.9g,%.9g\n", o->time_ms, p->measured_ms);
}

bool report_features(struct arena *a, const char *path, const struct bench_result *r,
                     const char **error) {
    FILE *out = fopen(path, "w");
    if (out)
        put_header(out);
    for (size_t i = 0; out && i < r->points->n; i++)
        put_point(out, &r->points->at[i], &r->outcomes[i]);
    bool good = out && !ferror(out);
    if (out)
        good = fclose(out) == 0 && good;
    if (good)
        return true;
    *error = arena_printf(a, "cannot write '%s': %s", path, strerror(errno));
    return false;
}
