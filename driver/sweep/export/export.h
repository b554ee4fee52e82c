/* Results of a sweep in the formats of auto-tuners, which then run on predictions instead of a
 * GPU. */
#ifndef DRIVER_SWEEP_EXPORT_EXPORT_H
#define DRIVER_SWEEP_EXPORT_EXPORT_H

#include "driver/sweep/sweep.h"

/* One configuration with its result. */
struct export_row {
    const struct sweep_point *point;
    struct sweep_result result;
};

/* A row of exports.def: texts before, between and behind the rows. */
struct export_format {
    const char *name;
    bool one_gpu; /* a file is about one device: the GPU is no parameter */
    char *(*begin)(struct arena *a, const struct sweep_space *s, const struct gpu *g);
    char *(*row)(struct arena *a, const struct export_row *r);
    const char *end;
};

/* The format of that name, or NULL. */
const struct export_format *export_find(const char *name);
/* "kernel-tuner, t4" */
const char *export_names(struct arena *a);
/* The rows of `results`, which a sweep over the request's space wrote, to its output. Of one GPU
 * only, if the request names one. Says what is wrong on stderr; returns the exit status. */
int export_run(struct arena *a, const struct sweep_request *r, const struct export_format *format,
               const char *results);

/* The parameters with their values, without the GPU where the file is of one. */
struct cJSON;
void export_add_values(struct cJSON *o, const struct sweep_point *p, bool with_gpu);
/* As text that lives as long as the arena; what is printed is deleted. */
char *export_print(struct arena *a, struct cJSON *o);

#endif
