/* How predictions compare to measurements: per data set, kernel and GPU, and over several of them.
 */
#ifndef BENCH_SCORE_H
#define BENCH_SCORE_H

#include "bench/runner.h"

/* One predicted point. */
struct sample {
    const struct point *point;
    const struct outcome *outcome;
};

struct group {
    const char *dataset, *kernel, *gpu; /* as in the table; NULL in totals: several */
    struct {
        struct sample *at;
        size_t n, cap;
    } samples;
};

struct groups {
    struct group *at;
    size_t n, cap;
};

/* Errors are relative to the measured time. NAN where there is too little to say. */
struct score {
    size_t points;
    double mape, median_ape;
    double scale;       /* median of measured / predicted */
    double scaled_mape; /* mean error after all predictions are multiplied by `scale` */
    double spearman;    /* rank correlation, ties share their mean rank */
    double regret;      /* mean over problems with several configurations */
    double worst_regret;
    size_t problems;   /* those with several configurations */
    double coverage;   /* share of measured times within the interval */
    double half_width; /* median of half the interval over the predicted time */
};

struct counter_score {
    const char *name; /* of the table's counter */
    size_t points;
    double median_error, median_ratio; /* predicted against measured */
    const char *error;                 /* why its formula has no value, or NULL */
};

struct counter_scores {
    struct counter_score *at;
    size_t n, cap;
};

/* A tuning space: the configurations of one problem on one GPU. Times are measured ones, over that
 * of the fastest configuration. */
struct choice {
    const char *kernel, *gpu;
    size_t configurations;
    double first;        /* of the one that is predicted to be the fastest */
    double best_of_five; /* the best of the five that are predicted to be */
    double any;          /* the median one */
    double spearman;
};

struct choices {
    struct choice *at;
    size_t n, cap;
};

/* The points that were predicted, in the order of the table. */
struct groups groups_of(struct arena *a, const struct points *p, const struct outcome *outcomes);
/* All samples of one data set and one GPU (NULL: of all) as one group, for totals. */
struct group group_total(struct arena *a, const struct groups *g, const char *dataset,
                         const char *gpu);
struct score score_of(struct arena *a, const struct group *g);
/* Spaces with so many configurations that a choice is one. */
struct choices choices_of(struct arena *a, const struct groups *g);
struct counter_scores counter_scores_of(struct arena *a, const struct group *g);
/* A counter of the point's recipe, measured and predicted. False if the row or the recipe does not
 * have it, with one line in *error if its formula has no value. */
bool counter_compare(struct arena *a, const struct sample *s, const struct recipe_counter *c,
                     double *measured, double *predicted, const char **error);

#endif
