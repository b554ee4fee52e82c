/* A performance model: what it makes of a study. Rows of models.def name
 * them, perfmodel/models/ID.c or perfmodel/survey/ID.c holds each. */
#ifndef PERFMODEL_MODEL_H
#define PERFMODEL_MODEL_H

#include <stdio.h>

#include "perfmodel/estimate.h"

struct fit_model;
struct study;

struct model {
    const char *title;        /* one line for -fclperf-model=help */
    const char *not_modelled; /* what a reader should know it leaves out */
    const struct estimate *(*run)(struct arena *a, const struct study *study);
    const struct fit_model *fitted; /* of a model that is a file (models/fitted.h), else NULL */
};

/* From the cycles of the launch to time, interval and bound. `trace`, `busy` and `deadline_reached`
 * must be set. */
void estimate_finish(struct estimate *e, const struct study *study);

/* How busy the resources are, time and bound: the end of -fclperf-dump=sim of every model. */
void estimate_dump(FILE *out, const struct estimate *e);

#define MODEL(id, name) extern const struct model model_##id;
#include "perfmodel/models.def"
#undef MODEL

struct model_row {
    const char *name;
    const struct model *model;
};
extern const struct model_row model_table[];
extern const size_t model_count;
/* NULL if there is none of that name. */
const struct model *model_find(const char *name);

#endif
