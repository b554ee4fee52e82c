#include "bench/runner.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/load/load.h"
#include "base/vec.h"
#include "bench/built_code.h"
#include "codegen/backend/built.h"
#include "codegen/backend/registers.h"
#include "driver/process/limits.h"

/* Points of one compilation that a child predicts: enough to share its cost, few enough to keep all
 * children busy. */
enum { UNIT_POINTS = 16 };

/* On the clock, after which a point hangs. */
enum { MOST_SECONDS = 600 };

/* Of processor time for a back end that is also that of the compilers of measured kernels. */
enum { MOST_BACK_END_SECONDS = 40 };

struct runner {
    const struct run_request *request;
    struct outcome *outcomes;
    const struct point **order; /* by compilation */
    struct {
        struct work_unit *at;
        size_t n, cap;
    } units;
    struct predictor loaded;   /* of a child */
    struct built_source built; /* of a child */
};

static struct outcome *outcome_of(struct runner *r, const struct point *p) {
    return &r->outcomes[p - r->request->points->at];
}

/* The processor time of one point. What passes on the clock does not count: a busy machine must not
 * fail points. */
static void allow(const struct runner *r) {
    budget_allow(&r->request->budget, 1);
    alarm(MOST_SECONDS);
}

/* The code of a kernel of the point, and whether it is priced. */
static struct code_answer find_code(struct runner *r, const struct point *p,
                                    const struct kernel *machine) {
    enum code_use use = r->request->code;
    const struct code *built =
        use == CODE_BUILT
            ? built_source_code(&r->built, &p->source, p->source_key, machine->symbol, p->gpu)
            : NULL;
    if (built)
        return (struct code_answer){
            .registers = code_register_use(built), .code = built, .prices = true};
    const struct code_query query = {
        .machine = machine, .gpu = p->gpu, .instructions = use == CODE_ALL};
    struct code_answer answer = predict_code(&r->loaded, &query, MOST_BACK_END_SECONDS);
    answer.prices |= use == CODE_ALL && answer.code;
    return answer;
}

/* Adds one launch of the point. Counters are of the first one. */
static const char *predict_launch(struct arena *a, struct runner *r, const struct module *m,
                                  const struct point *p, size_t i, struct outcome *o) {
    const struct point_launch *l = &p->launches[i];
    struct study asked = {.launch = &l->launch,
                          .gpu = p->gpu,
                          .model = r->request->model,
                          .seconds = predict_seconds(&r->request->budget)};
    const char *reason = NULL;
    if (!predict_find(m, l->launch.kernel, &asked))
        return arena_printf(a, "no kernel '%s' in %s", l->launch.kernel, p->source.path);
    if ((reason = predict_check(a, &asked)))
        return reason;
    allow(r);
    struct code_answer code;
    if (registers_are_of_drivers(p->gpu) || r->request->code != CODE_BUNDLED) {
        code = find_code(r, p, asked.machine);
        asked.counted = &code.registers;
        asked.code = code.prices ? code.code : NULL;
    }
    const struct study *study = predict_begin(a, &asked, &reason);
    const struct estimate *e = study ? predict_estimate(study, &reason) : NULL;
    if (!e)
        return reason;
    if (e->time_ms * l->count > o->time_ms)
        o->bound = e->bound;
    o->time_ms += e->time_ms * l->count;
    o->low_ms += e->low_ms * l->count;
    o->high_ms += e->high_ms * l->count;
    o->deadline_reached = o->deadline_reached || e->deadline_reached;
    if (i == 0) {
        counters_of(a, study, e, o->counters);
        features_of(e, p->gpu, o->features);
    }
    return NULL;
}

static const char *predict_point(struct arena *a, struct runner *r, const struct point *p,
                                 struct outcome *o) {
    const char *reason = NULL;
    allow(r);
    const struct module *m = predict_load(&r->loaded, &p->source, &reason);
    for (size_t i = 0; m && i < p->n_launches && !reason; i++)
        reason = predict_launch(a, r, m, p, i, o);
    return reason;
}

static void begin(void *context) {
    const struct runner *r = context;
    load_init();
    budget_limit_memory(&r->request->budget);
}

static void run_item(void *context, size_t i, struct work_item *item) {
    struct runner *r = context;
    struct arena scratch = {0};
    const char *reason = predict_point(&scratch, r, r->order[i], outcome_of(r, r->order[i]));
    if (reason)
        work_fail(item, reason);
    arena_free(&scratch);
}

static int compare_sources(const void *x, const void *y) {
    const struct point *a = *(const struct point *const *)x, *b = *(const struct point *const *)y;
    int by_key = strcmp(a->source_key, b->source_key);
    return by_key ? by_key : (a > b) - (a < b);
}

static void make_units(struct arena *a, struct runner *r) {
    size_t n = r->request->points->n;
    r->order = NEW_ARRAY(a, const struct point *, n);
    for (size_t i = 0; i < n; i++)
        r->order[i] = &r->request->points->at[i];
    qsort(r->order, n, sizeof *r->order, compare_sources);
    for (size_t first = 0, end; first < n; first = end) {
        const char *key = r->order[first]->source_key;
        for (end = first + 1; end < n && end - first < UNIT_POINTS; end++)
            if (strcmp(r->order[end]->source_key, key) != 0)
                break;
        vec_push(a, &r->units, (struct work_unit){.first = first, .end = end});
    }
}

static void report(void *context, const struct work_item *items) {
    struct runner *r = context;
    size_t done = 0, n = r->request->points->n;
    for (size_t i = 0; i < n; i++)
        done += items[i].state >= WORK_DONE;
    fprintf(stderr, "\r%zu of %zu points%s", done, n, done == n ? "\n" : "");
}

const struct outcome *run_points(struct arena *a, const struct run_request *request) {
    struct runner r = {.request = request};
    size_t n = request->points->n;
    struct work_item *items = workers_memory(n * sizeof *items);
    r.outcomes = workers_memory(n * sizeof *r.outcomes);
    make_units(a, &r);
    int signal = workers_run(&(struct workers){.units = r.units.at,
                                               .n_units = r.units.n,
                                               .jobs = request->jobs,
                                               .begin = begin,
                                               .run = run_item,
                                               .tick = request->progress ? report : NULL,
                                               .context = &r},
                             items);
    if (signal)
        exit(128 + signal);
    for (size_t i = 0; i < n; i++)
        outcome_of(&r, r.order[i])->item = items[i];
    workers_release(items, n * sizeof *items);
    return r.outcomes;
}
