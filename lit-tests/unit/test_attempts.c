/* Attempts in child processes: what was done before a process holds is not done again. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "driver/process/crash_retry.h"

enum { KERNELS = 4, LENGTH = 3000 };

/* Counted by all processes together. */
struct counts {
    int compiled, loaded, analysed[KERNELS], whole;
};

struct attempt {
    struct attempts *t;
    struct counts *counts;
    bool holds;
};

/* Names that begin alike and are long, as those of templates. */
static const char *name_of(int kernel) {
    static char names[KERNELS][LENGTH];
    memset(names[kernel], 'x', LENGTH - 2);
    names[kernel][LENGTH - 2] = (char)('a' + kernel);
    return names[kernel];
}

/* The second kernel and the third end the process. */
static int attempt(void *context) {
    const struct attempt *c = context;
    c->counts->compiled++;
    if (c->holds)
        attempts_hold(c->t, "file");
    c->counts->loaded++;
    for (int k = 0; k < KERNELS; k++) {
        attempts_guard(c->t);
        attempts_note(c->t, "file", name_of(k));
        if (attempts_lost(c->t, "file", name_of(k)))
            continue;
        if (k == 1 || k == 2)
            raise(SIGXCPU);
        c->counts->analysed[k]++;
    }
    c->counts->whole++;
    return 0;
}

static int run(struct counts *counts, bool holds) {
    memset(counts, 0, sizeof *counts);
    pid_t child = fork();
    if (child == 0) {
        struct arena a = {0};
        struct budget budget = {0};
        struct attempts t = {.arena = &a, .budget = &budget};
        struct attempt c = {&t, counts, holds};
        exit(attempts_run(&t, attempt, &c));
    }
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(void) {
    struct counts *counts =
        mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(run(counts, false) == 0);
    CHECK(counts->compiled == 2 && counts->whole == 1);
    CHECK(counts->analysed[3] == 1);
    CHECK(run(counts, true) == 0);
    CHECK(counts->compiled == 1 && counts->loaded == 2 && counts->whole == 1);
    CHECK(counts->analysed[0] == 2 && counts->analysed[1] == 0 && counts->analysed[3] == 1);
    return CHECK_DONE();
}
