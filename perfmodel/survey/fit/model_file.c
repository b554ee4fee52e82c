#include "perfmodel/survey/fit/model_file.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* More of anything is no model of ours. */
enum { MOST_FEATURES = 1000, MOST_NODES = 50 * 1000 * 1000, MOST_BYTES = 1 << 30 };

struct reader {
    struct arena *arena;
    const char *error;
};

static void fail(struct reader *r, const char *what) {
    if (!r->error)
        r->error = what;
}

static double number(struct reader *r, const cJSON *o, const char *key) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);
    if (!cJSON_IsNumber(v))
        fail(r, arena_printf(r->arena, "'%s' is no number", key));
    return cJSON_IsNumber(v) ? v->valuedouble : 0;
}

static const char *text(struct reader *r, const cJSON *v) {
    if (!cJSON_IsString(v))
        fail(r, "a name is no text");
    return cJSON_IsString(v) ? arena_strdup(r->arena, v->valuestring) : "";
}

static size_t count(struct reader *r, const cJSON *array, size_t most) {
    int n = cJSON_IsArray(array) ? cJSON_GetArraySize(array) : 0;
    if ((size_t)n > most)
        fail(r, "too long a list");
    return (size_t)n > most ? 0 : (size_t)n;
}

static const double *numbers(struct reader *r, const cJSON *o, const char *key, size_t n) {
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(o, key), *v;
    double *all = NEW_ARRAY(r->arena, double, n);
    size_t i = 0;
    if (count(r, array, MOST_NODES) != n)
        fail(r, arena_printf(r->arena, "'%s' has not as many numbers as it should", key));
    else
        cJSON_ArrayForEach (v, array)
            all[i++] = cJSON_IsNumber(v) ? v->valuedouble : 0;
    return all;
}

static void read_features(struct reader *r, const cJSON *array, struct fit_model *m) {
    const cJSON *v, *t;
    m->n_features = count(r, array, MOST_FEATURES);
    struct fit_feature *all = NEW_ARRAY(r->arena, struct fit_feature, m->n_features);
    size_t i = 0;
    cJSON_ArrayForEach (v, array) {
        const cJSON *texts = cJSON_GetObjectItemCaseSensitive(v, "texts");
        struct fit_feature *f = &all[i++];
        f->name = text(r, cJSON_GetObjectItemCaseSensitive(v, "name"));
        f->n_texts = count(r, texts, MOST_NODES);
        const char **list = NEW_ARRAY(r->arena, const char *, f->n_texts);
        size_t k = 0;
        cJSON_ArrayForEach (t, texts)
            list[k++] = text(r, t);
        f->texts = list;
    }
    m->features = all;
    if (!m->n_features)
        fail(r, "there are no features");
}

/* Four numbers for each node: feature, threshold or value, and where it goes. Children come after
 * their parent, so that every walk ends. */
static void read_nodes(struct reader *r, const cJSON *array, size_t features,
                       struct fit_forest *f) {
    f->n_nodes = count(r, array, MOST_NODES) / 4;
    struct fit_node *all = NEW_ARRAY(r->arena, struct fit_node, f->n_nodes);
    const cJSON *v = array ? array->child : NULL;
    for (size_t i = 0; i < f->n_nodes; i++) {
        double x[4];
        for (int k = 0; k < 4; k++, v = v->next)
            x[k] = cJSON_IsNumber(v) ? v->valuedouble : -2;
        bool leaf = x[0] == FIT_LEAF;
        bool inner = x[0] >= 0 && x[0] < (double)features && x[2] > (double)i && x[3] > (double)i &&
                     x[2] < (double)f->n_nodes && x[3] < (double)f->n_nodes;
        if (!leaf && !inner) {
            fail(r, "a tree is none");
            return;
        }
        all[i] = (struct fit_node){(int32_t)x[0], (float)x[1], leaf ? 0 : (uint32_t)x[2],
                                   leaf ? 0 : (uint32_t)x[3]};
    }
    f->nodes = all;
}

/* Numbers below `most`, each the place of something. */
static const uint32_t *places(struct reader *r, const cJSON *array, size_t most, const char *wrong,
                              size_t *n) {
    const cJSON *v;
    *n = count(r, array, MOST_NODES);
    uint32_t *all = NEW_ARRAY(r->arena, uint32_t, *n);
    size_t i = 0;
    cJSON_ArrayForEach (v, array) {
        bool good = cJSON_IsNumber(v) && v->valuedouble >= 0 && v->valuedouble < (double)most;
        if (!good)
            fail(r, wrong);
        all[i++] = good ? (uint32_t)v->valuedouble : 0;
    }
    return all;
}

