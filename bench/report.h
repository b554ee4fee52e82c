/* What a run prints and writes. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stdio.h>

#include "bench/pairs.h"
#include "bench/score.h"

struct bench_result {
    const struct points *points;
    const struct outcome *outcomes;
    struct groups groups;
    const struct point_pairs *pairs; /* NULL: nobody asked */
};

/* Markdown: scores per kernel and GPU, totals, counters, rows left out, points that failed. */
void report_text(struct arena *a, FILE *out, const struct bench_result *r);
/* Markdown: what properties gain, measured and predicted. */
void report_pairs(struct arena *a, FILE *out, const struct bench_result *r);
/* Markdown: what who tunes with predictions gets, by tuning space. */
void report_choice(struct arena *a, FILE *out, const struct bench_result *r);
/* One object per point. False, with one line in *error, if the file cannot be written. */
bool report_json(struct arena *a, const char *path, const struct bench_result *r,
                 const char **error);
/* The points as CSV for clperf fit: what the model says of each point beside the measured time. */
bool report_features(struct arena *a, const char *path, const struct bench_result *r,
                     const char **error);
/* DIR/DATASET.svg: predicted over measured times, one colour per kernel. */
bool report_svg(struct arena *a, const char *dir, const struct bench_result *r, const char **error);

#endif
