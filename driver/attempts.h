/* Analyses in a child process, and again without the kernel that it was at if it died: a kernel
 * that takes too much time or memory does not cost the others their results. If it died of a whole
 * file's kernels, they are loaded one by one next time. */
#ifndef DRIVER_ATTEMPTS_H
#define DRIVER_ATTEMPTS_H

#include "analysis/load.h"
#include "base/vec.h"

/* A kernel that earlier attempts died of. */
struct lost_kernel {
    const char *file, *name, *reason;
};

struct attempts {
    struct arena *arena;
    struct attempt_note *note; /* shared with the child */
    VEC(struct lost_kernel) lost;
    bool one_by_one;
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
/* Calls `attempt` in a child until it gets through; its exit status. */
int attempts_run(struct attempts *t, int (*attempt)(void *context), void *context);

#endif
