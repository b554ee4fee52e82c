#include "bench/points.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"

/* Times below these sit on the launch overhead, or on the timer's floor. */
static const double least_ms = 0.020, least_ms_eod = 0.050;

/* A GPU as the table names it. */
struct known_gpu {
    const char *text;
    const struct gpu *gpu; /* NULL: none */
};

struct maker {
    struct arena *arena;
    const struct points_request *request;
    struct points *points;
    const char *wanted_gpu; /* name in the hardware database, or NULL */
    struct {
        struct known_gpu *at;
        size_t n, cap;
    } gpus;
    void *keys; /* tree of struct keyed */
};

struct keyed {
    const char *key;
    size_t point;
};

/* What evaluating a recipe for a row needs. */
struct cook {
    struct maker *maker;
    const struct recipe *recipe;
    const struct row *row;
    struct point *point; /* its defines so far */
    struct evaluator formulas;
};

void tally_add(struct arena *a, struct tallies *t, const char *text, size_t rows) {
    size_t i = 0;
    while (i < t->n && strcmp(t->at[i].text, text) != 0)
        i++;
    if (i == t->n)
        vec_push(a, t, (struct tally){.text = text});
    t->at[i].rows += rows;
}

static int compare_doubles(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

double median(double *values, size_t n) {
    if (!n)
        return 0;
    qsort(values, n, sizeof *values, compare_doubles);
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

static bool find_define(const struct point *p, const char *name, struct formula_value *out) {
    size_t length = strlen(name);
    for (size_t i = 0; i < p->source.defines.n; i++) {
        const char *define = p->source.defines.at[i];
        if (strncmp(define, name, length) != 0 || define[length] != '=')
            continue;
        char *end;
        out->number = strtod(define + length + 1, &end);
        out->text = *end ? define + length + 1 : NULL;
        return true;
    }
    return false;
}

static bool find_default(const struct recipe *r, const char *name, struct formula_value *out) {
    struct arena scratch = {0};
    const char *error;
    bool found = false;
    for (size_t i = 0; i < r->defaults.n && !found; i++)
        found = strcmp(r->defaults.at[i].name, name) == 0 &&
                formula_eval(&scratch, r->defaults.at[i].formula, NULL, out, &error);
    arena_free(&scratch);
    return found;
}

static bool find_gpu_value(const struct point *p, const char *name, struct formula_value *out) {
    bool arch = strcmp(name, "arch") == 0, vendor = strcmp(name, "vendor") == 0;
    if (!p->gpu || (!arch && !vendor))
        return false;
    out->text = arch ? p->gpu->arch : p->gpu->vendor->name;
    return true;
}

bool point_find(const void *context, const char *name, struct formula_value *out) {
    const struct point *p = context;
    return row_find(p->row, name, out) || find_define(p, name, out) ||
           find_default(p->recipe, name, out) || find_gpu_value(p, name, out);
}

static bool holds(struct cook *c, const struct formula *f, const char *at) {
    return evaluate_number(&c->formulas, f, at) != 0 && !c->formulas.error;
}

static struct point_launch cook_launch(struct cook *c, const struct recipe_launch *r) {
    struct launch l = evaluate_launch(&c->formulas, &r->launch);
    if (r->in_a_row)
        l.count = evaluate_whole(&c->formulas, r->in_a_row, "in_a_row");
    return (struct point_launch){l, evaluate_number(&c->formulas, r->count, "count")};
}

static void cook_launches(struct cook *c) {
    size_t n = c->recipe->launches.n;
    c->point->launches = NEW_ARRAY(c->maker->arena, struct point_launch, n);
    c->point->n_launches = n;
    for (size_t i = 0; i < n; i++)
        c->point->launches[i] = cook_launch(c, &c->recipe->launches.at[i]);
}

/* At 0 the GPU keeps its own clock. */
static void cook_clock(struct cook *c, const struct gpu *g) {
    c->point->gpu = g;
    if (!c->recipe->clock[0])
        return;
    const char *error = NULL;
    double core = evaluate_number(&c->formulas, c->recipe->clock[0], "clock[0]");
    double memory = evaluate_number(&c->formulas, c->recipe->clock[1], "clock[1]");
    if (!c->formulas.error && (core != 0 || memory != 0))
        c->point->gpu = gpu_at_clock(c->maker->arena, g, core != 0 ? core : g->machine.core_mhz,
                                     memory != 0 ? memory : g->machine.mem_mhz, &error);
    if (error)
        evaluator_fail(&c->formulas, "clock", error);
}

/* The row's timer sees an empty kernel longer than the GPU does. */
static void cook_timer(struct cook *c) {
    if (!c->recipe->empty_us)
        return;
    double us = evaluate_number(&c->formulas, c->recipe->empty_us, "empty_us");
    if (c->formulas.error || us == 0)
        return;
    struct gpu *timed = arena_memdup(c->maker->arena, c->point->gpu, sizeof *timed);
    timed->machine.launch_us = us;
    c->point->gpu = timed;
}

static const char *source_key(struct arena *a, const struct predict_source *s) {
    struct str key = {.arena = a};
    str_printf(&key, "%s %" PRIx64, s->path, s->targets);
    for (size_t i = 0; i < s->options.n; i++)
        str_printf(&key, " %s", s->options.at[i]);
    for (size_t i = 0; i < s->defines.n; i++)
        str_printf(&key, " -D%s", s->defines.at[i]);
    return str_text(&key);
}

static bool applies(struct cook *c, const struct words *names, const char *name) {
    for (size_t i = 0; i < names->n; i++)
        if (strcmp(names->at[i], name) == 0)
            return true;
    return c->recipe->datasets.n == 0 && names == &c->recipe->datasets;
}

/* The one recipe of the row, or NULL: there is none, or something is wrong. */
static const struct recipe *find_recipe(struct cook *c) {
    const struct recipes *all = c->maker->request->recipes;
    const struct recipe *found = NULL;
    for (size_t i = 0; i < all->n && !c->formulas.error; i++) {
        c->recipe = c->point->recipe = &all->at[i];
        c->formulas.path = c->recipe->path;
        if (!applies(c, &c->recipe->datasets, c->row->column[COLUMN_DATASET]) ||
            !applies(c, &c->recipe->kernels, c->row->column[COLUMN_KERNEL]) ||
            (c->recipe->when && !holds(c, c->recipe->when, "when")))
            continue;
        if (found)
            evaluator_fail(&c->formulas, "when",
                           arena_printf(c->maker->arena, "%s applies as well", found->path));
        found = c->recipe;
    }
    c->recipe = c->point->recipe = found;
    c->formulas.path = found ? found->path : NULL;
    return c->formulas.error ? NULL : found;
}

static const struct gpu *find_gpu(struct maker *m, const char *text) {
    const char *error;
    for (size_t i = 0; i < m->gpus.n; i++)
        if (strcmp(m->gpus.at[i].text, text) == 0)
            return m->gpus.at[i].gpu;
    const struct gpu *g = gpu_find(m->arena, text, &error);
    vec_push(m->arena, &m->gpus, (struct known_gpu){text, g});
    return g;
}

static bool wanted(struct maker *m, const struct row *row) {
    const struct points_request *r = m->request;
    const char *gpu = row->column[COLUMN_GPU];
    if (r->kernel && fnmatch(r->kernel, row->column[COLUMN_KERNEL], 0) != 0)
        return false;
    if (!r->gpu || strcmp(r->gpu, gpu) == 0)
        return true;
    const struct gpu *g = m->wanted_gpu ? find_gpu(m, gpu) : NULL;
    return g && strcmp(g->name, m->wanted_gpu) == 0;
}

/* Rows with equal keys are repeats. */
static const char *repeat_key(struct cook *c) {
    struct str key = {.arena = c->maker->arena};
    for (int i = COLUMN_DATASET; i <= COLUMN_LOCAL_Z; i++)
        str_printf(&key, "%s|", i == COLUMN_SOURCE ? "" : c->row->column[i]);
    for (size_t i = 0; i < c->row->n_pairs; i++) {
        const struct pair *p = &c->row->pairs[i];
        if (p->column != COLUMN_EXTRA && !applies(c, &c->recipe->repeats, p->name))
            str_printf(&key, "%s=%s|", p->name, p->value);
    }
    str_printf(&key, "%.10g:%.10g", c->point->gpu->machine.core_mhz,
               c->point->gpu->machine.mem_mhz);
    return str_text(&key);
}

static int compare_keys(const void *x, const void *y) {
    return strcmp(((const struct keyed *)x)->key, ((const struct keyed *)y)->key);
}

static void add_point(struct cook *c) {
    struct maker *m = c->maker;
    struct keyed *keyed = NEW(m->arena, struct keyed);
    c->point->source.path = c->recipe->source;
    c->point->source.options = c->recipe->options;
    cook_launches(c);
    if (c->formulas.error)
        return;
    *keyed = (struct keyed){repeat_key(c), m->points->n};
    struct keyed *found = *(struct keyed **)tsearch(keyed, &m->keys, compare_keys);
    if (found == keyed) {
        c->point->source_key = source_key(m->arena, &c->point->source);
        vec_push(m->arena, m->points, *c->point);
    }
    vec_push(m->arena, &m->points->at[found->point].rows, c->row);
}

/* Why the recipe leaves the row out, or NULL. */
static const char *skipped(struct cook *c) {
    for (size_t i = 0; i < c->recipe->skips.n; i++)
        if (holds(c, c->recipe->skips.at[i].when, "skip"))
            return c->recipe->skips.at[i].why;
    return NULL;
}

static void add_row(struct maker *m, const struct row *row) {
    struct point point = {.row = row};
    struct cook c = {.maker = m,
                     .row = row,
                     .point = &point,
                     .formulas = {.arena = m->arena, .names = {point_find, &point}}};
    struct points *p = m->points;
    const char *gpu_text = row->column[COLUMN_GPU], *kernel = row->column[COLUMN_KERNEL], *why;
    const struct gpu *gpu;
    p->rows++;
    if (!find_recipe(&c)) {
        if (!c.formulas.error)
            tally_add(m->arena, &p->no_recipe,
                      arena_printf(m->arena, "%s: %s", row->column[COLUMN_DATASET], kernel), 1);
    } else if (!(gpu = find_gpu(m, gpu_text))) {
        tally_add(m->arena, &p->no_gpu, gpu_text, 1);
    } else {
        point.gpu = gpu;
        point.source.targets = targets_of(&gpu, 1);
        evaluate_defines(&c.formulas, &c.recipe->defines, &point.source.defines);
        if (!c.formulas.error && (why = skipped(&c))) {
            tally_add(m->arena, &p->skipped, arena_printf(m->arena, "%s: %s", kernel, why), 1);
            return;
        }
        cook_clock(&c, gpu);
        cook_timer(&c);
        if (!c.formulas.error)
            add_point(&c);
    }
    if (c.formulas.error)
        tally_add(m->arena, &p->failed, arena_printf(m->arena, "%s: %s", kernel, c.formulas.error),
                  1);
}

static double least_of(const struct point *p) {
    return strcmp(p->row->column[COLUMN_DATASET], "eod_opencl_aiwc") == 0 ? least_ms_eod : least_ms;
}

static void drop_short(struct arena *a, struct points *p) {
    size_t kept = 0;
    for (size_t i = 0; i < p->n; i++) {
        struct point *x = &p->at[i];
        double *times = NEW_ARRAY(a, double, x->rows.n);
        for (size_t j = 0; j < x->rows.n; j++)
            times[j] = x->rows.at[j]->time_ms;
        x->measured_ms = median(times, x->rows.n);
        if (x->measured_ms > 0 && x->measured_ms < least_of(x))
            p->rows_short += x->rows.n;
        else
            p->at[kept++] = *x;
    }
    p->n = kept;
}

/* Every n-th point, so that `limit` are left. */
static void sample(struct points *p, size_t limit) {
    size_t n = p->n;
    if (!limit || n <= limit)
        return;
    for (size_t i = 0; i < limit; i++)
        p->at[i] = p->at[i * n / limit];
    p->n = limit;
    p->points_unsampled = n - limit;
}

static void no_free(void *node) {
    (void)node;
}

bool points_of(struct arena *a, const struct points_request *r, struct points *out,
               const char **error) {
    struct maker m = {.arena = a, .request = r, .points = out};
    const char *unknown = NULL;
    const struct gpu *g = r->gpu ? gpu_find(a, r->gpu, &unknown) : NULL;
    bool in_table = !r->gpu || g;
    m.wanted_gpu = g ? g->name : NULL;
    for (size_t i = 0; i < r->table.n_rows; i++) {
        in_table = in_table || strcmp(r->table.rows[i].column[COLUMN_GPU], r->gpu) == 0;
        if (wanted(&m, &r->table.rows[i]))
            add_row(&m, &r->table.rows[i]);
    }
    tdestroy(m.keys, no_free);
    drop_short(a, out);
    sample(out, r->limit);
    if (!in_table)
        *error = unknown;
    else if (!out->rows && r->kernel)
        *error = arena_printf(a, "no row of the table has kernel '%s'%s", r->kernel,
                              r->gpu ? " and that GPU" : "");
    else if (!out->rows && r->gpu)
        *error = arena_printf(a, "no row of the table is of '%s'", r->gpu);
    else
        return true;
    return false;
}

bool point_measured(struct arena *a, const struct point *p, const char *name, double *out) {
    double *values = NEW_ARRAY(a, double, p->rows.n);
    size_t n = 0;
    for (size_t i = 0; i < p->rows.n; i++) {
        struct formula_value v;
        if (row_find(p->rows.at[i], name, &v) && !v.text)
            values[n++] = v.number;
    }
    *out = median(values, n);
    return n > 0;
}
