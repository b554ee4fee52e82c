/* ScaleClass: launches whose times scale alike from one configuration of the hardware to the next
 * are clusters of scaling curves, and a classifier says which curve a launch follows by what is
 * known of it (Wu, Greathouse, Lyashevsky, Jayasena and Chiou, GPGPU Performance and Power
 * Estimation Using Machine Learning, HPCA 2015; the survey's ScaleClass). The paper's text was not
 * at hand. Curves are logarithms of times over that of a base configuration, which is measured once
 * in the paper: the column of the residual. Without one, boosted trees learn it. Boosted trees
 * stand for the classifier's neural network as well. */
#include <math.h>
#include <string.h>

#include "perfmodel/survey/fit/learn/learner.h"
#include "perfmodel/survey/fit/learn/trees.h"

/* More clusters than that, or more rounds of moving curves between them, find nothing. */
enum { MOST_CLASSES = 12, MOST_ROUNDS = 100 };

/* Curves by configuration; NAN is not known. */
struct curves {
    struct arena *arena;
    const struct fit_table *table;
    size_t *curve, *configuration; /* by row */
    size_t n_curves, n;            /* n configurations */
    size_t *example;               /* a row, by configuration */
    double *at;                    /* by curve, then configuration */
};

struct clusters {
    size_t n;
    size_t *of_curve;
    double *center; /* by cluster, then configuration */
    double squares; /* what is left */
};

/* Whether all features agree that are of the hardware, or that are not. */
static bool agree(const struct fit_table *t, size_t i, size_t j, bool hardware) {
    for (size_t f = 0; f < t->n_features; f++)
        if (t->hardware[f] == hardware &&
            t->x[i * t->n_features + f] != t->x[j * t->n_features + f])
            return false;
    return true;
}

static bool same_curve(const struct fit_table *t, size_t i, size_t j) {
    return t->curve[i] ? strcmp(t->curve[i], t->curve[j]) == 0 : agree(t, i, j, false);
}

static bool same_hardware(const struct fit_table *t, size_t i, size_t j) {
    return agree(t, i, j, true);
}

/* Numbers rows by what they have in common; examples by number. */
static size_t number_rows(struct arena *a, const struct fit_table *t,
                          bool (*same)(const struct fit_table *, size_t, size_t), size_t *number,
                          size_t **examples) {
    VEC(size_t) all = {0};
    for (size_t i = 0; i < t->n_rows; i++) {
        while (number[i] < all.n && !same(t, i, all.at[number[i]]))
            number[i]++;
        if (number[i] == all.n)
            vec_push(a, &all, i);
    }
    *examples = all.at;
    return all.n;
}

static struct curves curves_of(struct arena *a, const struct fit_table *t) {
    struct curves c = {
        a, t, NEW_ARRAY(a, size_t, t->n_rows), NEW_ARRAY(a, size_t, t->n_rows), 0, 0, NULL, NULL};
    size_t *curve_examples;
    c.n_curves = number_rows(a, t, same_curve, c.curve, &curve_examples);
    c.n = number_rows(a, t, same_hardware, c.configuration, &c.example);
    c.at = NEW_ARRAY(a, double, c.n_curves *c.n);
    double *rows = NEW_ARRAY(a, double, c.n_curves *c.n);
    for (size_t i = 0; i < t->n_rows; i++) {
        size_t k = c.curve[i] * c.n + c.configuration[i];
        c.at[k] += t->y[i];
        rows[k]++;
    }
    for (size_t k = 0; k < c.n_curves * c.n; k++)
        c.at[k] = rows[k] > 0 ? c.at[k] / rows[k] : NAN;
    return c;
}

/* The configuration that most curves have. */
static size_t base_of(const struct curves *c) {
    size_t base = 0, most = 0;
    for (size_t k = 0; k < c->n; k++) {
        size_t known = 0;
        for (size_t i = 0; i < c->n_curves; i++)
            known += !isnan(c->at[i * c->n + k]);
        if (known > most) {
            most = known;
            base = k;
        }
    }
    return base;
}

/* The rows of curves that have the base configuration; in `over` with logarithms of times over
 * those there. */
