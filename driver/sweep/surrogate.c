/* Rounds: simulate some, learn from all that are simulated, predict all, and simulate those next
 * that seem fastest and those about which two learners disagree most. What is predicted to be among
 * the fastest is simulated before it is said to be. */
#include "driver/sweep/surrogate.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/load/load.h"
#include "base/descriptor.h"
#include "base/die.h"
#include "base/problems.h"
#include "base/process/spawn.h"
#include "base/process/worker_pool.h"
#include "driver/process/limits.h"
#include "driver/sweep/predict_point.h"
#include "source/compiler/toolchain.h"

/* Configurations that one process predicts at a time, and simulates at a time. */
enum { CHUNK = 16384, UNIT = 32 };

/* Of the configurations simulated at first, the part that each round adds of those that seem
 * fastest, and of those that are unsure, which are looked for among so many. */
enum { ROUNDS = 4, PART = 20, LOOKED_AT = 10000 };

static const char *const learners[] = {"boosted-trees", "random-forest"};

enum { LEARNERS = 2 };

enum progress { OPEN, CHOSEN, SIMULATED, FAILED };

struct surrogate {
    struct arena *arena;
    const struct sweep_request *request;
    const struct sweep_space *space;
    struct surrogate_features features;
    const char *program;
    size_t *points; /* numbers in the space of the configurations */
    size_t n;
    struct sweep_outcome *outcomes; /* by configuration: simulated, or predicted */
    enum progress *state;           /* by configuration */
    const char **reason;            /* of those that failed */
    const struct fit_model *models[LEARNERS];
    const size_t *columns[LEARNERS]; /* by feature of the model: number of ours */
    size_t best;                     /* the learner that is followed */
    double low, high;
    double error; /* in cross-validation, of the configurations taken by chance */
    /* What a child works on. */
    size_t *chosen;
    size_t n_chosen;
    struct sweep_predictor predictor;
};

/* --- simulation ------------------------------------------------------------- */

static void begin(void *context) {
    const struct surrogate *s = context;
    load_init();
    budget_limit_memory(&s->request->budget);
}

static void simulate_item(void *context, size_t i, struct work_item *item) {
    struct surrogate *s = context;
    struct arena scratch = {0};
    size_t at = s->chosen[i];
    struct sweep_outcome outcome = {0};
    budget_allow(&s->request->budget, 1);
    alarm(SWEEP_MOST_SECONDS);
    const char *reason = sweep_predict(&scratch, &s->predictor,
                                       &(struct sweep_point){s->space, s->points[at]}, &outcome);
    if (reason)
        work_fail(item, reason);
    else
        s->outcomes[at] = outcome;
    arena_free(&scratch);
}

static int by_number(const void *x, const void *y) {
    size_t a = *(const size_t *)x, b = *(const size_t *)y;
    return (a > b) - (a < b);
}

static int run_chunks(struct surrogate *s, size_t n, size_t unit,
                      void (*run)(void *, size_t, struct work_item *), struct work_item *items) {
    struct arena scratch = {0};
    VEC(struct work_unit) units = {0};
    for (size_t first = 0; first < n; first += unit)
        vec_push(&scratch, &units, (struct work_unit){first, first + unit < n ? first + unit : n});
    int signal = workers_run(&(struct workers){.units = units.at,
                                               .n_units = units.n,
                                               .jobs = s->request->jobs,
                                               .begin = begin,
                                               .run = run,
                                               .context = s},
                             items);
    arena_free(&scratch);
    return signal;
}

/* What ended without a result because somebody interrupted it stays open. */
static void note_end(struct surrogate *s, size_t at, const struct work_item *item) {
    s->state[at] = item->state == WORK_DONE     ? SIMULATED
                   : item->state == WORK_FAILED ? FAILED
                                                : OPEN;
    if (item->state == WORK_FAILED)
        s->reason[at] = arena_strdup(s->arena, item->reason);
}

/* Those chosen; neighbours share compilations and traces, so they go in the order of the space. */
static int simulate(struct surrogate *s) {
    if (!s->n_chosen)
        return 0;
    qsort(s->chosen, s->n_chosen, sizeof *s->chosen, by_number);
    struct work_item *items = workers_memory(s->n_chosen * sizeof *items);
    int signal = run_chunks(s, s->n_chosen, UNIT, simulate_item, items);
    for (size_t i = 0; i < s->n_chosen; i++)
        note_end(s, s->chosen[i], &items[i]);
    workers_release(items, s->n_chosen * sizeof *items);
    s->n_chosen = 0;
    return signal;
}

