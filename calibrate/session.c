#include "calibrate/session.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "calibrate/measurement.h"

enum {
    MAX_REPETITIONS = 31,
    FIRST_ITERATIONS = 8,
    MAX_ITERATIONS = 1 << 24,
    CHAIN = 4,            /* iterations of each half of the check of chains */
    ATTEMPTS = 3,         /* before noise is refused */
    LEAST_TO_COMPARE = 3, /* repetitions in a third */
};

/* Twice the iterations take at least so many times as long, once the run is long enough. */
#define GROWTH 1.5

/* The standard deviation that a median deviation stands for, with normal noise. */
#define DEVIATION 1.4826

bool session_fail(struct session *s, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    s->error = arena_vprintf(s->arena, fmt, ap);
    va_end(ap);
    return false;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *x, int n) {
    qsort(x, (size_t)n, sizeof *x, compare_doubles);
    return n % 2 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}

static struct quantity summary(double *x, int n) {
    double middle = median(x, n);
    for (int i = 0; i < n; i++)
        x[i] = fabs(x[i] - middle);
    return (struct quantity){middle, middle > 0 ? DEVIATION * median(x, n) / middle : 0};
}

static bool bind_experiment(struct session *s, const struct experiment *e, struct kernel_run *b) {
    const struct runtime *r = s->runtime;
    *b = (struct kernel_run){.global = e->global, .local = e->local};
    b->kernel = r->build(s->device, e->source, &s->error);
    if (!b->kernel)
        return false;
    b->in = r->buffer(s->device, e->in_bytes, e->in, &s->error);
    b->out = b->in ? r->buffer(s->device, e->out_bytes, NULL, &s->error) : NULL;
    return b->out;
}

static void unbind(struct session *s, struct kernel_run *b) {
    if (b->in)
        s->runtime->release(s->device, b->in);
    if (b->out)
        s->runtime->release(s->device, b->out);
}

static bool time_once(struct session *s, struct kernel_run *b, unsigned n, double *ns) {
    b->n = n;
    b->store = false;
    return s->runtime->run(s->device, b, ns, &s->error);
}

/* Runs one group that stores what it computed. */
static bool results_of(struct session *s, const struct kernel_run *l, unsigned n, void *to,
                       size_t bytes) {
    struct kernel_run one = *l;
    double ns;
    one.global = l->local;
    one.n = n;
    one.store = true;
    return s->runtime->run(s->device, &one, &ns, &s->error) &&
           s->runtime->read(s->device, one.out, to, bytes, &s->error);
}

static bool check_results(struct session *s, const struct experiment *e, struct kernel_run *b) {
    if (!e->check)
        return true;
    unsigned char *out = arena_alloc(s->arena, e->out_bytes);
    if (!results_of(s, b, CHAIN, out, e->out_bytes))
        return false;
    return e->check(e, CHAIN, out) || session_fail(s, "the kernel's results are wrong");
}

/* Doubles the iterations until a run lasts long enough. */
static bool find_iterations(struct session *s, struct kernel_run *b, unsigned least, unsigned *n) {
    double before = 0, ns = 0;
    for (*n = FIRST_ITERATIONS; *n <= MAX_ITERATIONS; *n *= 2) {
        if (!time_once(s, b, *n, &ns))
            return false;
        if (ns >= s->target_ns && ns >= GROWTH * before && *n / 2 >= least) {
            *n /= 2;
            return true;
        }
        before = ns;
    }
    return session_fail(s, "the time does not grow with the iterations");
}

static bool difference(struct session *s, struct kernel_run *b, unsigned n, double *ns) {
    double once, twice;
    if (!time_once(s, b, n, &once) || !time_once(s, b, 2 * n, &twice))
        return false;
    *ns = (twice - once) / n;
    return true;
}

static bool is_quiet(struct session *s, const struct quantity *e) {
    return e->spread <= s->tolerance ||
           session_fail(s, "repetitions differ by %.1f %%, more than %.1f %%", 100 * e->spread,
                        100 * s->tolerance);
}

/* How much slower the last third of the repetitions is than the first, in the order of time, if no
 * one of the one is as fast as any of the other; else 0. A clock that drifts leaves the median
 * deviation small. */