static struct fit_table with_base(struct arena *a, const struct fit_table *t,
                                  struct fit_table *over) {
    struct curves c = curves_of(a, t);
    size_t base = base_of(&c);
    bool *known = NEW_ARRAY(a, bool, t->n_rows);
    struct fit_table less = *t;
    less.y = NEW_ARRAY(a, double, t->n_rows);
    for (size_t i = 0; i < t->n_rows; i++) {
        double level = c.at[c.curve[i] * c.n + base];
        known[i] = !isnan(level);
        less.y[i] = t->y[i] - level;
    }
    *over = table_part(a, &less, known, true);
    return table_part(a, t, known, true);
}

/* Mean square of what a curve is off a centre's where it is known. */
static double distance(const struct curves *c, size_t curve, const double *center) {
    double squares = 0, known = 0;
    for (size_t k = 0; k < c->n; k++) {
        double at = c->at[curve * c->n + k];
        if (isnan(at))
            continue;
        squares += pow(at - center[k], 2);
        known++;
    }
    return known > 0 ? squares / known : 0;
}

/* The mean of a cluster's curves; of all curves where the cluster knows none. */
static void put_center(const struct curves *c, const struct clusters *all, size_t cluster) {
    for (size_t k = 0; k < c->n; k++) {
        double sum = 0, n = 0, whole = 0, whole_n = 0;
        for (size_t i = 0; i < c->n_curves; i++) {
            double at = c->at[i * c->n + k];
            if (isnan(at))
                continue;
            whole += at;
            whole_n++;
            sum += all->of_curve[i] == cluster ? at : 0;
            n += all->of_curve[i] == cluster;
        }
        all->center[cluster * c->n + k] = n > 0 ? sum / n : whole / whole_n;
    }
}

static size_t nearest(const struct curves *c, const struct clusters *all, size_t curve) {
    size_t best = 0;
    for (size_t i = 1; i < all->n; i++)
        if (distance(c, curve, &all->center[i * c->n]) <
            distance(c, curve, &all->center[best * c->n]))
            best = i;
    return best;
}

/* A new cluster with the curve that is furthest from its centre. */
static void split(const struct curves *c, struct clusters *all) {
    size_t furthest = 0;
    double most = -1;
    for (size_t i = 0; i < c->n_curves; i++) {
        double d = distance(c, i, &all->center[all->of_curve[i] * c->n]);
        if (d > most) {
            most = d;
            furthest = i;
        }
    }
    all->of_curve[furthest] = all->n;
    put_center(c, all, all->n++);
}

/* Lloyd's algorithm. */
static void move_curves(const struct curves *c, struct clusters *all) {
    bool moved = true;
    for (int round = 0; moved && round < MOST_ROUNDS; round++) {
        moved = false;
        for (size_t i = 0; i < c->n_curves; i++) {
            size_t to = nearest(c, all, i);
            moved = moved || to != all->of_curve[i];
            all->of_curve[i] = to;
        }
        for (size_t i = 0; i < all->n; i++)
            put_center(c, all, i);
    }
    all->squares = 0;
    for (size_t i = 0; i < c->n_curves; i++)
        all->squares += distance(c, i, &all->center[all->of_curve[i] * c->n]);
}

/* Schwarz's criterion; each curve counts as one observation of each configuration. */
static double criterion(const struct curves *c, const struct clusters *all) {
    double n = (double)c->n_curves * (double)c->n;
    return n * log(fmax(all->squares / (double)c->n_curves, 1e-12)) +
           (double)all->n * (double)c->n * log(n);
}

/* As many clusters as the criterion falls for. */
static struct clusters cluster(const struct curves *c) {
    struct clusters all = {.n = 1,
                           .of_curve = NEW_ARRAY(c->arena, size_t, c->n_curves),
                           .center = NEW_ARRAY(c->arena, double, MOST_CLASSES * c->n)};
    put_center(c, &all, 0);
    move_curves(c, &all);
    struct clusters best = all;
    while (all.n < MOST_CLASSES && all.n < c->n_curves) {
        all.of_curve = arena_memdup(c->arena, all.of_curve, c->n_curves * sizeof *all.of_curve);
        all.center = arena_memdup(c->arena, all.center, MOST_CLASSES * c->n * sizeof *all.center);
        split(c, &all);
        move_curves(c, &all);
        if (criterion(c, &all) < criterion(c, &best))
            best = all;
    }
    return best;
}