/* --- learning --------------------------------------------------------------- */

static void put_row(struct surrogate *s, FILE *out, size_t at, double *x) {
    struct arena scratch = {0};
    struct sweep_point p = {s->space, s->points[at]};
    surrogate_describe(&scratch, &p, x);
    for (size_t i = 0; i < s->features.n; i++) {
        const char *text = i < s->space->axes.n ? sweep_value(&p, i)->text : NULL;
        fputs(text ? "\"" : "", out);
        for (const char *c = text; c && *c; c++)
            fputs(*c == '"' ? "\"\"" : *c == '\n' ? " " : (char[]){*c, 0}, out);
        if (text)
            fputs("\",", out);
        else
            fprintf(out, "%.9g,", isfinite(x[i]) ? x[i] : 0);
    }
    fprintf(out, "%.9g\n", s->outcomes[at].time_ms);
    arena_free(&scratch);
}

static bool is_simulated(const struct surrogate *s, size_t at) {
    return s->state[at] == SIMULATED;
}

static bool write_table(struct surrogate *s, int file) {
    FILE *out = fdopen(dup(file), "w");
    double *x = NEW_ARRAY(s->arena, double, s->features.n);
    for (size_t i = 0; out && i < s->features.n; i++)
        fprintf(out, "%s,", s->features.names[i]);
    fputs("time_ms\n", out);
    for (size_t i = 0; i < s->n; i++)
        if (is_simulated(s, i))
            put_row(s, out, i, x);
    return fclose(out) == 0;
}

/* NULL, or what is wrong. */
static const char *find_columns(struct surrogate *s, size_t which) {
    const struct fit_model *m = s->models[which];
    size_t *columns = NEW_ARRAY(s->arena, size_t, m->n_features);
    for (size_t i = 0; i < m->n_features; i++) {
        while (columns[i] < s->features.n &&
               strcmp(s->features.names[columns[i]], m->features[i].name) != 0)
            columns[i]++;
        if (columns[i] == s->features.n)
            return "clperf-fit is of another version";
    }
    s->columns[which] = columns;
    return NULL;
}

static const char *learn(struct surrogate *s, size_t which, bool first) {
    int table = spawn_capture("table.csv"), model = spawn_capture("model.json");
    const char *error = NULL;
    if (table < 0 || model < 0 || !write_table(s, table))
        return "no memory for what is learned from";
    struct words argv = {0};
    words_add(s->arena, &argv, "clperf-fit");
    words_add(s->arena, &argv, first ? "--quiet" : "--unchecked");
    words_add(s->arena, &argv, "--residual");
    words_add(s->arena, &argv, "launch.scale_ms");
    words_add(s->arena, &argv, "--model");
    words_add(s->arena, &argv, learners[which]);
    words_add(s->arena, &argv, "--output");
    words_add(s->arena, &argv, spawn_shared_path(s->arena, model));
    words_add(s->arena, &argv, spawn_shared_path(s->arena, table));
    words_add(s->arena, &argv, NULL);
    int status = spawn_run(&(struct spawn_request){
        .path = s->program, .argv = (char **)(uintptr_t)argv.at, .in = -1, .out = -1, .err = -1});
    if (status != 0)
        error = "clperf-fit failed";
    else
        s->models[which] = fit_model_read(s->arena, spawn_shared_path(s->arena, model), &error);
    if (!error)
        error = find_columns(s, which);
    close(table);
    close(model);
    return error;
}

/* --- prediction ------------------------------------------------------------- */

/* The number that the model has for a text, or one that it has for none. */
static double text_number(const struct fit_model *m, size_t feature, const char *text) {
    const struct fit_feature *f = &m->features[feature];
    for (size_t i = 0; i < f->n_texts; i++)
        if (strcmp(f->texts[i], text) == 0)
            return (double)i;
    return -1;
}

/* Of the configuration's description x; columns that were the same in all samples are none of the
 * model's. */
static double model_ms(const struct surrogate *s, size_t which, const struct sweep_point *p,
                       const double *x, double *told) {
    const struct fit_model *m = s->models[which];
    for (size_t i = 0; i < m->n_features; i++) {
        size_t column = s->columns[which][i];
        const char *text = column < s->space->axes.n ? sweep_value(p, column)->text : NULL;
        told[i] = text ? text_number(m, i, text) : x[column];
    }
    return exp(fit_model_value(m, told)) * x[s->features.n - 1];
}

