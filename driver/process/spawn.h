/* Child processes, without a shell. */
#ifndef DRIVER_PROCESS_SPAWN_H
#define DRIVER_PROCESS_SPAWN_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

#include "base/arena.h"

/* Signals that a parent passes on, blocked while it waits for its children. */
struct spawn_signals {
    sigset_t before; /* our mask when we were started: the children's */
};

struct spawn_request {
    const char *path; /* no search on PATH; a script without an interpreter is one of sh */
    char *const *argv;
    int in, out, err;                    /* file descriptors, or -1: ours */
    const char *dir;                     /* where it runs; NULL: where we do */
    bool group;                          /* it leads a process group of its own */
    const struct spawn_signals *signals; /* NULL: nothing was blocked */
};

/* Where the standard descriptors were closed they fail from now on: no file that is opened becomes
 * one of them. */
void spawn_occupy_standard(void);
struct spawn_signals spawn_block_signals(void);
/* The child's id, or -1 with errno set. */
pid_t spawn_start(const struct spawn_request *r);
/* Its wait status. Interrupts and terminations that others send us meanwhile are passed on
 * to it; those of the terminal reach it anyway. Signals must be blocked. */
int spawn_wait(pid_t child);
/* How the wait for a group of processes ended. */
struct group_end {
    int status;      /* the leader's wait status */
    int interrupted; /* the signal that somebody sent us meanwhile, or 0 */
    bool late;       /* time was up */
};
/* Waits for the leader of a process group until it ends, until that time of CLOCK_MONOTONIC, or
 * until somebody interrupts us; after that SIGKILL ends whatever there still is of the group.
 * Signals must be blocked. */
struct group_end spawn_wait_group(pid_t leader, const struct timespec *until);
/* Runs and waits, nothing passed on. The wait status, or -1 with errno set. */
int spawn_run(const struct spawn_request *r);
/* The same with another way to start a child. */
typedef pid_t spawn_starter(const struct spawn_request *r);
int spawn_run_by(spawn_starter *start, const struct spawn_request *r);
/* Ends this process as a child with that wait status ended: same exit status, or
 * same signal. */
_Noreturn void spawn_end_as(int status);
/* A file in memory for a child to write to, or -1. */
int spawn_capture(const char *name);
/* A file in memory with these bytes, or -1. */
int spawn_text(const char *name, const char *bytes, size_t n);
/* The path by which this process and its children open the file in memory; children get it from now
 * on. Not by our process number: those in a sandbox may not look into us. */
const char *spawn_shared_path(struct arena *a, int fd);

#endif
