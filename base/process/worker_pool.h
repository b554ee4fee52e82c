/* Items done in child processes, so that a crash costs one item and not the run. */
#ifndef BASE_PROCESS_WORKER_POOL_H
#define BASE_PROCESS_WORKER_POOL_H

#include <stdbool.h>
#include <stddef.h>

/* What became of an item: memory that parent and children share. */
struct work_item {
    enum { WORK_OPEN, WORK_RUNNING, WORK_DONE, WORK_FAILED } state;
    char reason[240]; /* WORK_FAILED */
};

/* Neighbouring items that one child does, as they share a cost: [first, end). */
struct work_unit {
    size_t first, end;
};

struct workers {
    const struct work_unit *units; /* in order, without gaps, from item 0 */
    size_t n_units;
    int jobs; /* children at a time */
    /* In a child: what comes before its first item, and one item, whose failure is told with
     * work_fail(). */
    void (*begin)(void *context);
    void (*run)(void *context, size_t item, struct work_item *state);
    /* In the parent, several times a second and at the end; or NULL. */
    void (*tick)(void *context, const struct work_item *items);
    void *context;
};

/* Zeroed memory that children share. Dies if there is none. */
void *workers_memory(size_t bytes);
void workers_release(void *memory, size_t bytes);
void work_fail(struct work_item *item, const char *reason);
/* Does all items, whose states are all WORK_OPEN at first and in workers_memory(). Dies if the
 * system has no processes left. 0, or SIGINT or SIGTERM if that came: the children are ended then,
 * and what they had not done is left open or running. */
int workers_run(const struct workers *w, struct work_item *items);

#endif