static void read_forest(struct reader *r, const cJSON *json, size_t features,
                        struct fit_forest *f) {
    f->intercept = number(r, json, "intercept");
    read_nodes(r, cJSON_GetObjectItemCaseSensitive(json, "nodes"), features, f);
    f->trees = places(r, cJSON_GetObjectItemCaseSensitive(json, "trees"), f->n_nodes,
                      "a tree has no root", &f->n_trees);
}

/* How far configurations are apart in each feature of the hardware; 1 where they are not. */
static const double *spread_of(struct arena *a, const struct fit_model *m) {
    double *spread = NEW_ARRAY(a, double, m->n_hardware);
    for (size_t h = 0; h < m->n_hardware; h++) {
        double sum = 0, squares = 0, n = (double)m->n_configurations;
        for (size_t k = 0; k < m->n_configurations; k++)
            sum += m->configurations[k * m->n_hardware + h];
        for (size_t k = 0; k < m->n_configurations; k++)
            squares += pow(m->configurations[k * m->n_hardware + h] - sum / n, 2);
        spread[h] = squares > 0 ? sqrt(squares / n) : 1;
    }
    return spread;
}

static void read_classes(struct reader *r, const cJSON *json, struct fit_model *m) {
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(json, "classes"), *v;
    const cJSON *all = cJSON_GetObjectItemCaseSensitive(json, "configurations");
    if (!array)
        return;
    m->hardware = places(r, cJSON_GetObjectItemCaseSensitive(json, "hardware"), m->n_features,
                         "the hardware has no such feature", &m->n_hardware);
    m->n_configurations = count(r, all, MOST_NODES) / (m->n_hardware ? m->n_hardware : 1);
    m->configurations = numbers(r, json, "configurations", m->n_configurations * m->n_hardware);
    m->spread = spread_of(r->arena, m);
    struct fit_class *classes = NEW_ARRAY(r->arena, struct fit_class, count(r, array, MOST_NODES));
    cJSON_ArrayForEach (v, array) {
        struct fit_class *c = &classes[m->n_classes++];
        read_forest(r, v, m->n_features, &c->score);
        c->curve = numbers(r, v, "curve", m->n_configurations);
    }
    m->classes = classes;
    if (!m->n_classes || !m->n_configurations)
        fail(r, "there are no scaling curves");
}

static void read_factor(struct reader *r, const cJSON *v, size_t inputs, struct fit_factor *f) {
    double feature = number(r, v, "feature"), shape = number(r, v, "shape");
    if (!(feature >= 0 && feature < (double)inputs && shape >= FIT_LINEAR && shape <= FIT_SQUARE)) {
        fail(r, "a term is of no feature");
        return;
    }
    *f = (struct fit_factor){(uint32_t)feature, (enum fit_shape)shape, number(r, v, "knot")};
}

static void read_terms(struct reader *r, const cJSON *array, struct fit_model *m) {
    const cJSON *v, *f;
    m->n_terms = count(r, array, MOST_NODES);
    struct fit_term *all = NEW_ARRAY(r->arena, struct fit_term, m->n_terms);
    size_t i = 0, inputs = m->n_components ? m->n_components : m->n_features;
    cJSON_ArrayForEach (v, array) {
        struct fit_term *t = &all[i++];
        t->weight = number(r, v, "weight");
        cJSON_ArrayForEach (f, cJSON_GetObjectItemCaseSensitive(v, "factors"))
            if (t->n_factors < 2)
                read_factor(r, f, inputs, &t->factors[t->n_factors++]);
    }
    m->terms = all;
}

static void read_components(struct reader *r, const cJSON *json, struct fit_model *m) {
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(json, "components");
    if (!array)
        return;
    m->n_components = count(r, array, MOST_NODES) / (m->n_features ? m->n_features : 1);
    m->components = numbers(r, json, "components", m->n_components * m->n_features);
    m->mean = numbers(r, json, "mean", m->n_features);
    m->deviation = numbers(r, json, "deviation", m->n_features);
}

const struct fit_model *fit_model_parse(struct arena *a, const cJSON *json, const char **error) {
    struct reader r = {.arena = a};
    struct fit_model *m = NEW(a, struct fit_model);
    if (!cJSON_IsObject(json) || number(&r, json, "version") != FIT_VERSION)
        fail(&r, "no model of this version of clperf fit");
    m->kind = text(&r, cJSON_GetObjectItemCaseSensitive(json, "kind"));
    m->residual = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "residual"));
    m->error = number(&r, json, "error");
    m->low = number(&r, json, "low");
    m->high = number(&r, json, "high");
    m->least = number(&r, json, "least");
    m->most = number(&r, json, "most");
    read_features(&r, cJSON_GetObjectItemCaseSensitive(json, "features"), m);
    read_forest(&r, json, m->n_features, &m->forest);
    read_components(&r, json, m);
    read_terms(&r, cJSON_GetObjectItemCaseSensitive(json, "terms"), m);
    read_classes(&r, json, m);
    *error = r.error;
    return r.error ? NULL : m;
}