/* A chunk of all configurations, by the learner that is followed. */
static void predict_chunk(void *context, size_t chunk, struct work_item *item) {
    struct surrogate *s = context;
    struct arena scratch = {0};
    double *x = NEW_ARRAY(&scratch, double, s->features.n);
    double *told = NEW_ARRAY(&scratch, double, s->features.n);
    const struct arena_mark mark = arena_mark(&scratch);
    (void)item;
    for (size_t i = chunk * CHUNK; i < s->n && i < (chunk + 1) * CHUNK; i++) {
        struct sweep_point p = {s->space, s->points[i]};
        if (s->state[i] != OPEN)
            continue;
        surrogate_describe(&scratch, &p, x);
        double ms = model_ms(s, s->best, &p, x, told);
        s->outcomes[i] = (struct sweep_outcome){ms, ms * s->low, ms * s->high, BOUND_LATENCY, true};
        arena_rewind(&scratch, &mark);
    }
    arena_free(&scratch);
}

static int predict_all(struct surrogate *s) {
    size_t chunks = (s->n + CHUNK - 1) / CHUNK;
    struct work_item *items = workers_memory(chunks * sizeof *items);
    int signal = run_chunks(s, chunks, 1, predict_chunk, items);
    workers_release(items, chunks * sizeof *items);
    return signal;
}

/* --- choice ----------------------------------------------------------------- */

static size_t random_below(uint64_t *state, size_t n) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)((*state >> 33) % n);
}

static bool is_open(const struct surrogate *s, size_t at) {
    return s->state[at] == OPEN;
}

/* A configuration is chosen once. */
static void choose(struct surrogate *s, size_t at) {
    if (!is_open(s, at))
        return;
    s->state[at] = CHOSEN;
    s->chosen[s->n_chosen++] = at;
}

static void choose_by_chance(struct surrogate *s, size_t n, uint64_t *random) {
    while (s->n_chosen < n)
        choose(s, random_below(random, s->n));
}

struct candidate {
    size_t at;
    double worth; /* the least comes first */
};

static int by_worth(const void *x, const void *y) {
    const struct candidate *a = x, *b = y;
    return a->worth == b->worth ? (a->at > b->at) - (a->at < b->at) : a->worth > b->worth ? 1 : -1;
}

static void choose_best(struct surrogate *s, struct candidate *c, size_t n, size_t most) {
    qsort(c, n, sizeof *c, by_worth);
    for (size_t i = 0; i < n && i < most; i++)
        choose(s, c[i].at);
}

/* Those that seem fastest, of all that are; how many of these were not simulated. */
static size_t choose_fastest(struct surrogate *s, size_t most) {
    struct candidate *c = NEW_ARRAY(s->arena, struct candidate, s->n);
    size_t n = 0, before = s->n_chosen;
    for (size_t i = 0; i < s->n; i++)
        if (s->state[i] != FAILED)
            c[n++] = (struct candidate){i, s->outcomes[i].time_ms};
    choose_best(s, c, n, most);
    return s->n_chosen - before;
}

/* Those of some taken by chance about which the learners disagree most. */
static void choose_unsure(struct surrogate *s, uint64_t *random) {
    struct candidate *c = NEW_ARRAY(s->arena, struct candidate, LOOKED_AT);
    struct arena scratch = {0};
    double *x = NEW_ARRAY(&scratch, double, s->features.n);
    double *told = NEW_ARRAY(&scratch, double, s->features.n);
    size_t n = 0;
    for (size_t i = 0; i < LOOKED_AT; i++) {
        size_t at = random_below(random, s->n);
        struct sweep_point p = {s->space, s->points[at]};
        if (!is_open(s, at))
            continue;
        surrogate_describe(&scratch, &p, x);
        double other = model_ms(s, 1 - s->best, &p, x, told);
        c[n++] = (struct candidate){at, -fabs(log(other / s->outcomes[at].time_ms))};
    }
    choose_best(s, c, n, s->request->samples / PART);
    arena_free(&scratch);
}

/* --- all of it -------------------------------------------------------------- */

static const char *learn_all(struct surrogate *s, bool first) {
    const char *error = NULL;
    for (size_t i = 0; i < LEARNERS && !error; i++)
        error = learn(s, i, first);
    if (error || !first)
        return error;
    const char *wanted = s->request->surrogate;
    for (size_t i = 0; i < LEARNERS; i++)
        if (strcmp(wanted, learners[i]) == 0 ||
            (!*wanted && s->models[i]->error < s->models[s->best]->error))
            s->best = i;
    s->error = s->models[s->best]->error;
    s->low = s->models[s->best]->low;
    s->high = s->models[s->best]->high;
    return NULL;
}

