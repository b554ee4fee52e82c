/* Eiger: principal components of what is known of applications and machines, then a parametric
 * regression over a pool of basis functions (Kerr, Anger, Hendry and Yalamanchili, Eiger: A
 * Framework for the Automated Synthesis of Statistical Performance Models, 2012). The pool has each
 * component, its square, and products of two. */
#include <gsl/gsl_eigen.h>
#include <math.h>

#include "perfmodel/survey/fit/learn/regression.h"

/* Components that have this share of the variance are enough; of more than so many nobody knows the
 * products. */
static const double explained = 0.995;
enum { MOST_COMPONENTS = 20 };

struct standard {
    double *mean, *deviation;
};

static struct standard standardise(struct arena *a, const struct fit_table *t) {
    struct standard s = {NEW_ARRAY(a, double, t->n_features), NEW_ARRAY(a, double, t->n_features)};
    double n = (double)t->n_rows;
    for (size_t f = 0; f < t->n_features; f++) {
        double squares = 0;
        for (size_t i = 0; i < t->n_rows; i++)
            s.mean[f] += t->x[i * t->n_features + f] / n;
        for (size_t i = 0; i < t->n_rows; i++)
            squares += pow(t->x[i * t->n_features + f] - s.mean[f], 2);
        s.deviation[f] = squares > 0 ? sqrt(squares / n) : 1;
    }
    return s;
}

static double standard_value(const struct fit_table *t, const struct standard *s, size_t row,
                             size_t f) {
    return (t->x[row * t->n_features + f] - s->mean[f]) / s->deviation[f];
}

static gsl_matrix *correlations(const struct fit_table *t, const struct standard *s) {
    gsl_matrix *m = gsl_matrix_calloc(t->n_features, t->n_features);
    for (size_t f = 0; f < t->n_features; f++)
        for (size_t g = 0; g <= f; g++) {
            double sum = 0;
            for (size_t i = 0; i < t->n_rows; i++)
                sum += standard_value(t, s, i, f) * standard_value(t, s, i, g);
            gsl_matrix_set(m, f, g, sum / (double)t->n_rows);
            gsl_matrix_set(m, g, f, sum / (double)t->n_rows);
        }
    return m;
}

/* Rows of weights of the standardised features, the component with most variance first; *n of them.
 */
static double *principal_components(struct arena *a, const struct fit_table *t,
                                    const struct standard *s, size_t *n) {
    size_t k = t->n_features;
    gsl_matrix *m = correlations(t, s), *vectors = gsl_matrix_alloc(k, k);
    gsl_vector *values = gsl_vector_alloc(k);
    gsl_eigen_symmv_workspace *space = gsl_eigen_symmv_alloc(k);
    gsl_eigen_symmv(m, values, vectors, space);
    gsl_eigen_symmv_sort(values, vectors, GSL_EIGEN_SORT_VAL_DESC);
    double *components = NEW_ARRAY(a, double, k *k), sum = 0, all = 0;
    for (size_t i = 0; i < k; i++)
        all += gsl_vector_get(values, i);
    for (*n = 0; *n < k && *n < MOST_COMPONENTS && sum < explained * all; ++*n) {
        sum += gsl_vector_get(values, *n);
        for (size_t f = 0; f < k; f++)
            components[*n * k + f] = gsl_matrix_get(vectors, f, *n);
    }
    gsl_eigen_symmv_free(space);
    gsl_vector_free(values);
    gsl_matrix_free(vectors);
    gsl_matrix_free(m);
    return components;
}

static double *project(struct arena *a, const struct fit_table *t, const struct standard *s,
                       const double *components, size_t n) {
    double *x = NEW_ARRAY(a, double, t->n_rows *n);
    for (size_t i = 0; i < t->n_rows; i++)
        for (size_t c = 0; c < n; c++)
            for (size_t f = 0; f < t->n_features; f++)
                x[i * n + c] += components[c * t->n_features + f] * standard_value(t, s, i, f);
    return x;
}

static void put_numbers(cJSON *model, const char *key, const double *x, size_t n) {
    cJSON_AddItemToObject(model, key, cJSON_CreateDoubleArray(x, (int)n));
}

const char *learn_eiger(struct arena *a, const struct fit_table *t, cJSON *model) {
    size_t n;
    struct standard s = standardise(a, t);
    const double *components = principal_components(a, t, &s, &n);
    struct term_pool pool = {0};
    for (uint32_t i = 0; i < n; i++) {
        vec_push(a, &pool.terms,
                 (struct fit_term){.factors = {{i, FIT_LINEAR, 0}}, .n_factors = 1});
        vec_push(a, &pool.terms,
                 (struct fit_term){.factors = {{i, FIT_SQUARE, 0}}, .n_factors = 1});
        for (uint32_t j = 0; j < i; j++)
            vec_push(a, &pool.terms,
                     (struct fit_term){.factors = {{i, FIT_LINEAR, 0}, {j, FIT_LINEAR, 0}},
                                       .n_factors = 2});
    }
    put_numbers(model, "mean", s.mean, t->n_features);
    put_numbers(model, "deviation", s.deviation, t->n_features);
    put_numbers(model, "components", components, n * t->n_features);
    return regression_stepwise(a, project(a, t, &s, components, n), n, t, &pool, model);
}
