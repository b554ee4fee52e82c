#include "bench/speed.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/vec.h"

/* Under callgrind all but predictions runs many times as fast. */
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#endif

struct speed {
    struct arena *arena;
    const struct speed_request *request;
    struct predictor loaded;
    struct speed_samples *out;
};

static double cpu_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* Of an average warp, repeats of sampled loops counted. */
static double operations(const struct trace *t) {
    return an_trace_work(t) / (double)t->n_warps;
}

/* What is predicted without skipping; 0 if the trace would be too long for that. */
static double exact_ms(struct study asked) {
    struct arena scratch = {0};
    const char *reason;
    asked.exact = true;
    const struct estimate *e = predict(&scratch, &asked, &reason);
    double ms = e && !e->deadline_reached ? e->time_ms : 0;
    arena_free(&scratch);
    return ms;
}

static bool predict_once(struct speed *s, const struct study *asked, struct speed_sample *sample) {
    struct arena scratch = {0};
    const char *reason;
    double started = cpu_ms();
    CALLGRIND_START_INSTRUMENTATION;
    const struct estimate *e =
        predict_check(&scratch, asked) ? NULL : predict(&scratch, asked, &reason);
    CALLGRIND_STOP_INSTRUMENTATION;
    sample->ms = cpu_ms() - started;
    if (e) {
        sample->time_ms = e->time_ms;
        sample->ops_per_warp = e->trace ? operations(e->trace) : 0;
    }
    arena_free(&scratch);
    if (e && s->request->exact)
        sample->exact_ms = exact_ms(*asked);
    return e;
}

static void measure(struct speed *s, const struct predict_source *source,
                    const struct launch *launch, const struct gpu *gpu, const char *what) {
    struct study asked = {.launch = launch, .gpu = gpu, .model = s->request->model};
    struct speed_sample sample = {.what = what};
    const char *reason;
    const struct module *m = predict_load(&s->loaded, source, &reason);
    if (m && predict_find(m, launch->kernel, &asked) && predict_once(s, &asked, &sample))
        vec_push(s->arena, s->out, sample);
    else
        s->out->failed++;
}

static int compare_sources(const void *x, const void *y) {
    const struct point *a = *(const struct point *const *)x, *b = *(const struct point *const *)y;
    int by_key = strcmp(a->source_key, b->source_key);
    return by_key ? by_key : (a > b) - (a < b);
}

void speed_of_points(struct arena *a, const struct speed_request *r, const struct points *points,
                     struct speed_samples *out) {
    struct speed s = {.arena = a, .request = r, .out = out};
    const struct point **order = NEW_ARRAY(a, const struct point *, points->n);
    for (size_t i = 0; i < points->n; i++)
        order[i] = &points->at[i];
    qsort(order, points->n, sizeof *order, compare_sources);
    for (size_t i = 0; i < points->n; i++)
        for (size_t l = 0; l < order[i]->n_launches; l++)
            measure(&s, &order[i]->source, &order[i]->launches[l].launch, order[i]->gpu,
                    arena_printf(a, "%s, line %zu", order[i]->row->column[COLUMN_KERNEL],
                                 order[i]->row->line));
    predictor_free(&s.loaded);
}

void speed_of_space(struct arena *a, const struct speed_request *r, const struct sweep_space *space,
                    struct speed_samples *out) {
    struct speed s = {.arena = a, .request = r, .out = out};
    VEC(size_t) all = {0};
    const char *error;
    for (size_t i = 0; i < space->points; i++)
        if (sweep_admits(a, &(struct sweep_point){space, i}, &error))
            vec_push(a, &all, i);
    size_t n = r->limit && r->limit < all.n ? r->limit : all.n;
    for (size_t i = 0; i < n; i++) {
        size_t number = all.at[i * all.n / n];
        struct sweep_config c;
        if (sweep_config(a, &(struct sweep_point){space, number}, &c, &error))
            measure(&s, &c.source, &c.launch, c.gpu,
                    arena_printf(a, "%s on %s, combination %zu", c.launch.kernel, c.gpu->name,
                                 number + 1));
        else
            out->failed++;
    }
    predictor_free(&s.loaded);
}
