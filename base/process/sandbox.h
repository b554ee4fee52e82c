/* Processes that may do no more than compute: compilers and analyses of sources that somebody else
 * wrote. What a kernel lacks of it is left out silently. */
#ifndef BASE_PROCESS_SANDBOX_H
#define BASE_PROCESS_SANDBOX_H

#include <sys/types.h>

#include "base/process/spawn.h"

/* From here on this process and its children gain no privileges by what they execute (Linux 3.5)
 * and open no sockets (seccomp). */
void sandbox_enter(void);
/* spawn_start() of a process that, besides, cannot change any file: it writes to the descriptors
 * that it is given (Landlock, Linux 5.13). `dir`, `group` and `signals` of the request are not
 * used. The child's id, or -1 with errno set. */
pid_t sandbox_start(const struct spawn_request *r);
/* Starts it and waits: the wait status, or -1 with errno set. */
int sandbox_run(const struct spawn_request *r);

#endif