/* Until all that seem to be among the fastest are simulated. */
static const char *explore(struct surrogate *s, int *signal) {
    uint64_t random = 1;
    const char *error = NULL;
    size_t part = s->request->samples / PART;
    size_t wanted = s->request->top > part ? s->request->top : part;
    choose_by_chance(s, s->request->samples, &random);
    *signal = simulate(s);
    for (int round = 0; round < ROUNDS && !*signal && !error; round++) {
        error = learn_all(s, round == 0);
        if (error || (*signal = predict_all(s)))
            break;
        bool any = choose_fastest(s, wanted) > 0;
        if (round + 1 < ROUNDS)
            choose_unsure(s, &random);
        *signal = simulate(s);
        if (!any)
            break;
    }
    return error;
}

/* Rows that nobody reads are not made. */
static void write_rows(struct surrogate *s, struct sweep_rows *rows) {
    struct arena scratch = {0};
    const struct arena_mark mark = arena_mark(&scratch);
    for (size_t i = 0; i < s->n; i++) {
        struct sweep_point p = {s->space, s->points[i]};
        const char *failed = s->state[i] == FAILED ? s->reason[i] : NULL;
        if (!rows->out && !is_simulated(s, i))
            continue;
        const char *head = sweep_row_head(&scratch, &p, i + 1, rows->format);
        const char *rest = sweep_row_rest(&scratch, &s->outcomes[i], failed, rows->format);
        const char *line = arena_printf(&scratch, "%s%s", head, rest);
        if (is_open(s, i))
            sweep_rows_add_unsure(rows, line);
        else
            sweep_rows_add(rows, line);
        arena_rewind(&scratch, &mark);
    }
    arena_free(&scratch);
}

static const char *collect(struct surrogate *s) {
    const char *error = NULL;
    s->points = NEW_ARRAY(s->arena, size_t, s->space->points);
    for (size_t i = 0; i < s->space->points && !error; i++)
        if (sweep_admits(s->arena, &(struct sweep_point){s->space, i}, &error))
            s->points[s->n++] = i;
    if (!error && s->n < 2 * s->request->samples)
        error = arena_printf(s->arena,
                             "%s: --surrogate learns from %zu configurations, and these are %zu; "
                             "--samples has it learn from "
                             "fewer",
                             s->space->path, s->request->samples, s->n);
    return error;
}

static void say(const struct surrogate *s) {
    size_t simulated = 0, failed = 0;
    for (size_t i = 0; i < s->n; i++) {
        simulated += is_simulated(s, i);
        failed += s->state[i] == FAILED;
    }
    fprintf(stderr,
            "clperf: %zu of %zu configurations simulated, %zu of which failed; the others by %s, "
            "mean error in "
            "cross-validation %.2f %%\n",
            simulated + failed, s->n, failed, learners[s->best], 100 * s->error);
}

static int write_result(struct surrogate *s) {
    const struct sweep_request *r = s->request;
    FILE *out = r->output ? descriptor_open(r->output) : r->top ? NULL : stdout;
    if (r->output && !out)
        return problems_fail(
            arena_printf(s->arena, "cannot write '%s': %s", r->output, strerror(errno)));
    struct sweep_rows rows =
        sweep_rows(s->arena, out, r->format, sweep_header(s->arena, s->space, r->format), r->top);
    sweep_rows_begin(&rows);
    write_rows(s, &rows);
    const char *error = sweep_finish(s->arena, &rows, r, true);
    return error ? problems_fail(error) : 0;
}

int surrogate_run(struct arena *a, const struct sweep_request *r) {
    const char *error = NULL;
    struct surrogate *s = NEW(a, struct surrogate);
    int signal = 0;
    s->arena = a;
    s->request = r;
    s->predictor.model = r->model;
    s->program = toolchain_sibling(a, toolchain_self(a), "clperf-fit");
    s->space = sweep_space_read(a, r->space, &r->more, &error);
    if (!s->space || (error = collect(s)))
        return problems_fail(error);
    if (!s->program)
        return problems_fail("--surrogate: clperf-fit is not installed");
    s->features = surrogate_features(a, s->space);
    s->outcomes = workers_memory(s->n * sizeof *s->outcomes);
    s->state = NEW_ARRAY(a, enum progress, s->n);
    s->reason = NEW_ARRAY(a, const char *, s->n);
    s->chosen = NEW_ARRAY(a, size_t, s->n);
    error = explore(s, &signal);
    if (error || signal)
        return error ? problems_fail(error) : 128 + signal;
    say(s);
    return write_result(s);
}
