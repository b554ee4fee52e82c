/* A model that `clperf fit` learned, as clperf-analyze and `clperf sweep` read it: JSON to plain
 * structs, and its value for a configuration. No library that learns is needed here. */
#ifndef PERFMODEL_SURVEY_FIT_MODEL_FILE_H
#define PERFMODEL_SURVEY_FIT_MODEL_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum { FIT_VERSION = 1 };

/* A number that the model is told, by name; texts count from 0 as they are listed. */
struct fit_feature {
    const char *name;
    const char *const *texts; /* of a feature that is a text */
    size_t n_texts;           /* 0: a number */
};

/* An inner node goes to `yes` where the feature is less than the threshold, which has a float's
 * precision. A leaf, whose feature is FIT_LEAF, adds `value`. */
enum { FIT_LEAF = -1 };
struct fit_node {
    int32_t feature;
    float value; /* or the threshold */
    uint32_t yes, no;
};

/* What one factor of a term does with its feature. */
enum fit_shape { FIT_LINEAR, FIT_HINGE, FIT_SQUARE }; /* x, max(0, x - knot), x * x */

struct fit_factor {
    uint32_t feature;
    enum fit_shape shape;
    double knot;
};

struct fit_term {
    double weight;
    struct fit_factor factors[2];
    uint32_t n_factors;
};

/* Trees whose values add up, from the intercept on. */
struct fit_forest {
    double intercept;
    const struct fit_node *nodes;
    size_t n_nodes;
    const uint32_t *trees; /* their roots */
    size_t n_trees;
};

/* Launches whose times change alike from one configuration of the hardware to the next. */
struct fit_class {
    struct fit_forest score; /* highest for the class that a launch is in */
    const double *curve;     /* by configuration: what it adds to the logarithm */
};

struct fit_model {
    const char *kind; /* "random-forest" and so on */
    bool residual;    /* it says how far a time is off, and not the time */
    double error;     /* mean absolute relative error in cross-validation */
    double low, high; /* factors on the value between which 90 % of the truth was there */
    const struct fit_feature *features;
    size_t n_features;
    double least, most; /* logarithms that were in the table: a model says nothing beyond them */
    struct fit_forest forest; /* its intercept is that of terms and classes too */
    /* Eiger: terms are of these components, each a row of weights of standardised features;
     * n_components 0: of features. */
    const double *mean, *deviation, *components;
    size_t n_components;
    const struct fit_term *terms;
    size_t n_terms;
    /* ScaleClass: which features are the hardware's, and their values by configuration. */
    const uint32_t *hardware;
    size_t n_hardware;
    const double *configurations, *spread; /* the latter by feature of the hardware */
    size_t n_configurations;
    const struct fit_class *classes;
    size_t n_classes;
};

/* NULL, with one line in *error, if it cannot be read or is none. */
const struct fit_model *fit_model_read(struct arena *a, const char *path, const char **error);
struct cJSON;
const struct fit_model *fit_model_parse(struct arena *a, const struct cJSON *json,
                                        const char **error);
/* The number of that feature, or SIZE_MAX. */
size_t fit_model_feature(const struct fit_model *m, const char *name);
/* The logarithm of the time in milliseconds, or of measured over predicted time; x by feature. */
double fit_model_value(const struct fit_model *m, const double *x);

#endif
