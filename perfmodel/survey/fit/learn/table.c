#include "perfmodel/survey/fit/learn/table.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names of rows, and results of a sweep beside its time: neither says anything of a row. */
static const char *const no_features[] = {"configuration", "launch", "low_ms",
                                          "high_ms",       "bound",  "error"};

struct row {
    const char **fields;
    size_t n;
};

struct file {
    struct arena *arena;
    const char *path;
    struct row header;
    VEC(struct row) rows;
};

/* Splits a line at its commas; quoted fields may hold some. */
static struct row split(struct arena *a, char *line) {
    VEC(const char *) fields = {0};
    line[strcspn(line, "\r\n")] = '\0';
    for (char *c = line;;) {
        char *out = c;
        bool quoted = false;
        vec_push(a, &fields, c);
        for (; *c && (quoted || *c != ','); c++) {
            if (*c == '"' && quoted && c[1] == '"')
                *out++ = *c++;
            else if (*c == '"')
                quoted = !quoted;
            else
                *out++ = *c;
        }
        bool last = !*c;
        *out = '\0';
        if (last)
            return (struct row){fields.at, fields.n};
        c++;
    }
}

static bool read_file(struct file *f, const char *path, const char **error) {
    FILE *in = fopen(path, "r");
    char *line = NULL;
    size_t cap = 0;
    f->path = path;
    while (in && getline(&line, &cap, in) > 0) {
        struct row r = split(f->arena, arena_strdup(f->arena, line));
        if (!f->header.n)
            f->header = r;
        else if (r.n == f->header.n)
            vec_push(f->arena, &f->rows, r);
    }
    free(line);
    if (!in)
        *error = arena_printf(f->arena, "cannot read '%s': %s", path, strerror(errno));
    else if (!f->rows.n)
        *error = arena_printf(f->arena, "%s: no rows", path);
    if (in)
        fclose(in);
    return !*error;
}

static size_t column(const struct file *f, const char *name) {
    for (size_t i = 0; name && i < f->header.n; i++)
        if (strcmp(f->header.fields[i], name) == 0)
            return i;
    return SIZE_MAX;
}

static bool as_number(const char *text, double *x) {
    char *end;
    *x = strtod(text, &end);
    return end != text && !*end && isfinite(*x);
}

static bool is_no_feature(const char *name) {
    for (size_t i = 0; i < sizeof no_features / sizeof *no_features; i++)
        if (strcmp(no_features[i], name) == 0)
            return true;
    return false;
}

/* Whether a list of names, or NULL, has that one. */
static bool lists(const char *list, const char *name) {
    size_t n = strlen(name);
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strncmp(at, name, n) == 0 && (at[n] == ',' || !at[n]))
            return true;
    return false;
}

/* A column that is the same in all rows explains nothing. */
static bool is_constant(const struct file *f, size_t c) {
    for (size_t i = 1; i < f->rows.n; i++)
        if (strcmp(f->rows.at[i].fields[c], f->rows.at[0].fields[c]) != 0)
            return false;
    return true;
}

static bool is_text(const struct file *f, size_t c) {
    double x;
    for (size_t i = 0; i < f->rows.n; i++)
        if (!as_number(f->rows.at[i].fields[c], &x))
            return true;
    return false;
}

/* The number of a text in the feature's list, to which it is added. */
static double text_number(struct arena *a, struct fit_feature *f, const char *text) {
    for (size_t i = 0; i < f->n_texts; i++)
        if (strcmp(f->texts[i], text) == 0)
            return (double)i;
    const char **longer = NEW_ARRAY(a, const char *, f->n_texts + 1);
    if (f->n_texts)
        memcpy(longer, f->texts, f->n_texts * sizeof *longer);
    longer[f->n_texts] = text;
    f->texts = longer;
    return (double)f->n_texts++;
}

/* Adds a file's rows, reduced to the columns that both have. */
static void join(struct file *all, const struct file *more) {
    struct row header = {NEW_ARRAY(all->arena, const char *, all->header.n), 0};
    size_t *mine = NEW_ARRAY(all->arena, size_t, all->header.n),
           *theirs = NEW_ARRAY(all->arena, size_t, all->header.n);
    for (size_t i = 0; i < all->header.n; i++) {
        size_t other = column(more, all->header.fields[i]);
        if (other == SIZE_MAX)
            continue;
        mine[header.n] = i;
        theirs[header.n] = other;
        header.fields[header.n++] = all->header.fields[i];
    }
    size_t before = all->rows.n;
    for (size_t i = 0; i < more->rows.n; i++)
        vec_push(all->arena, &all->rows, more->rows.at[i]);
    for (size_t i = 0; i < all->rows.n; i++) {
        struct row r = {NEW_ARRAY(all->arena, const char *, header.n), header.n};
        for (size_t k = 0; k < header.n; k++)
            r.fields[k] = all->rows.at[i].fields[i < before ? mine[k] : theirs[k]];
        all->rows.at[i] = r;
    }
    all->header = header;
}

struct plan {
    size_t time, residual, group;
    size_t *of_feature; /* column by feature */
    bool *text;
    bool *curve; /* by column */
};

