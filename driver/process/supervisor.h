/* A process that looks after another one for us. It ends that process with all of its group, and
 * removes the files that it has left, when it has ended, when its time is up, on SIGTERM, or when
 * we have ended, by SIGKILL too. This file is part of clperf-cc: nothing but libc. */
#ifndef DRIVER_PROCESS_SUPERVISOR_H
#define DRIVER_PROCESS_SUPERVISOR_H

#include "driver/process/spawn.h"

/* How the process ended. */
struct supervised_end {
    int error;  /* it could not be started: the error number */
    int status; /* its wait status */
    bool late;  /* time was up */
};

/* A process with a supervisor. It has a folder of its own as TMPDIR, which goes with it. */
struct supervised {
    pid_t supervisor;               /* 0: none */
    struct supervised_board *board; /* memory that we share with it */
    char *folder;                   /* NULL: it uses that of others */
};

/* What a supervisor does. */
struct supervision {
    const struct spawn_request *process; /* it leads a group; its death_signal is not read */
    struct timespec until;               /* of CLOCK_MONOTONIC */
    /* What is done with that descriptor once all have ended, which is not if it is -1. */
    void (*clean)(int descriptor);
    int descriptor;
};

/* False with errno set. */
bool supervisor_start(struct supervised *s, const struct supervision *v);
/* After the supervisor has ended, or to end it now: waits for it, and says how the process ended.
 */
struct supervised_end supervisor_finish(struct supervised *s);

#endif
