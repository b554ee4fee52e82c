/* A process that looks after another one for us. It ends that process with all of its group, and
 * removes the files that it has left, when it has ended, when its time is up, on SIGTERM, or when
 * we have ended, by SIGKILL too. This file is part of clperf-cc: nothing but libc. */
#ifndef BASE_PROCESS_SUPERVISOR_H
#define BASE_PROCESS_SUPERVISOR_H

#include "base/process/spawn.h"

/* How the process ended. */
struct supervised_end {
    int error;  /* it could not be started: the error number */
    int status; /* its wait status */
    bool late;  /* time was up */
};

/* A process with a supervisor. */
struct supervised {
    pid_t supervisor;               /* 0: none */
    struct supervised_board *board; /* memory that we share with it */
    char *folder;                   /* for temporary files, if the process makes it; or NULL */
};

/* What a supervisor does. */
struct supervision {
    const struct spawn_request *process; /* it leads a group; its death_signal is not read */
    struct timespec until;               /* of CLOCK_MONOTONIC; zero: no limit */
    /* What is done with that descriptor once all have ended, which is not if it is -1. */
    void (*clean)(int descriptor);
    int descriptor;
};

/* False with errno set. */
bool supervisor_start(struct supervised *s, const struct supervision *v);
/* Waits for the end of the process, and says how it ended. */
struct supervised_end supervisor_wait(struct supervised *s);
/* Ends the process, if it has not ended, and says how it ended. */
struct supervised_end supervisor_finish(struct supervised *s);
/* In such a process, before it starts a program that leaves temporary files when it is ended: a
 * folder that the supervisor removes is TMPDIR from now on. Nothing changes without a supervisor,
 * or if the folder cannot be made. */
void supervisor_use_folder(void);

#endif
