#include "bench/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"

/* Kernel times repeat to about so much. */
const double pair_noise = 0.03;

/* A point as one side of a pair. */
struct side {
    const char *problem;
    const char *property;
    double with;
    size_t point;
};

struct sides {
    struct side *at;
    size_t n, cap;
};

/* "author/project" of "author/project:path@commit": who measured. */
static int project_length(const char *source) {
    return (int)strcspn(source, ":,");
}

static const char *problem_of(struct evaluator *e, const struct point *p,
                              const struct recipe_pair *pair) {
    struct str key = {.arena = e->arena};
    const char *source = p->row->column[COLUMN_SOURCE];
    str_printf(&key, "%s|%.*s|%s|%s|%.10g:%.10g", p->row->column[COLUMN_DATASET],
               project_length(source), source, p->row->column[COLUMN_GPU], pair->property,
               p->gpu->machine.core_mhz, p->gpu->machine.mem_mhz);
    for (size_t i = 0; i < pair->same.n; i++) {
        struct formula_value v = evaluate(e, pair->same.at[i], "pairs.same");
        if (v.text)
            str_printf(&key, "|%s", v.text);
        else
            str_printf(&key, "|%.17g", v.number);
    }
    return str_text(&key);
}

static void add_sides(struct arena *a, const struct points *points, size_t point, struct sides *out,
                      const char **error) {
    const struct point *p = &points->at[point];
    struct evaluator e = {.arena = a, .path = p->recipe->path, .names = {point_find, p}};
    for (size_t i = 0; i < p->recipe->pairs.n; i++) {
        const struct recipe_pair *pair = &p->recipe->pairs.at[i];
        if (pair->when && evaluate_number(&e, pair->when, "pairs.when") == 0)
            continue;
        double with = evaluate_number(&e, pair->with, "pairs.with");
        vec_push(a, out, (struct side){problem_of(&e, p, pair), pair->property, with, point});
    }
    if (e.error)
        *error = e.error;
}

static int compare_sides(const void *x, const void *y) {
    const struct side *a = x, *b = y;
    int order = strcmp(a->problem, b->problem);
    if (order)
        return order;
    if (a->with != b->with)
        return a->with < b->with ? -1 : 1;
    return (a->point > b->point) - (a->point < b->point);
}

/* Sides of one problem, sorted: each with each that has more of the property. */
static void pair_up(struct arena *a, const struct side *at, size_t n, struct point_pairs *out) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            if (at[i].with != at[j].with)
                vec_push(a, out, (struct pair_of_points){at[i].property, at[i].point, at[j].point});
}

static void sample_pairs(struct point_pairs *pairs, size_t limit) {
    size_t n = pairs->n;
    if (!limit || n <= limit)
        return;
    for (size_t i = 0; i < limit; i++)
        pairs->at[i] = pairs->at[i * n / limit];
    pairs->n = limit;
    pairs->unsampled = n - limit;
}

static void keep_paired(struct arena *a, struct points *points, struct point_pairs *pairs) {
    size_t *moved = NEW_ARRAY(a, size_t, points->n), kept = 0;
    bool *used = NEW_ARRAY(a, bool, points->n);
    for (size_t i = 0; i < pairs->n; i++)
        used[pairs->at[i].without] = used[pairs->at[i].with] = true;
    for (size_t i = 0; i < points->n; i++) {
        if (!used[i])
            continue;
        moved[i] = kept;
        points->at[kept++] = points->at[i];
    }
    points->n = kept;
    for (size_t i = 0; i < pairs->n; i++) {
        pairs->at[i].without = moved[pairs->at[i].without];
        pairs->at[i].with = moved[pairs->at[i].with];
    }
}

bool pairs_of(struct arena *a, struct points *points, size_t limit, struct point_pairs *out,
              const char **error) {
    struct sides sides = {0};
    *error = NULL;
    for (size_t i = 0; i < points->n && !*error; i++)
        add_sides(a, points, i, &sides, error);
    if (*error)
        return false;
    if (sides.n)
        qsort(sides.at, sides.n, sizeof *sides.at, compare_sides);
    for (size_t first = 0, end; first < sides.n; first = end) {
        for (end = first;
             end < sides.n && strcmp(sides.at[end].problem, sides.at[first].problem) == 0; end++)
            ;
        pair_up(a, &sides.at[first], end - first, out);
    }
    sample_pairs(out, limit);
    keep_paired(a, points, out);
    return true;
}

double pair_gain(double without_ms, double with_ms) {
    return (without_ms - with_ms) / fmax(without_ms, with_ms);
}

static struct pair_score *score_for(struct arena *a, struct pair_scores *all, const char *property,
                                    const struct row *row) {
    const char *const *c = row->column;
    for (size_t i = 0; i < all->n; i++) {
        struct pair_score *s = &all->at[i];
        if (strcmp(s->dataset, c[COLUMN_DATASET]) == 0 && strcmp(s->property, property) == 0 &&
            strcmp(s->kernel, c[COLUMN_KERNEL]) == 0 && strcmp(s->gpu, c[COLUMN_GPU]) == 0)
            return s;
    }
    vec_push(a, all,
             (struct pair_score){.dataset = c[COLUMN_DATASET],
                                 .property = property,
                                 .kernel = c[COLUMN_KERNEL],
                                 .gpu = c[COLUMN_GPU]});
    return &all->at[all->n - 1];
}

static void add_pair(struct pair_score *s, double measured, double predicted) {
    bool noise = fabs(measured) < pair_noise;
    double n = (double)s->pairs++;
    s->measured += (measured - s->measured) / (n + 1);
    s->predicted += (predicted - s->predicted) / (n + 1);
    s->error += (fabs(predicted - measured) - s->error) / (n + 1);
    s->in_noise += noise;
    s->silent += noise && fabs(predicted) < pair_noise;
    s->right += !noise && predicted * measured > 0;
}

struct pair_scores pair_scores_of(struct arena *a, const struct points *points,
                                  const struct outcome *outcomes, const struct point_pairs *pairs) {
    struct pair_scores all = {0};
    for (size_t i = 0; i < pairs->n; i++) {
        const struct pair_of_points *p = &pairs->at[i];
        const struct outcome *without = &outcomes[p->without], *with = &outcomes[p->with];
        const struct point *const points_of_pair[] = {&points->at[p->without],
                                                      &points->at[p->with]};
        if (without->item.state != WORK_DONE || with->item.state != WORK_DONE)
            continue;
        add_pair(score_for(a, &all, p->property, points_of_pair[1]->row),
                 pair_gain(points_of_pair[0]->measured_ms, points_of_pair[1]->measured_ms),
                 pair_gain(without->time_ms, with->time_ms));
    }
    return all;
}

struct pair_score pair_total(const struct pair_scores *all, const char *dataset) {
    struct pair_score total = {.dataset = dataset};
    for (size_t i = 0; i < all->n; i++) {
        const struct pair_score *s = &all->at[i];
        if (dataset && strcmp(dataset, s->dataset) != 0)
            continue;
        double n = (double)s->pairs;
        total.pairs += s->pairs;
        total.in_noise += s->in_noise;
        total.right += s->right;
        total.silent += s->silent;
        total.measured += n * s->measured;
        total.predicted += n * s->predicted;
        total.error += n * s->error;
    }
    if (total.pairs) {
        total.measured /= (double)total.pairs;
        total.predicted /= (double)total.pairs;
        total.error /= (double)total.pairs;
    }
    return total;
}
