#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "bench/report.h"
#include "diag/report/scatter_plot.h"

/* The data set's name may hold anything. */
static const char *file_name(struct arena *a, const char *dir, const char *dataset) {
    char *name = arena_strdup(a, dataset);
    for (char *c = name; *c; c++)
        if (*c == '/' || (*c == '.' && c == name))
            *c = '_';
    return arena_printf(a, "%s/%s.svg", dir, name);
}

static bool write_plot(struct arena *a, const char *dir, const struct bench_result *r,
                       const char *dataset, const char **error) {
    VEC(struct scatter_point) points = {0};
    for (size_t i = 0; i < r->groups.n; i++) {
        const struct group *g = &r->groups.at[i];
        for (size_t j = 0; strcmp(g->dataset, dataset) == 0 && j < g->samples.n; j++)
            vec_push(a, &points,
                     (struct scatter_point){.kernel = g->kernel,
                                            .measured_ms = g->samples.at[j].point->measured_ms,
                                            .predicted_ms = g->samples.at[j].outcome->time_ms});
    }
    return scatter_plot(a, file_name(a, dir, dataset), dataset, points.at, points.n, error);
}

bool report_svg(struct arena *a, const char *dir, const struct bench_result *r,
                const char **error) {
    struct words done = {0};
    for (size_t i = 0; i < r->groups.n; i++) {
        const char *dataset = r->groups.at[i].dataset;
        size_t j = 0;
        while (j < done.n && strcmp(done.at[j], dataset) != 0)
            j++;
        if (j < done.n)
            continue;
        words_add(a, &done, dataset);
        if (!write_plot(a, dir, r, dataset, error))
            return false;
    }
    return true;
}
