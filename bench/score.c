#include "bench/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"

static struct group *group_for(struct arena *a, struct groups *all, const struct row *row) {
    const char *const *c = row->column;
    for (size_t i = 0; i < all->n; i++)
        if (strcmp(all->at[i].dataset, c[COLUMN_DATASET]) == 0 &&
            strcmp(all->at[i].kernel, c[COLUMN_KERNEL]) == 0 &&
            strcmp(all->at[i].gpu, c[COLUMN_GPU]) == 0)
            return &all->at[i];
    vec_push(a, all,
             (struct group){c[COLUMN_DATASET], c[COLUMN_KERNEL], c[COLUMN_GPU], .samples = {0}});
    return &all->at[all->n - 1];
}

struct groups groups_of(struct arena *a, const struct points *p, const struct outcome *outcomes) {
    struct groups all = {0};
    for (size_t i = 0; i < p->n; i++)
        if (outcomes[i].item.state == WORK_DONE)
            vec_push(a, &group_for(a, &all, p->at[i].row)->samples,
                     (struct sample){&p->at[i], &outcomes[i]});
    return all;
}

struct group group_total(struct arena *a, const struct groups *all, const char *dataset,
                         const char *gpu) {
    struct group total = {.dataset = dataset, .gpu = gpu};
    for (size_t i = 0; i < all->n; i++) {
        const struct group *g = &all->at[i];
        if ((dataset && strcmp(dataset, g->dataset) != 0) || (gpu && strcmp(gpu, g->gpu) != 0))
            continue;
        for (size_t j = 0; j < g->samples.n; j++)
            vec_push(a, &total.samples, g->samples.at[j]);
    }
    return total;
}

static double measured(const struct sample *s) {
    return s->point->measured_ms;
}

static double predicted(const struct sample *s) {
    return s->outcome->time_ms;
}

static void set_errors(struct arena *a, const struct group *g, struct score *s) {
    size_t n = g->samples.n;
    double *errors = NEW_ARRAY(a, double, n), *ratios = NEW_ARRAY(a, double, n);
    for (size_t i = 0; i < n; i++) {
        const struct sample *x = &g->samples.at[i];
        errors[i] = fabs(predicted(x) - measured(x)) / measured(x);
        ratios[i] = measured(x) / predicted(x);
        s->mape += errors[i] / (double)n;
    }
    s->median_ape = median(errors, n);
    s->scale = median(ratios, n);
    for (size_t i = 0; i < n; i++) {
        const struct sample *x = &g->samples.at[i];
        s->scaled_mape += fabs(predicted(x) * s->scale - measured(x)) / measured(x) / (double)n;
    }
}

struct ranked {
    double value;
    size_t index;
};

static int compare_ranked(const void *x, const void *y) {
    double a = ((const struct ranked *)x)->value, b = ((const struct ranked *)y)->value;
    return (a > b) - (a < b);
}

static double *ranks_of(struct arena *a, const struct group *g,
                        double (*value)(const struct sample *s)) {
    size_t n = g->samples.n;
    struct ranked *sorted = NEW_ARRAY(a, struct ranked, n);
    double *ranks = NEW_ARRAY(a, double, n);
    for (size_t i = 0; i < n; i++)
        sorted[i] = (struct ranked){value(&g->samples.at[i]), i};
    qsort(sorted, n, sizeof *sorted, compare_ranked);
    for (size_t first = 0, end; first < n; first = end) {
        for (end = first; end < n && sorted[end].value == sorted[first].value; end++)
            ;
        for (size_t i = first; i < end; i++)
            ranks[sorted[i].index] = (double)(first + end - 1) / 2;
    }
    return ranks;
}

/* Of three points at least. */
static double spearman(struct arena *a, const struct group *g) {
    size_t n = g->samples.n;
    const double *x = ranks_of(a, g, measured), *y = ranks_of(a, g, predicted);
    double mean = (double)(n - 1) / 2, xy = 0, xx = 0, yy = 0;
    for (size_t i = 0; i < n; i++) {
        xy += (x[i] - mean) * (y[i] - mean);
        xx += (x[i] - mean) * (x[i] - mean);
        yy += (y[i] - mean) * (y[i] - mean);
    }
    return n < 3 || xx == 0 || yy == 0 ? NAN : xy / sqrt(xx * yy);
}

