/* Points: what is predicted and compared. Rows that differ in nothing that a prediction follows are
 * repeats, and one point with the median of their times. */
#ifndef BENCH_POINTS_H
#define BENCH_POINTS_H

#include "bench/recipe.h"
#include "bench/table.h"
#include "driver/analyze/predict/predict.h"

struct point_launch {
    struct launch launch;
    double count; /* times that it happens */
};

struct point {
    const struct recipe *recipe;
    const struct row *row; /* the first */
    struct {
        const struct row **at;
        size_t n, cap;
    } rows;
    const struct gpu *gpu; /* at the row's clocks */
    struct predict_source source;
    const char *source_key;        /* the same where the compilation is */
    struct point_launch *launches; /* whose sum was measured, one at least */
    size_t n_launches;
    double measured_ms; /* median */
};

/* Rows that are no points, by what they have in common. */
struct tally {
    const char *text;
    size_t rows;
};

struct tallies {
    struct tally *at;
    size_t n, cap;
};

struct points {
    struct point *at;
    size_t n, cap;
    size_t rows, rows_short, points_unsampled;
    struct tallies no_recipe, no_gpu, skipped, failed;
};

struct points_request {
    struct table table;
    const struct recipes *recipes;
    const char *gpu;    /* NULL: all; as the table or the hardware database has it */
    const char *kernel; /* NULL: all; a shell pattern */
    size_t limit;       /* 0: all */
};

/* False, with one line in *error, if a GPU or a kernel is asked for that nothing has. */
bool points_of(struct arena *a, const struct points_request *r, struct points *out,
               const char **error);

void tally_add(struct arena *a, struct tallies *t, const char *text, size_t rows);
/* Sorts them. */
double median(double *values, size_t n);
/* The named value of the point's rows, their median; false if none has it. */
bool point_measured(struct arena *a, const struct point *p, const char *name, double *out);
/* Names that formulas of the point's recipe may use. */
bool point_find(const void *point, const char *name, struct formula_value *out);

#endif
