/* Stargazer: stepwise regression with splines over parameters, and products of two for how they
 * interact (Jia, Shaw and Martonosi, Stargazer: Automated Regression-Based GPU Design Space
 * Exploration, ISPASS 2012). Splines are linear between knots here. */
#include <stdlib.h>

#include "perfmodel/survey/fit/learn/regression.h"

/* Places at which a parameter's line may bend. */
enum { KNOTS = 3 };

static int by_value(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static void add_splines(struct arena *a, const struct fit_table *t, uint32_t feature,
                        struct term_pool *pool) {
    double *sorted = NEW_ARRAY(a, double, t->n_rows), last = 0;
    for (size_t i = 0; i < t->n_rows; i++)
        sorted[i] = t->x[i * t->n_features + feature];
    qsort(sorted, t->n_rows, sizeof *sorted, by_value);
    for (size_t k = 1; k <= KNOTS; k++) {
        double knot = sorted[k * t->n_rows / (KNOTS + 1)];
        if (knot > sorted[0] && knot < sorted[t->n_rows - 1] && (k == 1 || knot != last))
            vec_push(a, &pool->terms,
                     (struct fit_term){.factors = {{feature, FIT_HINGE, knot}}, .n_factors = 1});
        last = knot;
    }
}

const char *learn_stargazer(struct arena *a, const struct fit_table *t, cJSON *model) {
    struct term_pool pool = {0};
    for (uint32_t i = 0; i < t->n_features; i++) {
        vec_push(a, &pool.terms,
                 (struct fit_term){.factors = {{i, FIT_LINEAR, 0}}, .n_factors = 1});
        add_splines(a, t, i, &pool);
        for (uint32_t j = 0; j < i; j++)
            vec_push(a, &pool.terms,
                     (struct fit_term){.factors = {{i, FIT_LINEAR, 0}, {j, FIT_LINEAR, 0}},
                                       .n_factors = 2});
    }
    return regression_stepwise(a, t->x, t->n_features, t, &pool, model);
}
