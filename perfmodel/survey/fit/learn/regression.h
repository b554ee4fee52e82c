/* Stepwise linear regression over a pool of terms. */
#ifndef PERFMODEL_SURVEY_FIT_LEARN_REGRESSION_H
#define PERFMODEL_SURVEY_FIT_LEARN_REGRESSION_H

#include "perfmodel/survey/fit/learn/learner.h"

struct term_pool {
    VEC(struct fit_term) terms;
};

/* Chooses terms of the pool one after another, each the one that explains most of what is left, for
 * as long as Schwarz's criterion (BIC) falls; x by row, then input. Adds intercept and terms to the
 * model. NULL, or what is wrong. */
const char *regression_stepwise(struct arena *a, const double *x, size_t inputs,
                                const struct fit_table *t, const struct term_pool *pool,
                                cJSON *model);

#endif
