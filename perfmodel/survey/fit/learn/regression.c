#include "perfmodel/survey/fit/learn/regression.h"

#include <gsl/gsl_multifit.h>
#include <math.h>
#include <string.h>

/* More terms explain chance. */
enum { MOST_TERMS = 48 };

struct stepwise {
    struct arena *arena;
    const struct fit_table *table;
    const struct term_pool *pool;
    double **columns; /* by term of the pool: standardised */
    double *mean, *deviation;
    double *left; /* of the targets, by row */
    size_t chosen[MOST_TERMS];
    size_t n;
    double *weights, *best; /* intercept, then by chosen term */
    bool *taken;
};

static double value_of(const struct fit_term *t, const double *x) {
    double product = 1;
    for (uint32_t k = 0; k < t->n_factors; k++) {
        double v = x[t->factors[k].feature];
        product *= t->factors[k].shape == FIT_HINGE    ? fmax(0, v - t->factors[k].knot)
                   : t->factors[k].shape == FIT_SQUARE ? v * v
                                                       : v;
    }
    return product;
}

/* Columns that are the same in all rows explain nothing. */
static void fill_column(struct stepwise *s, size_t term, const double *x, size_t inputs) {
    size_t n = s->table->n_rows;
    double *c = s->columns[term] = NEW_ARRAY(s->arena, double, n), sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++)
        sum += c[i] = value_of(&s->pool->terms.at[term], &x[i * inputs]);
    s->mean[term] = sum / (double)n;
    for (size_t i = 0; i < n; i++)
        squares += pow(c[i] -= s->mean[term], 2);
    double deviation = sqrt(squares / (double)n);
    s->taken[term] = !(deviation > 1e-12 * fmax(1, fabs(s->mean[term])));
    s->deviation[term] = s->taken[term] ? 1 : deviation;
    for (size_t i = 0; i < n; i++)
        c[i] /= s->deviation[term];
}

static size_t most_correlated(const struct stepwise *s) {
    size_t best = SIZE_MAX;
    double most = 0;
    for (size_t t = 0; t < s->pool->terms.n; t++) {
        double sum = 0;
        for (size_t i = 0; !s->taken[t] && i < s->table->n_rows; i++)
            sum += s->columns[t][i] * s->left[i];
        if (fabs(sum) > most) {
            most = fabs(sum);
            best = t;
        }
    }
    return best;
}

/* Least squares of the chosen terms; the sum of squares that are left. */
static double solve(struct stepwise *s) {
    size_t n = s->table->n_rows, k = s->n + 1;
    gsl_matrix *x = gsl_matrix_alloc(n, k), *covariance = gsl_matrix_alloc(k, k);
    gsl_vector *y = gsl_vector_alloc(n), *w = gsl_vector_alloc(k), *r = gsl_vector_alloc(n);
    gsl_multifit_linear_workspace *space = gsl_multifit_linear_alloc(n, k);
    double squares = 0;
    for (size_t i = 0; i < n; i++) {
        gsl_vector_set(y, i, s->table->y[i]);
        gsl_matrix_set(x, i, 0, 1);
        for (size_t t = 0; t < s->n; t++)
            gsl_matrix_set(x, i, t + 1, s->columns[s->chosen[t]][i]);
    }
    gsl_multifit_linear(x, y, w, covariance, &squares, space);
    gsl_multifit_linear_residuals(x, y, w, r);
    for (size_t i = 0; i < n; i++)
        s->left[i] = gsl_vector_get(r, i);
    for (size_t t = 0; t < k; t++)
        s->weights[t] = gsl_vector_get(w, t);
    gsl_multifit_linear_free(space);
    gsl_matrix_free(x);
    gsl_matrix_free(covariance);
    gsl_vector_free(y);
    gsl_vector_free(w);
    gsl_vector_free(r);
    return squares;
}

static double criterion(const struct stepwise *s, double squares) {
    double n = (double)s->table->n_rows;
    return n * log(fmax(squares, 1e-300) / n) + (double)(s->n + 1) * log(n);
}

static void put_term(cJSON *all, const struct fit_term *t, double weight) {
    cJSON *o = cJSON_CreateObject(), *factors = cJSON_AddArrayToObject(o, "factors");
    cJSON_AddItemToArray(all, o);
    cJSON_AddNumberToObject(o, "weight", weight);
    for (uint32_t k = 0; k < t->n_factors; k++) {
        cJSON *f = cJSON_CreateObject();
        cJSON_AddItemToArray(factors, f);
        cJSON_AddNumberToObject(f, "feature", t->factors[k].feature);
        cJSON_AddNumberToObject(f, "shape", t->factors[k].shape);
        cJSON_AddNumberToObject(f, "knot", t->factors[k].knot);
    }
}

/* Back to columns as they are. */
static void put_terms(const struct stepwise *s, cJSON *model) {
    double intercept = s->best[0];
    cJSON *all = cJSON_AddArrayToObject(model, "terms");
    for (size_t t = 0; t < s->n; t++) {
        size_t term = s->chosen[t];
        double weight = s->best[t + 1] / s->deviation[term];
        intercept -= weight * s->mean[term];
        put_term(all, &s->pool->terms.at[term], weight);
    }
    cJSON_AddNumberToObject(model, "intercept", intercept);
}

static void choose(struct stepwise *s) {
    double least = criterion(s, solve(s));
    size_t most = s->table->n_rows / 4 < MOST_TERMS ? s->table->n_rows / 4 : MOST_TERMS;
    memcpy(s->best, s->weights, sizeof *s->best);
    while (s->n < most) {
        size_t next = most_correlated(s);
        if (next == SIZE_MAX)
            return;
        s->chosen[s->n++] = next;
        s->taken[next] = true;
        double now = criterion(s, solve(s));
        if (!(now < least)) {
            s->n--;
            return;
        }
        least = now;
        memcpy(s->best, s->weights, (s->n + 1) * sizeof *s->best);
    }
}

const char *regression_stepwise(struct arena *a, const double *x, size_t inputs,
                                const struct fit_table *t, const struct term_pool *pool,
                                cJSON *model) {
    struct stepwise s = {.arena = a,
                         .table = t,
                         .pool = pool,
                         .columns = NEW_ARRAY(a, double *, pool->terms.n),
                         .mean = NEW_ARRAY(a, double, pool->terms.n),
                         .deviation = NEW_ARRAY(a, double, pool->terms.n),
                         .taken = NEW_ARRAY(a, bool, pool->terms.n),
                         .left = NEW_ARRAY(a, double, t->n_rows),
                         .weights = NEW_ARRAY(a, double, MOST_TERMS + 1),
                         .best = NEW_ARRAY(a, double, MOST_TERMS + 1)};
    if (t->n_rows < 8)
        return "fewer than eight rows are no basis for a regression";
    for (size_t i = 0; i < pool->terms.n; i++)
        fill_column(&s, i, x, inputs);
    choose(&s);
    put_terms(&s, model);
    return NULL;
}