static double drift_of(const double *x, int n) {
    int third = n / 3;
    double first[MAX_REPETITIONS], last[MAX_REPETITIONS];
    if (third < LEAST_TO_COMPARE)
        return 0;
    memcpy(first, x, (size_t)third * sizeof *x);
    memcpy(last, x + n - third, (size_t)third * sizeof *x);
    double drift = median(last, third) / median(first, third) - 1; /* Sorts both. */
    bool apart = last[0] > first[third - 1] || last[third - 1] < first[0];
    return apart ? drift : 0;
}

static bool is_steady(struct session *s, double drift) {
    return fabs(drift) <= s->tolerance ||
           session_fail(s, "the clock drifts: repetitions changed by %+.1f %% from first to last",
                        100 * drift);
}

static bool measure_iteration(struct session *s, struct kernel_run *b, unsigned least,
                              struct quantity *out) {
    double x[MAX_REPETITIONS], drift = 0;
    unsigned n;
    if (!find_iterations(s, b, least, &n))
        return false;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        for (int i = 0; i < s->repetitions; i++)
            if (!difference(s, b, n, &x[i]))
                return false;
        drift = drift_of(x, s->repetitions);
        *out = summary(x, s->repetitions);
        if (out->value > 0 && is_quiet(s, out) && is_steady(s, drift))
            return true;
    }
    return out->value > 0 ? is_quiet(s, out) && is_steady(s, drift)
                          : session_fail(s, "more iterations do not take more time");
}

bool session_iteration(struct session *s, const struct experiment *e, struct quantity *out) {
    struct kernel_run b;
    bool good = bind_experiment(s, e, &b) && check_results(s, e, &b) &&
                measure_iteration(s, &b, e->least_n, out);
    unbind(s, &b);
    return good;
}

static bool measure_run(struct session *s, struct kernel_run *b, unsigned n, struct quantity *out) {
    double x[MAX_REPETITIONS], warm;
    if (!time_once(s, b, n, &warm))
        return false;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        for (int i = 0; i < s->repetitions; i++)
            if (!time_once(s, b, n, &x[i]))
                return false;
        double drift = drift_of(x, s->repetitions);
        *out = summary(x, s->repetitions);
        if (is_quiet(s, out) && is_steady(s, drift))
            return true;
    }
    return false;
}

bool session_run(struct session *s, const struct experiment *e, unsigned n, struct quantity *out) {
    struct kernel_run b;
    bool good = bind_experiment(s, e, &b) && check_results(s, e, &b) && measure_run(s, &b, n, out);
    unbind(s, &b);
    return good;
}

static bool chain_holds(struct session *s, const struct experiment *e, struct kernel_run *b) {
    unsigned char *twice = arena_alloc(s->arena, e->out_bytes);
    unsigned char *half = arena_alloc(s->arena, e->in_bytes);
    unsigned char *again = arena_alloc(s->arena, e->out_bytes);
    memcpy(half, e->in, e->in_bytes);
    if (!results_of(s, b, 2 * CHAIN, twice, e->out_bytes) ||
        !results_of(s, b, CHAIN, half, e->out_bytes))
        return false;
    struct kernel_run second = *b;
    second.in = s->runtime->buffer(s->device, e->in_bytes, half, &s->error);
    if (!second.in)
        return false;
    bool good = results_of(s, &second, CHAIN, again, e->out_bytes);
    s->runtime->release(s->device, second.in);
    if (good && memcmp(twice, again, e->out_bytes) != 0)
        return session_fail(s, "the kernel's results are wrong");
    return good;
}

bool session_check_chain(struct session *s, const struct experiment *e) {
    struct kernel_run b;
    bool good = bind_experiment(s, e, &b) && chain_holds(s, e, &b);
    unbind(s, &b);
    return good;
}

double session_value(struct session *s, enum gpu_key key) {
    const struct measurement *m = measurement_find(key);
    struct result *r = &s->results->of[key];
    if (r->state == RESULT_PENDING && m)
        measurement_run(s, m);
    if (r->state == RESULT_MEASURED)
        return r->value;
    session_fail(s, "it needs %s, which has no value", gpu_key_name(key));
    return 0;
}

double session_clocks(struct session *s, double ns) {
    return ns * session_value(s, GPU_core_mhz) / 1e3;
}
