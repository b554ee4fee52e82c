#include "bench/report.h"

static void print_medians(struct arena *a, FILE *out, const struct choices *all) {
    double *first = NEW_ARRAY(a, double, all->n), *five = NEW_ARRAY(a, double, all->n);
    double *any = NEW_ARRAY(a, double, all->n), *ranks = NEW_ARRAY(a, double, all->n);
    size_t configurations = 0;
    for (size_t i = 0; i < all->n; i++) {
        const struct choice *c = &all->at[i];
        first[i] = c->first;
        five[i] = c->best_of_five;
        any[i] = c->any;
        ranks[i] = c->spearman;
        configurations += c->configurations;
    }
    double medians[] = {median(first, all->n), median(five, all->n), median(any, all->n),
                        median(ranks, all->n)};
    fprintf(out, "| **median** | | %zu | %.3f | %.3f | %.2f | %.2f |\n", configurations, medians[0],
            medians[1], medians[2], medians[3]);
    fprintf(out, "| **worst** | | | %.3f | %.3f | %.2f | %.2f |\n", first[all->n - 1],
            five[all->n - 1], any[all->n - 1], ranks[0]);
}

void report_choice(struct arena *a, FILE *out, const struct bench_result *r) {
    struct choices all = choices_of(a, &r->groups);
    fputs("| kernel | GPU | configurations | first choice / best | best of five / best | median / "
          "best | rank correlation |\n|---|---|---|---|---|---|---|\n",
          out);
    for (size_t i = 0; i < all.n; i++) {
        const struct choice *c = &all.at[i];
        fprintf(out, "| %s | %s | %zu | %.3f | %.3f | %.2f | %.2f |\n", c->kernel, c->gpu,
                c->configurations, c->first, c->best_of_five, c->any, c->spearman);
    }
    if (all.n > 1)
        print_medians(a, out, &all);
    fprintf(out, "\n%zu spaces of %zu points\n", all.n, r->points->n);
}
