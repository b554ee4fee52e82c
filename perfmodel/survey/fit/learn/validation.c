#include "perfmodel/survey/fit/learn/validation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FOLDS = 20, PLAIN_FOLDS = 5 };

static const struct validation none = {0, 0, 0, 0, 1, 1};

static void put_features(cJSON *model, const struct fit_table *t) {
    cJSON *all = cJSON_AddArrayToObject(model, "features");
    for (size_t i = 0; i < t->n_features; i++) {
        const struct fit_feature *f = &t->features[i];
        cJSON *o = cJSON_CreateObject();
        cJSON_AddItemToArray(all, o);
        cJSON_AddStringToObject(o, "name", f->name);
        if (f->n_texts)
            cJSON_AddItemToObject(o, "texts", cJSON_CreateStringArray(f->texts, (int)f->n_texts));
    }
}

cJSON *learned_model(struct arena *a, const struct fit_table *t, learn_fn *learn, const char *kind,
                     bool residual, const struct validation *v, const char **error) {
    cJSON *model = cJSON_CreateObject();
    cJSON_AddNumberToObject(model, "version", FIT_VERSION);
    cJSON_AddStringToObject(model, "kind", kind);
    cJSON_AddBoolToObject(model, "residual", residual);
    cJSON_AddNumberToObject(model, "rows", (double)t->n_rows);
    cJSON_AddNumberToObject(model, "error", v->mean);
    cJSON_AddNumberToObject(model, "low", v->low);
    cJSON_AddNumberToObject(model, "high", v->high);
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < t->n_rows; i++) {
        least = fmin(least, t->y[i]);
        most = fmax(most, t->y[i]);
    }
    cJSON_AddNumberToObject(model, "least", least);
    cJSON_AddNumberToObject(model, "most", most);
    put_features(model, t);
    *error = learn(a, t, model);
    if (!*error)
        return model;
    cJSON_Delete(model);
    return NULL;
}

/* Rows without a group go to parts by a hash of their number, so that neighbours are apart. */
static size_t *fold_of_rows(struct arena *a, const struct fit_table *t, size_t *folds) {
    size_t *fold = NEW_ARRAY(a, size_t, t->n_rows);
    VEC(const char *) groups = {0};
    for (size_t i = 0; i < t->n_rows; i++) {
        size_t g = 0;
        while (t->group[i] && g < groups.n && strcmp(groups.at[g], t->group[i]) != 0)
            g++;
        if (t->group[i] && g == groups.n)
            vec_push(a, &groups, t->group[i]);
        fold[i] = t->group[i] ? g % MOST_FOLDS : (uint32_t)(i * 2654435761u) % 1021 % PLAIN_FOLDS;
    }
    *folds = groups.n == 0 ? PLAIN_FOLDS : groups.n < MOST_FOLDS ? groups.n : MOST_FOLDS;
    return fold;
}

static int by_value(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double quantile(const double *sorted, size_t n, double q) {
    return sorted[(size_t)(q * (double)(n - 1) + 0.5)];
}

/* From the logarithms of truth over prediction by row. */
static void sum_up(struct arena *a, const struct fit_table *t, double *off, bool residual,
                   struct validation *v) {
    double *errors = NEW_ARRAY(a, double, t->n_rows), n = (double)t->n_rows;
    v->before = residual ? 0 : NAN;
    for (size_t i = 0; i < t->n_rows; i++) {
        errors[i] = fabs(exp(-off[i]) - 1);
        v->mean += errors[i] / n;
        v->before += fabs(exp(-t->y[i]) - 1) / n;
    }
    qsort(errors, t->n_rows, sizeof *errors, by_value);
    qsort(off, t->n_rows, sizeof *off, by_value);
    v->median = quantile(errors, t->n_rows, 0.5);
    v->low = exp(quantile(off, t->n_rows, 0.05));
    v->high = exp(quantile(off, t->n_rows, 0.95));
}

static const char *run_fold(struct arena *a, const struct fit_table *t, learn_fn *learn,
                            const bool *out, double *off) {
    const char *error = NULL;
    struct fit_table rest = table_part(a, t, out, false);
    cJSON *json = learned_model(a, &rest, learn, "part", false, &none, &error);
    const struct fit_model *m = json ? fit_model_parse(a, json, &error) : NULL;
    for (size_t i = 0; m && i < t->n_rows; i++)
        if (out[i])
            off[i] = t->y[i] - fit_model_value(m, &t->x[i * t->n_features]);
    cJSON_Delete(json);
    return error;
}

const char *validation_run(struct arena *a, const struct fit_table *t, learn_fn *learn,
                           bool residual, struct validation *v) {
    const char *error = NULL;
    size_t folds, *fold = fold_of_rows(a, t, &folds);
    double *off = NEW_ARRAY(a, double, t->n_rows);
    bool *out = NEW_ARRAY(a, bool, t->n_rows);
    *v = (struct validation){.folds = folds};
    if (folds < 2 || t->n_rows < 2 * folds)
        return "too few rows or groups to leave some out";
    for (size_t f = 0; f < folds && !error; f++) {
        struct arena scratch = {0};
        for (size_t i = 0; i < t->n_rows; i++)
            out[i] = fold[i] == f;
        error = run_fold(&scratch, t, learn, out, off);
        if (error)
            error = arena_strdup(a, error);
        arena_free(&scratch);
    }
    if (!error)
        sum_up(a, t, off, residual, v);
    return error;
}
