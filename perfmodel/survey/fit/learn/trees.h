/* Ensembles of regression trees by xgboost. */
#ifndef PERFMODEL_SURVEY_FIT_LEARN_TREES_H
#define PERFMODEL_SURVEY_FIT_LEARN_TREES_H

#include "perfmodel/survey/fit/learn/learner.h"

struct trees_parameter {
    const char *name, *value;
};

/* So many rounds with these parameters of xgboost. */
const char *trees_learn(struct arena *a, const struct fit_table *t, cJSON *model,
                        const struct trees_parameter *p, size_t n, int rounds);

#endif