/* The table with other values to learn, and nothing said of the hardware. */
static struct fit_table about_launches(struct arena *a, const struct fit_table *t, double *y) {
    struct fit_table other = *t;
    other.y = y;
    other.x = arena_memdup(a, t->x, t->n_rows * t->n_features * sizeof *t->x);
    for (size_t i = 0; i < t->n_rows * t->n_features; i++)
        if (t->hardware[i % t->n_features])
            other.x[i] = 0;
    return other;
}

/* 1 for rows of the class and 0 for others. */
static const char *learn_score(const struct curves *c, const struct clusters *all, size_t class,
                               cJSON *json) {
    static const struct trees_parameter parameters[] = {{"learning_rate", "0.15"},
                                                        {"subsample", "0.8"},
                                                        {"max_depth", "5"},
                                                        {"min_child_weight", "2"},
                                                        {"lambda", "1"}};
    double *y = NEW_ARRAY(c->arena, double, c->table->n_rows);
    for (size_t i = 0; i < c->table->n_rows; i++)
        y[i] = all->of_curve[c->curve[i]] == class;
    struct fit_table t = about_launches(c->arena, c->table, y);
    return trees_learn(c->arena, &t, json, parameters, sizeof parameters / sizeof *parameters,
                       all->n > 1 ? 60 : 0);
}

static void put_hardware(const struct curves *c, cJSON *model) {
    const struct fit_table *t = c->table;
    cJSON *features = cJSON_AddArrayToObject(model, "hardware");
    cJSON *all = cJSON_AddArrayToObject(model, "configurations");
    for (size_t f = 0; f < t->n_features; f++)
        if (t->hardware[f])
            cJSON_AddItemToArray(features, cJSON_CreateNumber((double)f));
    for (size_t k = 0; k < c->n; k++)
        for (size_t f = 0; f < t->n_features; f++)
            if (t->hardware[f])
                cJSON_AddItemToArray(all,
                                     cJSON_CreateNumber(t->x[c->example[k] * t->n_features + f]));
}

static const char *put_classes(const struct curves *c, const struct clusters *all, cJSON *model) {
    const char *error = NULL;
    cJSON *array = cJSON_AddArrayToObject(model, "classes");
    for (size_t i = 0; i < all->n && !error; i++) {
        cJSON *class = cJSON_CreateObject();
        size_t members = 0;
        for (size_t k = 0; k < c->n_curves; k++)
            members += all->of_curve[k] == i;
        cJSON_AddItemToArray(array, class);
        cJSON_AddNumberToObject(class, "curves", (double)members);
        cJSON_AddItemToObject(class, "curve",
                              cJSON_CreateDoubleArray(&all->center[i * c->n], (int)c->n));
        error = learn_score(c, all, i, class);
    }
    return error;
}

/* What is left of times without their curves is a launch's own. */
static const char *learn_level(const struct curves *c, const struct clusters *all,
                               const struct fit_table *t, cJSON *model) {
    double *y = NEW_ARRAY(c->arena, double, t->n_rows);
    for (size_t i = 0; i < t->n_rows; i++)
        y[i] = t->y[i] - all->center[all->of_curve[c->curve[i]] * c->n + c->configuration[i]];
    struct fit_table level = about_launches(c->arena, t, y);
    return learn_boosted_trees(c->arena, &level, model);
}

/* The column of the residual has it. */
static const char *put_no_level(cJSON *model) {
    cJSON_AddNumberToObject(model, "intercept", 0);
    cJSON_AddArrayToObject(model, "nodes");
    cJSON_AddArrayToObject(model, "trees");
    return NULL;
}

const char *learn_scaleclass(struct arena *a, const struct fit_table *t, cJSON *model) {
    bool any = false;
    for (size_t f = 0; f < t->n_features; f++)
        any |= t->hardware[f];
    if (!any)
        return "scaleclass wants --hardware COLUMN,...: what differs between GPUs or their clocks";
    struct fit_table over = *t, original = *t;
    if (!t->residual)
        original = with_base(a, t, &over);
    struct curves c = curves_of(a, &over);
    struct clusters all = cluster(&c);
    put_hardware(&c, model);
    const char *error = put_classes(&c, &all, model);
    if (error)
        return error;
    return t->residual ? put_no_level(model) : learn_level(&c, &all, &original, model);
}
