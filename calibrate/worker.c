#include "calibrate/worker.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/str.h"

enum { POLL_MS = 5, MOST_LOSSES = 3, OPEN_LIMIT_S = 60 };

/* What both processes see. */
struct shared {
    struct results results;
    volatile int current; /* the key in work; -1: none yet */
    char error[240];      /* why the device could not be opened, or was lost */
};

static struct shared *shared_of(struct results *r) {
    return (struct shared *)r;
}

struct results *worker_results(void) {
    struct shared *s =
        mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return s == MAP_FAILED ? NULL : &s->results;
}

/* A device that does not answer at all any more says so to the smallest of requests. */
static bool is_lost(struct session *s) {
    const char *error;
    void *b = s->runtime->buffer(s->device, sizeof error, &error, &error);
    if (b)
        s->runtime->release(s->device, b);
    return !b;
}

static void measure_all(const struct job *job, struct session *s, struct shared *shared) {
    struct arena_mark start = arena_mark(s->arena);
    for (size_t i = 0; i < n_measurements && !s->lost; i++) {
        const struct measurement *m = &measurements[i];
        struct result *r = &shared->results.of[m->key];
        if (!job->wanted[m->key] || r->state != RESULT_PENDING)
            continue;
        measurement_run(s, m);
        if (r->state == RESULT_REFUSED && is_lost(s)) {
            r->state = RESULT_PENDING;
            snprintf(shared->error, sizeof shared->error, "%s", s->error);
            s->lost = true;
        }
        arena_rewind(s->arena, &start);
    }
}

/* The life of the process that measures. Its exit status is 0 unless the device is lost. */
_Noreturn static void work(const struct job *job, struct shared *shared, bool only_facts) {
    struct arena a = {0};
    const char *error = NULL;
    struct session s = {.arena = &a,
                        .runtime = job->runtime,
                        .results = &shared->results,
                        .current = &shared->current,
                        .tolerance = job->tolerance,
                        .target_ns = job->quick ? 2e5 : 2e6,
                        .repetitions = job->quick ? 3 : 9,
                        .quick = job->quick};
    s.device = job->runtime->open(&a, job->device, &shared->results.facts, &error);
    if (!s.device) {
        snprintf(shared->error, sizeof shared->error, "%s", error);
        _exit(1);
    }
    if (!only_facts)
        measure_all(job, &s, shared);
    _exit(s.lost);
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Tells of results that came since the last time. */
static void note_results(const struct job *job, struct shared *s, bool *noted) {
    for (int k = 0; k < GPU_KEYS; k++)
        if (!noted[k] && s->results.of[k].state != RESULT_PENDING) {
            noted[k] = true;
            if (job->note)
                job->note(job->context, &s->results, (enum gpu_key)k);
        }
}

/* Waits for the process, for each measurement no longer than its limit. The wait status; *late if
 * it had to be ended. */
static int watch(const struct job *job, pid_t child, struct shared *s, bool *noted, bool *late) {
    const struct timespec pause = {0, POLL_MS * 1000000L};
    int at = s->current, status = 0;
    double since = seconds();
    *late = false;
    while (waitpid(child, &status, WNOHANG) == 0) {
        nanosleep(&pause, NULL);
        note_results(job, s, noted);
        if (s->current != at) {
            at = s->current;
            since = seconds();
        } else if (seconds() - since > (at < 0 ? OPEN_LIMIT_S : job->limit_s) && !*late) {
            *late = true;
            kill(child, SIGKILL);
        }
    }
    note_results(job, s, noted);
    return status;
}

static pid_t start(const struct job *job, struct shared *s, bool only_facts) {
    s->current = -1;
    s->error[0] = '\0';
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        work(job, s, only_facts);
    return child;
}

/* Why the process ended, in words; NULL: it did all it should. */
static const char *end_of(struct arena *a, const struct job *job, const struct shared *s,
                          int status, bool late) {
    if (late)
        return arena_printf(a, "the kernel or driver did not answer within %g s",
                            s->current < 0 ? OPEN_LIMIT_S : job->limit_s);
    if (WIFSIGNALED(status))
        return arena_printf(a, "the driver crashed: %s", strsignal(WTERMSIG(status)));
    if (WEXITSTATUS(status))
        return s->error[0] ? arena_strdup(a, s->error) : "the driver ended the process";
    return NULL;
}

bool worker_facts(struct arena *a, const struct job *job, struct results *r, const char **error) {
    struct shared *s = shared_of(r);
    bool late, noted[GPU_KEYS] = {false};
    pid_t child = start(job, s, true);
    int status = child < 0 ? 1 << 8 : watch(job, child, s, noted, &late);
    *error = child < 0 ? "no process can be started" : end_of(a, job, s, status, late);
    return !*error;
}

/* The measurement in work is at fault where a process crashed or did not end. */
static bool blame(struct shared *s, const char *why) {
    if (s->current < 0 || s->results.of[s->current].state != RESULT_PENDING)
        return false;
    struct result *r = &s->results.of[s->current];
    snprintf(r->reason, sizeof r->reason, "%s", why);
    r->state = RESULT_REFUSED;
    return true;
}

bool worker_measure(struct arena *a, const struct job *job, struct results *r, const char **error) {
    struct shared *s = shared_of(r);
    bool noted[GPU_KEYS];
    int losses = 0;
    for (int k = 0; k < GPU_KEYS; k++)
        noted[k] = r->of[k].state != RESULT_PENDING;
    while (losses < MOST_LOSSES) {
        bool late;
        pid_t child = start(job, s, false);
        if (child < 0) {
            *error = "no process can be started";
            return false;
        }
        int status = watch(job, child, s, noted, &late);
        const char *why = end_of(a, job, s, status, late);
        if (!why)
            return true;
        bool lost = !late && WIFEXITED(status);
        if (!blame(s, why) || lost)
            losses++;
        note_results(job, s, noted);
        *error = why;
    }
    return false;
}
