/* Signals for a child in our process group that stands for us: it gets each exactly once, whoever
 * sends it: a terminal or kill() to the whole group, which reaches the child directly, or kill() to
 * us alone, which is passed on. This file is part of clperf-cc: nothing but libc. */
#ifndef BASE_PROCESS_FORWARD_H
#define BASE_PROCESS_FORWARD_H

#include <stdint.h>
#include <time.h>

#include "base/process/spawn.h"

/* Whether a signal reached the whole group is not in its siginfo_t. The witness tells: a process in
 * our group that blocks all signals, and says which it got. */
struct forwarding {
    struct spawn_signals signals; /* for children */
    char *const *argv;            /* main's */
    sigset_t awaited;             /* blocked once the child is there, and waited for */
    pid_t witness; /* 0: none could be started; terminals' signals reach groups then */
    int question;  /* a socket to the witness */
    uint64_t seen; /* bit N - 1: the witness got signal N, which we have not yet had */
    pid_t beside;  /* a child in another group that is stopped with us, or 0 */
};

/* Starts a child, and from then on waits for signals; not what r->signals says, nor what its hook
 * is. What comes before ends us as if there were no child, and the child with us. `argv` is main's:
 * the witness has none, so that who ends processes by their command line is not taken for somebody
 * who signals the group. The child's id, or -1 with errno set. */
pid_t forward_start(struct forwarding *f, const struct spawn_request *r, char *const *argv);
/* Between two children: whether forward_end() is going to end us, and no other is to be started. */
bool forward_interrupted(void);
/* Waits for the child's end, and passes signals on. We stop where one stops the child, and
 * `beside` with us. The wait status. */
int forward_wait(struct forwarding *f, pid_t child);
/* Waits for the end of a child in another group, which is `beside`, until that time of
 * CLOCK_MONOTONIC. Signals that stop a process stop both. 0 if it has ended, SIGALRM if time is up,
 * else the signal that somebody sends to end us. */
int forward_wait_beside(struct forwarding *f, const struct timespec *until);
/* Ends the witness; nothing is blocked any more. */
void forward_end(struct forwarding *f);

#endif
