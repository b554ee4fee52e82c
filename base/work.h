/* Work of an analysis: what budgets and deadlines are counted in, so that how a loop is sampled
 * depends on the kernel and not on the machine or on what else it does. */
#ifndef BASE_WORK_H
#define BASE_WORK_H

#include <stdbool.h>

/* In seconds that the steps done so far took where the time of each kind of step was measured. */
struct work {
    double done;
};

/* Nanoseconds of a step, times steps. */
static inline void work_add(struct work *w, double nanoseconds) {
    w->done += nanoseconds * 1e-9;
}

/* When that share of what is left before `deadline` will have been done. */
static inline double work_share(const struct work *w, double deadline, double share) {
    return deadline > w->done ? w->done + (deadline - w->done) * share : deadline;
}

/* A deadline of 0 is none. */
static inline bool work_is_over(const struct work *w, double deadline) {
    return deadline > 0 && w->done > deadline;
}

#endif
