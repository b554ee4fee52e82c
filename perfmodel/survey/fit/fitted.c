#include "perfmodel/survey/fit/fitted.h"

#include <math.h>
#include <string.h>

const char *const feature_names[] = {
#define FEATURE(name, value) #name,
#include "perfmodel/survey/fit/features.def"
#undef FEATURE
};

static double groups_of(const struct launch *l) {
    double groups = 1;
    for (int d = 0; d < 3; d++)
        groups *= (double)l->global[d] / (double)l->local[d];
    return groups;
}

void features_of(const struct estimate *e, const struct gpu *g, double x[FEATURES]) {
    double groups = groups_of(e->trace->launch);
    const double values[FEATURES] = {
#define FEATURE(name, value) value,
#include "perfmodel/survey/fit/features.def"
#undef FEATURE
    };
    for (int i = 0; i < FEATURES; i++)
        x[i] = isfinite(values[i]) ? values[i] : 0;
}

/* -1: none is called so. */
static int feature_number(const char *name) {
    for (int i = 0; i < FEATURES; i++)
        if (strcmp(feature_names[i], name) == 0)
            return i;
    return -1;
}

static const struct estimate *run(struct arena *a, const struct study *study) {
    const struct fit_model *m = study->model->fitted;
    struct estimate *e = NEW(a, struct estimate);
    *e = *model_trace.run(a, study);
    e->model = "fitted";
    if (e->truncated_first_group)
        return e;
    double known[FEATURES], *x = NEW_ARRAY(a, double, m->n_features);
    features_of(e, study->gpu, known);
    for (size_t i = 0; i < m->n_features; i++)
        x[i] = known[feature_number(m->features[i].name)];
    double factor = exp(fit_model_value(m, x)) / (m->residual ? 1 : e->time_ms);
    e->time_ms *= factor;
    e->cycles *= factor;
    e->low_ms = e->time_ms * fmin(1, m->low);
    e->high_ms = e->time_ms * fmax(1, m->high);
    return e;
}

const struct model *fitted_model(struct arena *a, const char *path, const char **error) {
    const struct fit_model *fitted = fit_model_read(a, path, error);
    for (size_t i = 0; fitted && i < fitted->n_features; i++)
        if (feature_number(fitted->features[i].name) < 0 || fitted->features[i].n_texts) {
            *error = arena_printf(a, "%s: it needs '%s', which is not known of a launch", path,
                                  fitted->features[i].name);
            return NULL;
        }
    if (!fitted)
        return NULL;
    struct model *m = NEW(a, struct model);
    *m = (struct model){.title = "learned from a table of times",
                        .not_modelled = "what the table does not have",
                        .run = run,
                        .fitted = fitted};
    return m;
}
