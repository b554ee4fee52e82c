/* Analyses in a child process, and again without the kernel that it was at if it died: a kernel
 * that takes too much time or memory does not cost the others their results. If it died of a whole
 * file's kernels, they are loaded one by one next time. In the second attempt a process waits
 * before each kernel, and goes on from there without that kernel if it dies, too. Where a source
 * takes long to compile, a process waits behind that in the first attempt already. */
#ifndef DRIVER_PROCESS_CRASH_RETRY_H
#define DRIVER_PROCESS_CRASH_RETRY_H

#include "analysis/ir/kernel.h"
#include "base/vec.h"
#include "driver/process/limits.h"

/* A kernel that earlier attempts died of. */
struct lost_kernel {
    const char *file, *name, *reason;
};

struct attempts {
    struct arena *arena;
    const struct budget *budget;
    struct attempt_note *note; /* shared with the child */
    VEC(struct lost_kernel) lost;
    const struct words *skipped; /* names of kernels that are left out, or NULL */
    bool in_child;               /* that may die */
    bool again;                  /* not the first attempt */
    bool one_by_one;
    bool by_chance; /* one of them was ended from outside or by the clock: another run may get
                       further */
    bool says_why;  /* on standard error, why nothing could be analysed: nobody else does */
    /* What is done, in this process, where nothing could be analysed: reports it, and returns the
     * exit status, or a negative number. NULL: nothing is. */
    int (*give_up)(void *context, const char *reason);
    const char *blamed; /* files, in quotes: that nothing of them could be analysed is an error of
                         * -Werror=clperf-not-analysed, and not how this process ends; or NULL */
};

/* What is left out when a file's kernels are loaded: those that were lost before, and all but one
 * where they are loaded one by one. */
struct left_out {
    struct refusals refusals;
    const struct attempts *attempts;
    const char *file;
    size_t only; /* number of a kernel, or SIZE_MAX */
};

struct left_out attempts_left_out(const struct attempts *t, const char *file, size_t only);
/* The attempt is at this kernel of the file now; NULL: at all of them, or at no file. */
void attempts_note(const struct attempts *t, const char *file, const char *kernel);
/* In attempts after the first: everything from here to the end of the process is done by a child,
 * and again by another one if it dies of a kernel, which is lost then. Returns in those children
 * only. Calls of it nest. */
void attempts_guard(struct attempts *t);
/* In the first attempt: everything from here to the end of the process is done by a child, and
 * again by another one, as in further attempts, if it dies. What this process has in memory, such
 * as what the file was compiled to, serves all of them. */
void attempts_hold(struct attempts *t, const char *file);
/* Why the kernel is lost, or NULL. */
const char *attempts_lost(const struct attempts *t, const char *file, const char *kernel);
/* Whether the kernel is one that is left out because the user has its results. */
bool attempts_skips(const struct attempts *t, const char *kernel);
/* Calls `attempt` in a child until it gets through; its exit status. */
int attempts_run(struct attempts *t, int (*attempt)(void *context), void *context);

#endif
