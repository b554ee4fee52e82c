/* Child processes, without a shell. This file is part of clperf-cc: nothing but libc. */
#ifndef BASE_PROCESS_SPAWN_H
#define BASE_PROCESS_SPAWN_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

#include "base/arena.h"

/* What a parent that waits for signals has changed of its own, and children get back. */
struct spawn_signals {
    sigset_t before;            /* the signal mask when we were started */
    void (*child_handler)(int); /* of SIGCHLD then: SIG_DFL or SIG_IGN */
};

struct spawn_request {
    const char *path; /* no search on PATH; a script without an interpreter is one of sh */
    char *const *argv;
    int in, out, err;                    /* file descriptors, or -1: ours */
    const char *dir;                     /* where it runs; NULL: where we do */
    bool group;                          /* it leads a process group of its own */
    int death_signal;                    /* what it gets when we end before it; 0: nothing */
    const struct spawn_signals *signals; /* NULL: nothing was blocked */
    /* What we do once there is a child and before it executes anything, or NULL. */
    void (*forked)(void *context);
    void *context;
};

/* Where the standard descriptors were closed they fail from now on: no file that is opened becomes
 * one of them. */
void spawn_occupy_standard(void);
/* Blocks SIGCHLD and what ends a process from outside, for a parent that waits for them. */
struct spawn_signals spawn_block_signals(void);
/* Undoes what was changed: signals that came meanwhile are delivered. */
void spawn_restore_signals(const struct spawn_signals *s);
/* The child's id, or -1 with errno set. */
pid_t spawn_start(const struct spawn_request *r);
/* In a child, whose parent had that id: it gets the signal when its parent ends, and SIGKILL now if
 * that has happened already. */
void spawn_end_with_parent(pid_t parent, int death_signal);
/* Whether a child has ended; it is left to be waited for. */
bool spawn_has_ended(pid_t child);
/* What is left until that time of CLOCK_MONOTONIC; nothing if it is past. */
struct timespec spawn_time_left(const struct timespec *until);
/* Runs and waits, no signal passed on. The wait status, or -1 with errno set. */
int spawn_run(const struct spawn_request *r);
/* A way to start a child. */
typedef pid_t spawn_starter(const struct spawn_request *r);
/* spawn_run() with another way to start the child. */
int spawn_run_by(spawn_starter *start, const struct spawn_request *r);
/* Ends this process as a child with that wait status ended: same exit status, or
 * same signal. */
_Noreturn void spawn_end_as(int status);
/* A file in memory for a child to write to, or -1. */
int spawn_capture(const char *name);
/* What was written to such a file, with a NUL behind its *n bytes; nothing if it cannot be read. */
char *spawn_captured(struct arena *a, int fd, size_t *n);
/* A file in memory with these bytes, or -1. */
int spawn_text(const char *name, const char *bytes, size_t n);
/* The path by which this process and its children open the file in memory; children get it from now
 * on. Not by our process number: those in a sandbox may not look into us. */
const char *spawn_shared_path(struct arena *a, int fd);

#endif
