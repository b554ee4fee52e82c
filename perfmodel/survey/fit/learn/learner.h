/* A learner makes a model of a table: a row of learners.def. */
#ifndef PERFMODEL_SURVEY_FIT_LEARN_LEARNER_H
#define PERFMODEL_SURVEY_FIT_LEARN_LEARNER_H

#include <cjson/cJSON.h>

#include "perfmodel/survey/fit/learn/table.h"

/* Adds intercept, trees, components, terms to the JSON model, and importances, where there are
 * some. NULL, or what is wrong. */
typedef const char *learn_fn(struct arena *a, const struct fit_table *t, cJSON *model);

#define LEARNER(id, name, what) learn_fn learn_##id;
#include "perfmodel/survey/fit/learn/learners.def"
#undef LEARNER

#endif
