#include "driver/process/crash_retry.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/die.h"
#include "base/process/exit_reason.h"
#include "base/process/sandbox.h"

/* Arguments of templates can be some thousand characters. */
enum { LONGEST_NAME = 1 << 16 };

/* Of one text; those behind these are left out. */
enum { MOST_KERNELS = 10000 };

struct attempt_note {
    char file[LONGEST_NAME], kernel[LONGEST_NAME];
};

const char *attempts_lost(const struct attempts *t, const char *file, const char *kernel) {
    for (size_t i = 0; i < t->lost.n; i++)
        if (strcmp(t->lost.at[i].name, kernel) == 0 && strcmp(t->lost.at[i].file, file) == 0)
            return t->lost.at[i].reason;
    return NULL;
}

bool attempts_skips(const struct attempts *t, const char *kernel) {
    for (size_t i = 0; t->skipped && i < t->skipped->n; i++)
        if (strcmp(t->skipped->at[i], kernel) == 0)
            return true;
    return false;
}

/* Kernels that are loaded together have their time together. */
static const char *reason_of(const struct refusals *r, size_t number, const char *kernel) {
    const struct left_out *out = (const struct left_out *)r;
    const struct attempts *t = out->attempts;
    if (out->only != SIZE_MAX && out->only != number)
        return "it is left out";
    if (attempts_skips(t, kernel))
        return "it is left out";
    const char *reason = attempts_lost(t, out->file, kernel);
    if (out->only == number && !reason)
        attempts_note(t, out->file, kernel);
    if (number >= MOST_KERNELS)
        return arena_printf(t->arena, "its file has more than %d kernels", MOST_KERNELS);
    if (out->only == SIZE_MAX)
        budget_allow(t->budget, number + 1);
    return reason;
}

struct left_out attempts_left_out(const struct attempts *t, const char *file, size_t only) {
    attempts_note(t, file, NULL);
    return (struct left_out){{reason_of}, t, file, only};
}

void attempts_note(const struct attempts *t, const char *file, const char *kernel) {
    if (!t->note)
        return;
    snprintf(t->note->file, sizeof t->note->file, "%s", file ? file : "");
    snprintf(t->note->kernel, sizeof t->note->kernel, "%s", kernel ? kernel : "");
}

static struct attempt_note *shared_note(void) {
    void *p = mmap(NULL, sizeof(struct attempt_note), PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

/* The kernel that the child died of is lost; false if it is none, or was lost already. */
static bool lose_kernel(struct attempts *t, const char *reason) {
    const struct attempt_note *n = t->note;
    if (!n->kernel[0] || attempts_lost(t, n->file, n->kernel))
        return false;
    vec_push(t->arena, &t->lost,
             ((struct lost_kernel){arena_strdup(t->arena, n->file),
                                   arena_strdup(t->arena, n->kernel), reason}));
    return true;
}

/* Prepares the next attempt; false if it would die as this one did. */
static bool try_again(struct attempts *t, const char *reason) {
    bool again = t->note->kernel[0] ? lose_kernel(t, reason) : t->note->file[0] && !t->one_by_one;
    t->one_by_one |= !t->note->kernel[0];
    t->again = true;
    return again;
}

/* Goes on in a child, and in another one as long as `survives` says so of how the last one died.
 * What attempts print goes to a file, which is cut back to where the child began. */
static void go_on(struct attempts *t, bool (*survives)(struct attempts *, const char *reason)) {
    off_t from = lseek(STDERR_FILENO, 0, SEEK_CUR);
    while (from >= 0) {
        int status;
        fflush(NULL);
        pid_t child = fork();
        if (child == 0)
            prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (child <= 0)
            return;
        alarm(0);
        waitpid(child, &status, 0);
        const char *reason =
            failure_of(t->arena, status, failure_text(t->arena, STDERR_FILENO, from));
        t->by_chance |= !ended_by_itself(status);
        if (!reason || !survives(t, reason))
            spawn_end_as(status);
        if (ftruncate(STDERR_FILENO, from) != 0 || lseek(STDERR_FILENO, from, SEEK_SET) < 0)
            return;
    }
}

void attempts_guard(struct attempts *t) {
    if (t->again)
        go_on(t, lose_kernel);
}

/* Nobody else tries again what this process gives up. */
static bool try_again_here(struct attempts *t, const char *reason) {
    bool again = try_again(t, reason);
    if (!again)
        attempts_note(t, NULL, NULL);
    return again;
}

void attempts_hold(struct attempts *t, const char *file) {
    if (!t->in_child || t->again)
        return;
    attempts_note(t, file, NULL);
    go_on(t, try_again_here);
}

/* The child's wait status, with what it printed in *text; -1 if there is no child. */
static int attempt_once(struct attempts *t, int (*attempt)(void *), void *context,
                        const char **text) {
    int printed = spawn_capture("messages"), status;
    attempts_note(t, NULL, NULL);
    fflush(NULL);
    pid_t child = printed < 0 || !t->note ? -1 : fork();
    if (child < 0)
        return -1;
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(printed, STDERR_FILENO);
        sandbox_enter();
        t->in_child = true;
        exit(attempt(context));
    }
    waitpid(child, &status, 0);
    *text = failure_text(t->arena, printed, 0);
    close(printed);
    return status;
}

static int blame(const struct attempts *t, const char *reason) {
    fprintf(stderr, "clperf-cc: error: %s not analysed: %s [-Werror=clperf-not-analysed]\n",
            t->blamed, reason);
    return EXIT_ANALYZER_FINDINGS;
}

int attempts_run(struct attempts *t, int (*attempt)(void *context), void *context) {
    t->note = shared_note();
    for (;;) {
        const char *text = "", *reason;
        int status = attempt_once(t, attempt, context, &text);
        if (status == -1)
            return attempt(context);
        reason = failure_of(t->arena, status, text);
        t->by_chance |= !ended_by_itself(status);
        if (reason && try_again(t, reason))
            continue;
        int given_up = reason && t->give_up ? t->give_up(context, reason) : -1;
        if (given_up >= 0)
            return given_up;
        if (reason && t->blamed)
            return blame(t, reason);
        fputs(text, stderr);
        if (reason && t->says_why)
            fprintf(stderr, "clperf-analyze: error: not analysed: %s\n", reason);
        fflush(stderr);
        spawn_end_as(status);
    }
}
