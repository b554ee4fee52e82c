/* Tables that models are fitted to: rows with a time, and what is known of each. */
#ifndef PERFMODEL_SURVEY_FIT_LEARN_TABLE_H
#define PERFMODEL_SURVEY_FIT_LEARN_TABLE_H

#include "base/vec.h"
#include "perfmodel/survey/fit/model_file.h"

struct fit_table {
    struct fit_feature *features;
    size_t n_features, n_rows;
    double *x;          /* by row, then feature */
    double *y;          /* logarithms of times, or of measured over predicted ones */
    const char **group; /* by row: rows of one group are left out together in cross-validation;
                           NULL: each is one */
    const char **curve; /* by row: rows of one curve are one launch on different hardware; NULL:
                           rows that differ in features of the hardware only are */
    bool *hardware;     /* by feature: whether it is one of the hardware */
    bool residual;      /* `y` is of measured over predicted times */
};

/* Columns with a meaning of their own; lists are separated by commas. */
struct table_columns {
    const char *time; /* milliseconds, measured or predicted */
    const char *
        residual; /* of predicted milliseconds, where the model is of what those are off; or NULL */
    const char *group;    /* or NULL */
    const char *curve;    /* a list, or NULL */
    const char *hardware; /* a list, or NULL */
    const char *without;  /* a list of those that are no features, or NULL */
};

/* The rows of n CSV files, with the columns that all of these have. Columns that are no numbers are
 * features with texts; rows without a time are left out. False, with one line in *error. */
bool table_read(struct arena *a, char *const *paths, size_t n, const struct table_columns *c,
                struct fit_table *t, const char **error);
/* The rows for which `take` is so, in order. */
struct fit_table table_part(struct arena *a, const struct fit_table *t, const bool *rows,
                            bool take);

#endif
