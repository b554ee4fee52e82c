#include <string.h>

#include "bench/report.h"

static void print_share(FILE *out, size_t part, size_t of) {
    if (of)
        fprintf(out, " %.1f |", 100 * (double)part / (double)of);
    else
        fputs(" - |", out);
}

static void print_pair_score(FILE *out, const struct pair_score *s) {
    fprintf(out, "| %s | %s | %s | %zu |", s->property ? s->property : "**all**",
            s->kernel ? s->kernel : "**all**", s->gpu ? s->gpu : "**all**", s->pairs);
    print_share(out, s->right, s->pairs - s->in_noise);
    fprintf(out, " %zu |", s->in_noise);
    print_share(out, s->silent, s->in_noise);
    fprintf(out, " %.1f | %.1f | %.1f |\n", 100 * s->measured, 100 * s->predicted, 100 * s->error);
}

static void print_head(FILE *out, const char *title) {
    fprintf(out,
            "### %s\n\n| property | kernel | GPU | pairs | sign right %% | in noise | predicted so "
            "%% | gain, measured %% | gain, predicted %% | mean error, points |\n"
            "|---|---|---|---|---|---|---|---|---|---|\n",
            title);
}

void report_pairs(struct arena *a, FILE *out, const struct bench_result *r) {
    struct pair_scores all = pair_scores_of(a, r->points, r->outcomes, r->pairs);
    size_t datasets = 0;
    for (size_t i = 0; i < all.n; i++) {
        const char *dataset = all.at[i].dataset;
        if (i && strcmp(all.at[i - 1].dataset, dataset) == 0)
            continue;
        fputs(datasets++ ? "\n" : "", out);
        print_head(out, dataset);
        for (size_t j = i; j < all.n && strcmp(all.at[j].dataset, dataset) == 0; j++)
            print_pair_score(out, &all.at[j]);
        struct pair_score total = pair_total(&all, dataset);
        print_pair_score(out, &total);
    }
    if (datasets > 1) {
        struct pair_score total = pair_total(&all, NULL);
        fputs("\n", out);
        print_head(out, "all data sets");
        print_pair_score(out, &total);
    }
    fprintf(out, "\n%zu pairs of %zu points", r->pairs->n, r->points->n);
    if (r->pairs->unsampled)
        fprintf(out, ", %zu pairs not sampled", r->pairs->unsampled);
    fputc('\n', out);
}