/* What a user fixes before tuning: dataset, kernel, GPU, and the arguments that are no repeats. */
static const char *problem_of(struct arena *a, const struct sample *s) {
    const struct point *p = s->point;
    struct str key = {.arena = a};
    for (int c = COLUMN_DATASET; c <= COLUMN_GPU; c++)
        str_printf(&key, "%s|", p->row->column[c]);
    for (size_t i = 0; i < p->row->n_pairs; i++) {
        const struct pair *pair = &p->row->pairs[i];
        bool repeat = pair->column != COLUMN_ARGS;
        for (size_t j = 0; j < p->recipe->repeats.n; j++)
            repeat = repeat || strcmp(pair->name, p->recipe->repeats.at[j]) == 0;
        if (!repeat)
            str_printf(&key, "%s=%s|", pair->name, pair->value);
    }
    str_printf(&key, "%.10g:%.10g", p->gpu->machine.core_mhz, p->gpu->machine.mem_mhz);
    return str_text(&key);
}

struct problem_sample {
    const char *problem;
    const struct sample *sample;
};

static int compare_problems(const void *x, const void *y) {
    return strcmp(((const struct problem_sample *)x)->problem,
                  ((const struct problem_sample *)y)->problem);
}

/* Measured time of what we rank first over the best measured one, less 1. */
static double regret_of(const struct problem_sample *at, size_t n) {
    const struct sample *chosen = at[0].sample, *best = at[0].sample;
    for (size_t i = 1; i < n; i++) {
        chosen = predicted(at[i].sample) < predicted(chosen) ? at[i].sample : chosen;
        best = measured(at[i].sample) < measured(best) ? at[i].sample : best;
    }
    return measured(chosen) / measured(best) - 1;
}

/* The group's samples by problem. */
static struct problem_sample *by_problem(struct arena *a, const struct group *g) {
    size_t n = g->samples.n;
    struct problem_sample *sorted = NEW_ARRAY(a, struct problem_sample, n);
    for (size_t i = 0; i < n; i++)
        sorted[i] = (struct problem_sample){problem_of(a, &g->samples.at[i]), &g->samples.at[i]};
    qsort(sorted, n, sizeof *sorted, compare_problems);
    return sorted;
}

static size_t end_of_problem(const struct problem_sample *sorted, size_t first, size_t n) {
    size_t end = first;
    while (end < n && compare_problems(&sorted[end], &sorted[first]) == 0)
        end++;
    return end;
}

static void set_regret(struct arena *a, const struct group *g, struct score *s) {
    size_t n = g->samples.n;
    const struct problem_sample *sorted = by_problem(a, g);
    double sum = 0;
    for (size_t first = 0, end; first < n; first = end) {
        end = end_of_problem(sorted, first, n);
        if (end - first < 2)
            continue;
        double regret = regret_of(&sorted[first], end - first);
        s->problems++;
        s->worst_regret = fmax(s->worst_regret, regret);
        sum += regret;
    }
    s->regret = s->problems ? sum / (double)s->problems : NAN;
}

enum { LEAST_SPACE = 10, CHOSEN = 5 };

static int compare_predicted(const void *x, const void *y) {
    double a = predicted(x), b = predicted(y);
    return (a > b) - (a < b);
}

static struct choice choice_of(struct arena *a, struct group *space) {
    size_t n = space->samples.n;
    struct sample *at = space->samples.at;
    double *times = NEW_ARRAY(a, double, n), five = INFINITY;
    struct choice c = {space->kernel, space->gpu, .configurations = n};
    qsort(at, n, sizeof *at, compare_predicted);
    for (size_t i = 0; i < n; i++) {
        times[i] = measured(&at[i]);
        five = i < CHOSEN ? fmin(five, times[i]) : five;
    }
    double middle = median(times, n), best = times[0];
    c.first = measured(&at[0]) / best;
    c.best_of_five = five / best;
    c.any = middle / best;
    c.spearman = spearman(a, space);
    return c;
}

