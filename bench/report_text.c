#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "bench/report.h"

static void percent(FILE *out, double x) {
    if (isnan(x))
        fputs(" - |", out);
    else
        fprintf(out, " %.1f |", 100 * x);
}

static void number(FILE *out, double x) {
    if (isnan(x))
        fputs(" - |", out);
    else
        fprintf(out, " %.3f |", x);
}

static void print_score(FILE *out, const struct score *s) {
    fprintf(out, " %zu |", s->points);
    percent(out, s->mape);
    percent(out, s->scaled_mape);
    fprintf(out, " %.2f |", s->scale);
    percent(out, s->median_ape);
    number(out, s->spearman);
    percent(out, s->regret);
    percent(out, s->coverage);
    percent(out, s->half_width);
    fputc('\n', out);
}

static void print_total(struct arena *a, FILE *out, const struct bench_result *r,
                        const char *dataset, const char *gpu) {
    struct group total = group_total(a, &r->groups, dataset, gpu);
    struct score s = score_of(a, &total);
    fprintf(out, "| **all** | %s |", gpu ? gpu : "**all**");
    print_score(out, &s);
}

static void print_head(FILE *out) {
    fputs("| kernel | GPU | points | MAPE % | scaled % | scale | median % | Spearman | regret % | "
          "in interval % | half-width % |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
          out);
}

static void add_once(struct arena *a, struct words *w, const char *word) {
    for (size_t i = 0; i < w->n; i++)
        if (strcmp(w->at[i], word) == 0)
            return;
    words_add(a, w, word);
}

static void print_dataset(struct arena *a, FILE *out, const struct bench_result *r,
                          const char *dataset) {
    struct words gpus = {0};
    fprintf(out, "### %s\n\n", dataset);
    print_head(out);
    for (size_t i = 0; i < r->groups.n; i++) {
        const struct group *g = &r->groups.at[i];
        if (strcmp(g->dataset, dataset) != 0)
            continue;
        struct score s = score_of(a, g);
        fprintf(out, "| %s | %s |", g->kernel, g->gpu);
        print_score(out, &s);
        add_once(a, &gpus, g->gpu);
    }
    for (size_t i = 0; i < gpus.n && gpus.n > 1; i++)
        print_total(a, out, r, dataset, gpus.at[i]);
    print_total(a, out, r, dataset, NULL);
}

static void print_scores(struct arena *a, FILE *out, const struct bench_result *r) {
    struct words datasets = {0};
    for (size_t i = 0; i < r->groups.n; i++)
        add_once(a, &datasets, r->groups.at[i].dataset);
    for (size_t i = 0; i < datasets.n; i++) {
        fputs(i ? "\n" : "", out);
        print_dataset(a, out, r, datasets.at[i]);
    }
    if (datasets.n < 2)
        return;
    fputs("\n### all data sets\n\n", out);
    print_head(out);
    print_total(a, out, r, NULL, NULL);
}

static void print_counters(struct arena *a, FILE *out, const struct bench_result *r) {
    bool headed = false;
    for (size_t i = 0; i < r->groups.n; i++) {
        const struct group *g = &r->groups.at[i];
        struct counter_scores all = counter_scores_of(a, g);
        for (size_t j = 0; j < all.n; j++) {
            const struct counter_score *s = &all.at[j];
            if (!headed)
                fputs("\n| kernel | GPU | counter | points | median error % | predicted / measured "
                      "|\n|---|---|---|---|---|---|\n",
                      out);
            headed = true;
            fprintf(out, "| %s | %s | %s |", g->kernel, g->gpu, s->name);
            if (s->points)
                fprintf(out, " %zu | %.1f | %.3f |\n", s->points, 100 * s->median_error,
                        s->median_ratio);
            else
                fprintf(out, " 0 | %s | - |\n", s->error);
        }
    }
}

static void print_tallies(FILE *out, const char *title, const struct tallies *t) {
    size_t rows = 0;
    for (size_t i = 0; i < t->n; i++)
        rows += t->at[i].rows;
    if (rows)
        fprintf(out, "\n%zu %s:\n\n", rows, title);
    for (size_t i = 0; i < t->n; i++)
        fprintf(out, "- %s (%zu)\n", t->at[i].text, t->at[i].rows);
}

static void print_failed(struct arena *a, FILE *out, const struct bench_result *r) {
    struct tallies failed = {0};
    for (size_t i = 0; i < r->points->n; i++) {
        const struct point *p = &r->points->at[i];
        if (r->outcomes[i].item.state == WORK_FAILED)
            tally_add(a, &failed,
                      arena_printf(a, "%s on %s, line %zu: %s", p->row->column[COLUMN_KERNEL],
                                   p->row->column[COLUMN_GPU], p->row->line,
                                   r->outcomes[i].item.reason),
                      p->rows.n);
    }
    print_tallies(out, "rows failed", &failed);
}

void report_text(struct arena *a, FILE *out, const struct bench_result *r) {
    const struct points *p = r->points;
    size_t deadline_reached = 0;
    for (size_t i = 0; i < p->n; i++)
        deadline_reached +=
            r->outcomes[i].item.state == WORK_DONE && r->outcomes[i].deadline_reached;
    if (r->groups.n)
        print_scores(a, out, r);
    print_counters(a, out, r);
    fprintf(out, "\n%zu rows, %zu points", p->rows, p->n);
    if (p->points_unsampled)
        fprintf(out, ", %zu points not sampled", p->points_unsampled);
    if (p->rows_short)
        fprintf(out, ", %zu rows too short to tell", p->rows_short);
    if (deadline_reached)
        fprintf(out, ", %zu points scaled up from a part", deadline_reached);
    fputc('\n', out);
    print_tallies(out, "rows without a recipe", &p->no_recipe);
    print_tallies(out, "rows of GPUs that are not known", &p->no_gpu);
    print_tallies(out, "rows left out by their recipe", &p->skipped);
    print_tallies(out, "rows that do not fit their recipe", &p->failed);
    print_failed(a, out, r);
}
