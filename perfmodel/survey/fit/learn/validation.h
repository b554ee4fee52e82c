/* How far a learner is off on rows that it has not seen. */
#ifndef PERFMODEL_SURVEY_FIT_LEARN_VALIDATION_H
#define PERFMODEL_SURVEY_FIT_LEARN_VALIDATION_H

#include "perfmodel/survey/fit/learn/learner.h"

struct validation {
    size_t folds;
    double mean, median; /* absolute relative errors */
    double before; /* the mean where nothing is learned but for residuals: what is off without them;
                      NAN of times */
    double low, high; /* truth over prediction, 5 and 95 % */
};

/* Leaves out one part of the rows after another; all rows of a group are in one part, and as many
 * parts as groups, 20 at most; five parts where there are none. NULL, or what is wrong. */
const char *validation_run(struct arena *a, const struct fit_table *t, learn_fn *learn,
                           bool residual, struct validation *out);
/* A model of the whole table, with version, kind and features. NULL, with one line in *error. */
cJSON *learned_model(struct arena *a, const struct fit_table *t, learn_fn *learn, const char *kind,
                     bool residual, const struct validation *v, const char **error);

#endif