struct choices choices_of(struct arena *a, const struct groups *all) {
    struct choices out = {0};
    for (size_t i = 0; i < all->n; i++) {
        const struct group *g = &all->at[i];
        const struct problem_sample *sorted = by_problem(a, g);
        for (size_t first = 0, end; first < g->samples.n; first = end) {
            end = end_of_problem(sorted, first, g->samples.n);
            struct group space = {g->dataset, g->kernel, g->gpu, .samples = {0}};
            for (size_t j = first; j < end; j++)
                vec_push(a, &space.samples, *sorted[j].sample);
            if (space.samples.n >= LEAST_SPACE)
                vec_push(a, &out, choice_of(a, &space));
        }
    }
    return out;
}

static void set_interval(struct arena *a, const struct group *g, struct score *s) {
    size_t n = g->samples.n;
    double *widths = NEW_ARRAY(a, double, n);
    for (size_t i = 0; i < n; i++) {
        const struct sample *x = &g->samples.at[i];
        const struct outcome *o = x->outcome;
        s->coverage += (measured(x) >= o->low_ms && measured(x) <= o->high_ms) / (double)n;
        widths[i] = (o->high_ms - o->low_ms) / 2 / o->time_ms;
    }
    s->half_width = median(widths, n);
}

struct score score_of(struct arena *a, const struct group *g) {
    struct score s = {.points = g->samples.n, .spearman = NAN, .regret = NAN};
    if (!s.points)
        return s;
    set_errors(a, g, &s);
    s.spearman = spearman(a, g);
    set_regret(a, g, &s);
    set_interval(a, g, &s);
    return s;
}

static bool find_ours(const void *context, const char *name, struct formula_value *out) {
    const struct sample *s = context;
    return counters_find(s->outcome->counters, name, out) || point_find(s->point, name, out);
}

bool counter_compare(struct arena *a, const struct sample *s, const struct recipe_counter *c,
                     double *theirs, double *ours, const char **error) {
    struct formula_names names = {find_ours, s};
    double holds = 1;
    return point_measured(a, s->point, c->name, theirs) &&
           (!c->when || (formula_number(a, c->when, &names, &holds, error) && holds)) &&
           formula_number(a, c->formula, &names, ours, error);
}

/* The recipe's counter of that name, or NULL; samples of one group may have different recipes. */
static const struct recipe_counter *find_counter(const struct sample *s, const char *name) {
    const struct recipe *r = s->point->recipe;
    for (size_t i = 0; i < r->counters.n; i++)
        if (strcmp(r->counters.at[i].name, name) == 0)
            return &r->counters.at[i];
    return NULL;
}

static struct counter_score counter_score_of(struct arena *a, const struct group *g,
                                             const char *name) {
    struct counter_score s = {.name = name};
    double *errors = NEW_ARRAY(a, double, g->samples.n);
    double *ratios = NEW_ARRAY(a, double, g->samples.n), theirs, ours;
    for (size_t i = 0; i < g->samples.n; i++) {
        const struct sample *x = &g->samples.at[i];
        const struct recipe_counter *c = find_counter(x, name);
        if (!c || !counter_compare(a, x, c, &theirs, &ours, &s.error))
            continue;
        errors[s.points] = ours == theirs ? 0 : fabs(ours - theirs) / theirs;
        ratios[s.points++] = ours == theirs ? 1 : ours / theirs;
    }
    s.median_error = median(errors, s.points);
    s.median_ratio = median(ratios, s.points);
    return s;
}

struct counter_scores counter_scores_of(struct arena *a, const struct group *g) {
    struct counter_scores all = {0};
    struct words names = {0};
    for (size_t i = 0; i < g->samples.n; i++) {
        const struct recipe *r = g->samples.at[i].point->recipe;
        for (size_t j = 0; j < r->counters.n; j++) {
            size_t k = 0;
            while (k < names.n && strcmp(names.at[k], r->counters.at[j].name) != 0)
                k++;
            if (k == names.n)
                words_add(a, &names, r->counters.at[j].name);
        }
    }
    for (size_t i = 0; i < names.n; i++) {
        struct counter_score s = counter_score_of(a, g, names.at[i]);
        if (s.points || s.error)
            vec_push(a, &all, s);
    }
    return all;
}
