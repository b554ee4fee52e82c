/* Models that `clperf fit` learned: what the trace model says of a launch goes in, a time comes
 * out, or what the trace model's time is off. They are no rows of models.def, as each is a file. */
#ifndef PERFMODEL_SURVEY_FIT_FITTED_H
#define PERFMODEL_SURVEY_FIT_FITTED_H

#include "perfmodel/study/study.h"
#include "perfmodel/survey/fit/model_file.h"

enum {
#define FEATURE(name, value) FEATURE_##name,
#include "perfmodel/survey/fit/features.def"
#undef FEATURE
    FEATURES
};

/* By feature. */
extern const char *const feature_names[];
/* Of an estimate by the trace model. */
void features_of(const struct estimate *e, const struct gpu *g, double x[FEATURES]);

/* NULL, with one line in *error, if the file is no such model, or needs what nobody knows of a
 * launch. */
const struct model *fitted_model(struct arena *a, const char *path, const char **error);

#endif
