#include "calibrate/command.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/command_line.h"
#include "base/die.h"
#include "base/problems.h"
#include "calibrate/journal.h"
#include "calibrate/options.h"
#include "calibrate/write.h"
#include "hwdb/load.h"

/* What the user sees while it runs. */
struct progress {
    const char *journal; /* NULL: none */
    int done, all;
    time_t start;
};

static void show(const struct progress *p, const struct result *r, enum gpu_key key) {
    double left = difftime(time(NULL), p->start) / p->done * (p->all - p->done);
    fprintf(stderr, "[%d/%d, %.0f s left] %s: ", p->done, p->all, left > 0 ? left : 0,
            gpu_key_name(key));
    if (r->state == RESULT_MEASURED)
        fprintf(stderr, "%.6g %s (spread %.2g %%)\n", r->value, hw_keys[key].unit, 100 * r->spread);
    else
        fprintf(stderr, "refused: %s\n", r->reason);
}

static void note(void *context, const struct results *r, enum gpu_key key) {
    struct progress *p = context;
    p->done++;
    if (p->all < p->done)
        p->all = p->done;
    show(p, &r->of[key], key);
    if (p->journal && !journal_add(p->journal, r, key))
        fprintf(stderr, "clperf: warning: %s cannot be written\n", p->journal);
}

static int list(void) {
    for (size_t i = 0; i < n_measurements; i++)
        printf("%-22s %-12s %s\n", gpu_key_name(measurements[i].key),
               hw_keys[measurements[i].key].unit, measurements[i].how);
    return 0;
}

/* Wanted values alone, for a look. */
static int print_values(const struct job *job, const struct results *r) {
    int status = 0;
    for (size_t i = 0; i < n_measurements; i++) {
        enum gpu_key key = measurements[i].key;
        if (!job->wanted[key])
            continue;
        if (r->of[key].state == RESULT_MEASURED)
            printf("%s = %.6g %s, spread %.2g %%\n", gpu_key_name(key), r->of[key].value,
                   hw_keys[key].unit, 100 * r->of[key].spread);
        else {
            printf("%s: refused: %s\n", gpu_key_name(key), r->of[key].reason);
            status = 1;
        }
    }
    return status;
}

static int count_pending(const struct job *job, const struct results *r) {
    int n = 0;
    for (int k = 0; k < GPU_KEYS; k++)
        n += job->wanted[k] && r->of[k].state == RESULT_PENDING;
    return n;
}

/* Goes on with the journal of an earlier run on this device, or begins one. */
static const char *begin(struct arena *a, const char *path, struct results *r) {
    int n = journal_read(a, path, &r->facts, r);
    if (n < 0)
        return arena_printf(a,
                            "%s is the journal of another device or driver; remove it to begin "
                            "anew",
                            path);
    if (n > 0)
        fprintf(stderr, "clperf: %s has %d values, going on\n", path, n);
    else if (!journal_begin(path, &r->facts))
        return arena_printf(a, "%s cannot be written", path);
    return NULL;
}

static int write_all(struct arena *a, const struct calibrate_options *o, const struct results *r,
                     const char *journal) {
    const struct gpu *relative = find_relative(a, &r->facts);
    const char *error = NULL;
    int measured = 0;
    for (int k = 0; k < GPU_KEYS; k++)
        measured += r->of[k].state == RESULT_MEASURED;
    if (!write_description(a, o->output, r, relative, &error) || !gpu_find(a, o->output, &error))
        return problems_fail(error);
    unlink(journal);
    fprintf(stderr, "clperf: %s: %d of %zu values measured, all others as %s has them\n", o->output,
            measured, n_measurements, relative->name);
    return 0;
}

/* OpenCL's device of that number, or CUDA's where there is no OpenCL. */
static bool find_device(struct arena *a, struct calibrate_options *o, struct results *r,
                        const char **error) {
    const char *other;
    if (o->job.runtime)
        return worker_facts(a, &o->job, r, error);
    o->job.runtime = &opencl_runtime;
    if (worker_facts(a, &o->job, r, error))
        return true;
    o->job.runtime = &cuda_runtime;
    if (worker_facts(a, &o->job, r, &other))
        return true;
    *error = arena_printf(a, "%s; %s", *error, other);
    return false;
}

static int measure(struct arena *a, struct calibrate_options *o, struct results *r) {
    const char *error = NULL, *journal = arena_printf(a, "%s.journal", o->output);
    struct progress p = {.journal = o->write ? journal : NULL, .start = time(NULL)};
    if (!find_device(a, o, r, &error) || (o->write && (error = begin(a, journal, r))))
        return problems_fail(error);
    fprintf(stderr, "clperf: measuring %s, %s\n", r->facts.name, r->facts.driver);
    p.all = count_pending(&o->job, r);
    o->job.note = note;
    o->job.context = &p;
    if (!worker_measure(a, &o->job, r, &error))
        return problems_fail(
            !o->write ? error
                      : arena_printf(a, "%s; what was measured is in %s, the same command goes on",
                                     error, journal));
    return o->write ? write_all(a, o, r, journal) : print_values(&o->job, r);
}

int calibrate_command(struct arena *a, int argc, char **argv) {
    struct calibrate_options o;
    int status = calibrate_read_options(a, argv, &o);
    (void)argc;
    if (status != COMMAND_RUNS)
        return status;
    if (o.list)
        return list();
    struct results *r = worker_results();
    if (!r)
        return problems_fail("out of memory");
    return measure(a, &o, r);
}