static bool is_feature(const struct file *f, const struct table_columns *c, size_t i) {
    const char *name = f->header.fields[i];
    return i != column(f, c->time) && i != column(f, c->residual) && i != column(f, c->group) &&
           !lists(c->curve, name) && !lists(c->without, name) && !is_no_feature(name) &&
           !is_constant(f, i);
}

static struct plan plan_of(struct arena *a, const struct file *f, const struct table_columns *c,
                           struct fit_table *t) {
    struct plan p = {column(f, c->time),
                     column(f, c->residual),
                     column(f, c->group),
                     NEW_ARRAY(a, size_t, f->header.n),
                     NEW_ARRAY(a, bool, f->header.n),
                     NEW_ARRAY(a, bool, f->header.n)};
    t->features = NEW_ARRAY(a, struct fit_feature, f->header.n);
    t->hardware = NEW_ARRAY(a, bool, f->header.n);
    t->residual = c->residual;
    for (size_t i = 0; i < f->header.n; i++) {
        p.curve[i] = lists(c->curve, f->header.fields[i]);
        if (!is_feature(f, c, i))
            continue;
        p.text[t->n_features] = is_text(f, i);
        p.of_feature[t->n_features] = i;
        t->hardware[t->n_features] = lists(c->hardware, f->header.fields[i]);
        t->features[t->n_features++].name = f->header.fields[i];
    }
    return p;
}

/* The fields that name a curve, in a row. */
static const char *curve_name(struct arena *a, const struct row *r, const struct plan *p) {
    const char *name = NULL;
    for (size_t i = 0; i < r->n; i++)
        if (p->curve[i])
            name = name ? arena_printf(a, "%s,%s", name, r->fields[i]) : r->fields[i];
    return name;
}

static void add_row(struct arena *a, const struct row *r, const struct plan *p,
                    struct fit_table *t) {
    double time, predicted = 1;
    if (!as_number(r->fields[p->time], &time) || time <= 0)
        return;
    if (p->residual != SIZE_MAX &&
        (!as_number(r->fields[p->residual], &predicted) || predicted <= 0))
        return;
    size_t n = t->n_rows++;
    t->y[n] = log(time / predicted);
    t->group[n] = p->group != SIZE_MAX ? r->fields[p->group] : NULL;
    t->curve[n] = curve_name(a, r, p);
    for (size_t i = 0; i < t->n_features; i++) {
        double x = 0;
        if (p->text[i])
            x = text_number(a, &t->features[i], r->fields[p->of_feature[i]]);
        else
            as_number(r->fields[p->of_feature[i]], &x);
        t->x[n * t->n_features + i] = x;
    }
}

/* NULL, or the first name of a list that is no column. */
static const char *missing(struct arena *a, const struct file *f, const char *list) {
    for (const char *at = list; at && *at; at += strcspn(at, ","), at += *at == ',') {
        const char *name = arena_strndup(a, at, strcspn(at, ","));
        if (column(f, name) == SIZE_MAX)
            return name;
    }
    return NULL;
}

static bool has_columns(struct arena *a, const struct file *f, const struct table_columns *c,
                        const char **error) {
    const char *const wanted[] = {c->time,  c->residual, c->group,
                                  c->curve, c->hardware, c->without};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const char *name = missing(a, f, wanted[i]);
        if (name) {
            *error = arena_printf(a, "%s: no column '%s'", f->path, name);
            return false;
        }
    }
    return true;
}

bool table_read(struct arena *a, char *const *paths, size_t n, const struct table_columns *c,
                struct fit_table *t, const char **error) {
    struct file all = {.arena = a};
    for (size_t i = 0; i < n; i++) {
        struct file f = {.arena = a};
        if (!read_file(&f, paths[i], error) || !has_columns(a, &f, c, error))
            return false;
        if (i == 0)
            all = f;
        else
            join(&all, &f);
    }
    struct plan p = plan_of(a, &all, c, t);
    t->x = NEW_ARRAY(a, double, all.rows.n * t->n_features);
    t->y = NEW_ARRAY(a, double, all.rows.n);
    t->group = NEW_ARRAY(a, const char *, all.rows.n);
    t->curve = NEW_ARRAY(a, const char *, all.rows.n);
    for (size_t i = 0; i < all.rows.n; i++)
        add_row(a, &all.rows.at[i], &p, t);
    return true;
}

struct fit_table table_part(struct arena *a, const struct fit_table *t, const bool *rows,
                            bool take) {
    struct fit_table p = *t;
    size_t bytes = t->n_features * sizeof *t->x;
    p.x = NEW_ARRAY(a, double, t->n_rows * t->n_features);
    p.y = NEW_ARRAY(a, double, t->n_rows);
    p.group = NEW_ARRAY(a, const char *, t->n_rows);
    p.curve = NEW_ARRAY(a, const char *, t->n_rows);
    p.n_rows = 0;
    for (size_t i = 0; i < t->n_rows; i++) {
        if (rows[i] != take)
            continue;
        memcpy(&p.x[p.n_rows * t->n_features], &t->x[i * t->n_features], bytes);
        p.y[p.n_rows] = t->y[i];
        p.group[p.n_rows] = t->group[i];
        p.curve[p.n_rows++] = t->curve[i];
    }
    return p;
}
