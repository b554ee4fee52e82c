/* Pairs: two measured points of one problem that differ in one property, as recipes name them. What
 * having the property gains was measured, and is predicted. */
#ifndef BENCH_PAIRS_H
#define BENCH_PAIRS_H

#include "bench/runner.h"

struct pair_of_points {
    const char *property;
    size_t without, with; /* which points; where the property is a number, smaller and larger */
};

struct point_pairs {
    struct pair_of_points *at;
    size_t n, cap;
    size_t unsampled;
};

/* All pairs of the points, at most `limit` of them, evenly from all, if that is not 0; leaves only
 * points that are in one. False, with one line in *error, if a recipe's formula has no value. */
bool pairs_of(struct arena *a, struct points *points, size_t limit, struct point_pairs *out,
              const char **error);

/* The share of the slower one's time that the faster one saves: from -1 to 1, positive if it is
 * `with` that is faster. */
double pair_gain(double without_ms, double with_ms);

/* Of the pairs of one property. Differences below `pair_noise` say nothing about who is faster. */
struct pair_score {
    const char *dataset, *property, *kernel, *gpu; /* NULL in totals: several */
    size_t pairs, in_noise;                        /* the latter by the measured times */
    size_t right;                      /* of those out of the noise: the sign is as measured */
    size_t silent;                     /* of those in the noise: so is the prediction */
    double measured, predicted, error; /* means; the error in points, absolute */
};

struct pair_scores {
    struct pair_score *at;
    size_t n, cap;
};

extern const double pair_noise;

/* By data set, property, kernel (that of `with`) and GPU; pairs that were not predicted are left
 * out. */
struct pair_scores pair_scores_of(struct arena *a, const struct points *points,
                                  const struct outcome *outcomes, const struct point_pairs *pairs);
/* All of one data set, or (NULL) of all. */
struct pair_score pair_total(const struct pair_scores *all, const char *dataset);

#endif