static char *contents(struct arena *a, const char *path, const char **error) {
    FILE *in = fopen(path, "r");
    char *bytes = NULL;
    size_t n = 0, cap = 0;
    for (size_t got = 1; in && got > 0 && n < MOST_BYTES; n += got) {
        if (cap - n < 2) {
            cap = cap ? 2 * cap : 1 << 16;
            bytes = arena_grow(a, bytes, n, cap);
        }
        got = fread(bytes + n, 1, cap - n - 1, in);
    }
    if (!in || ferror(in))
        *error = arena_printf(a, "cannot read '%s': %s", path, strerror(errno));
    else
        bytes[n] = '\0';
    if (in)
        fclose(in);
    return *error ? NULL : bytes;
}

const struct fit_model *fit_model_read(struct arena *a, const char *path, const char **error) {
    const struct fit_model *m = NULL;
    *error = NULL;
    struct arena scratch = {0};
    const char *bytes = contents(&scratch, path, error);
    if (bytes) {
        cJSON *json = cJSON_Parse(bytes);
        m = fit_model_parse(a, json, error);
        cJSON_Delete(json);
    }
    if (*error)
        *error = arena_printf(a, "%s: %s", path, *error);
    arena_free(&scratch);
    return m;
}

size_t fit_model_feature(const struct fit_model *m, const char *name) {
    for (size_t i = 0; i < m->n_features; i++)
        if (strcmp(m->features[i].name, name) == 0)
            return i;
    return SIZE_MAX;
}

static double tree_value(const struct fit_forest *f, uint32_t node, const double *x) {
    const struct fit_node *n = &f->nodes[node];
    while (n->feature != FIT_LEAF)
        n = &f->nodes[(float)x[n->feature] < n->value ? n->yes : n->no];
    return n->value;
}

static double forest_value(const struct fit_forest *f, const double *x) {
    double sum = f->intercept;
    for (size_t i = 0; i < f->n_trees; i++)
        sum += tree_value(f, f->trees[i], x);
    return sum;
}

static const struct fit_class *class_of(const struct fit_model *m, const double *x) {
    const struct fit_class *best = m->classes;
    double most = -INFINITY;
    for (size_t c = 0; c < m->n_classes; c++) {
        double score = forest_value(&m->classes[c].score, x);
        if (score > most) {
            most = score;
            best = &m->classes[c];
        }
    }
    return best;
}

/* The class's curve at the hardware: between configurations, their mean weighted by the inverse
 * square of how far these are away (Shepard). */
static double curve_value(const struct fit_model *m, const double *x) {
    const double *curve = class_of(m, x)->curve;
    double sum = 0, weights = 0;
    for (size_t k = 0; k < m->n_configurations; k++) {
        double squares = 0;
        for (size_t h = 0; h < m->n_hardware; h++)
            squares += pow(
                (x[m->hardware[h]] - m->configurations[k * m->n_hardware + h]) / m->spread[h], 2);
        if (squares < 1e-12)
            return curve[k];
        sum += curve[k] / squares;
        weights += 1 / squares;
    }
    return sum / weights;
}

static double input_of(const struct fit_model *m, uint32_t i, const double *x) {
    if (!m->n_components)
        return x[i];
    double sum = 0;
    for (size_t f = 0; f < m->n_features; f++)
        sum += m->components[i * m->n_features + f] * (x[f] - m->mean[f]) / m->deviation[f];
    return sum;
}

static double factor_value(const struct fit_model *m, const struct fit_factor *f, const double *x) {
    double v = input_of(m, f->feature, x);
    return f->shape == FIT_HINGE ? fmax(0, v - f->knot) : f->shape == FIT_SQUARE ? v * v : v;
}

double fit_model_value(const struct fit_model *m, const double *x) {
    double sum = forest_value(&m->forest, x) + (m->n_classes ? curve_value(m, x) : 0);
    for (size_t i = 0; i < m->n_terms; i++) {
        double product = m->terms[i].weight;
        for (uint32_t k = 0; k < m->terms[i].n_factors; k++)
            product *= factor_value(m, &m->terms[i].factors[k], x);
        sum += product;
    }
    return fmin(fmax(sum, m->least), m->most);
}
