#include "driver/attempts.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/failure.h"
#include "driver/spawn.h"

enum { LONGEST_NAME = 1024, MOST_ATTEMPTS = 64 };

struct attempt_note {
    char file[LONGEST_NAME], kernel[LONGEST_NAME];
};

static const char *reason_of(const struct refusals *r, size_t number, const char *kernel) {
    const struct left_out *out = (const struct left_out *)r;
    const struct attempts *t = out->attempts;
    if (out->only != SIZE_MAX && out->only != number)
        return "it is left out";
    for (size_t i = 0; i < t->lost.n; i++)
        if (strcmp(t->lost.at[i].name, kernel) == 0 && strcmp(t->lost.at[i].file, out->file) == 0)
            return t->lost.at[i].reason;
    if (out->only == number)
        attempts_note(t, out->file, kernel);
    return NULL;
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
        exit(attempt(context));
    }
    waitpid(child, &status, 0);
    *text = failure_text(t->arena, printed);
    close(printed);
    return status;
}

/* Prepares the next attempt; false if it would die as this one did. */
static bool try_again(struct attempts *t, const char *reason) {
    const struct attempt_note *n = t->note;
    if (!n->kernel[0]) {
        bool again = n->file[0] && !t->one_by_one;
        t->one_by_one = true;
        return again;
    }
    vec_push(t->arena, &t->lost,
             ((struct lost_kernel){arena_strdup(t->arena, n->file),
                                   arena_strdup(t->arena, n->kernel), reason}));
    return t->lost.n < MOST_ATTEMPTS;
}

int attempts_run(struct attempts *t, int (*attempt)(void *context), void *context) {
    t->note = shared_note();
    for (;;) {
        const char *text = "", *reason;
        int status = attempt_once(t, attempt, context, &text);
        if (status == -1)
            return attempt(context);
        reason = failure_of(t->arena, status, text);
        if (reason && try_again(t, reason))
            continue;
        fputs(text, stderr);
        fflush(stderr);
        spawn_end_as(status);
    }
}
