#include "bench/runner.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/die.h"
#include "base/vec.h"
#include "driver/budget.h"

/* Points of one compilation that a child predicts: enough to share its cost, few enough to keep all
 * children busy. */
enum { UNIT_POINTS = 16 };

/* On the clock, after which a point hangs. */
enum { MOST_SECONDS = 600 };

/* Positions in `order`, all of the same compilation. */
struct unit {
    size_t first, end;
    pid_t child; /* 0: not running */
    bool done;
};

struct runner {
    const struct run_request *request;
    struct outcome *outcomes;
    const struct point **order; /* by compilation */
    struct {
        struct unit *at;
        size_t n, cap;
    } units;
};

static struct outcome *outcome_of(struct runner *r, const struct point *p) {
    return &r->outcomes[p - r->request->points->at];
}

static void fail(struct outcome *o, const char *reason) {
    snprintf(o->reason, sizeof o->reason, "%s", reason);
    o->state = OUTCOME_FAILED;
}

/* The processor time of one point. What passes on the clock does not count: a busy machine must not
 * fail points. */
static void allow(const struct runner *r) {
    budget_allow(&r->request->budget, 1);
    alarm(MOST_SECONDS);
}

/* Adds one launch of the point. Counters are of the first one. */
static const char *predict_launch(struct arena *a, struct runner *r, const struct module *m,
                                  const struct point *p, size_t i, struct outcome *o) {
    const struct point_launch *l = &p->launches[i];
    struct predict_request request = {.launch = &l->launch,
                                      .gpu = p->gpu,
                                      .model = r->request->model,
                                      .seconds = predict_seconds(&r->request->budget)};
    const char *reason = NULL;
    struct model_input in;
    if (!predict_find(m, l->launch.kernel, &request))
        return arena_printf(a, "no kernel '%s' in %s", l->launch.kernel, p->source.path);
    if ((reason = predict_check(a, &request)))
        return reason;
    allow(r);
    if (!predict_input(a, &request, &in, &reason))
        return reason;
    const struct estimate *e = request.model->run(a, &in);
    if (e->time_ms * l->count > o->time_ms)
        o->bound = e->bound;
    o->time_ms += e->time_ms * l->count;
    o->low_ms += e->low_ms * l->count;
    o->high_ms += e->high_ms * l->count;
    o->hurried = o->hurried || e->hurried;
    if (i == 0)
        counters_of(a, p->gpu, e, in.registers.per_item, o->counters);
    return NULL;
}

static const char *predict_point(struct arena *a, struct runner *r, struct predictor *loaded,
                                 const struct point *p, struct outcome *o) {
    const char *reason = NULL;
    allow(r);
    const struct module *m = predict_load(loaded, &p->source, &reason);
    for (size_t i = 0; m && i < p->n_launches && !reason; i++)
        reason = predict_launch(a, r, m, p, i, o);
    return reason;
}

/* What a child does: its unit's points that are still open. */
static void work(struct runner *r, const struct unit *u) {
    struct arena kept = {0};
    struct predictor loaded = {.arena = &kept};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    an_init();
    for (size_t i = u->first; i < u->end; i++) {
        struct outcome *o = outcome_of(r, r->order[i]);
        struct arena scratch = {0};
        if (o->state != OUTCOME_OPEN)
            continue;
        o->state = OUTCOME_RUNNING;
        const char *reason = predict_point(&scratch, r, &loaded, r->order[i], o);
        if (reason)
            fail(o, reason);
        else
            o->state = OUTCOME_DONE;
        arena_free(&scratch);
    }
    arena_free(&kept);
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
        vec_push(a, &r->units, (struct unit){.first = first, .end = end});
    }
}

static void start(struct runner *r, struct unit *u) {
    fflush(NULL);
    u->child = fork();
    if (u->child < 0)
        die("cannot start a process: %s", strerror(errno));
    if (u->child)
        return;
    work(r, u);
    fflush(NULL);
    _exit(0);
}

static const char *describe(int status) {
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return signal == SIGXCPU || signal == SIGALRM ? "takes more time than its budget"
           : signal                               ? strsignal(signal)
                                                  : "the process ended early";
}

/* A child that ended before its work was done failed at one point; the rest is started again. If it
 * had begun none, none can be. */
static void end(struct runner *r, struct unit *u, int status) {
    struct outcome *failed = NULL;
    u->child = 0;
    u->done = true;
    for (size_t i = u->first; i < u->end; i++) {
        struct outcome *o = outcome_of(r, r->order[i]);
        if (o->state == OUTCOME_RUNNING)
            fail(failed = o, describe(status));
        if (o->state == OUTCOME_OPEN && failed)
            u->done = false;
        else if (o->state == OUTCOME_OPEN)
            fail(o, describe(status));
    }
}

static void report(struct runner *r) {
    size_t done = 0, n = r->request->points->n;
    for (size_t i = 0; i < n; i++)
        done += r->outcomes[i].state >= OUTCOME_DONE;
    fprintf(stderr, "\r%zu of %zu points%s", done, n, done == n ? "\n" : "");
}

static void wait_for_one(struct runner *r) {
    int status;
    pid_t child = wait(&status);
    if (child < 0)
        die("lost a child process: %s", strerror(errno));
    for (size_t i = 0; i < r->units.n; i++)
        if (r->units.at[i].child == child)
            end(r, &r->units.at[i], status);
    if (r->request->progress)
        report(r);
}

static struct unit *next_unit(struct runner *r) {
    for (size_t i = 0; i < r->units.n; i++)
        if (!r->units.at[i].done && !r->units.at[i].child)
            return &r->units.at[i];
    return NULL;
}

const struct outcome *run_points(struct arena *a, const struct run_request *request) {
    struct runner r = {.request = request};
    size_t bytes = (request->points->n + 1) * sizeof *r.outcomes;
    int running = 0;
    r.outcomes = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (r.outcomes == MAP_FAILED)
        die("no memory for %zu points: %s", request->points->n, strerror(errno));
    make_units(a, &r);
    for (struct unit *next; (next = next_unit(&r)) || running;) {
        if (next && running < request->jobs) {
            start(&r, next);
            running++;
        } else {
            wait_for_one(&r);
            running--;
        }
    }
    return r.outcomes;
}
