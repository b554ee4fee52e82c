/* A child process with all that it starts, and what it writes. */
#ifndef LSP_CHILD_H
#define LSP_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/arena.h"
#include "base/process/supervisor.h"

struct child {
    pid_t pid; /* of what leads its process group, or of its supervisor; 0: none */
    struct supervised supervised;
    int in; /* to a child that waits for its arguments, else -1 */
    int out, err;
    char *bytes; /* what it wrote so far, NUL-terminated */
    size_t n, cap;
};

struct child_request {
    const char *path, *dir;
    char *const *argv;
    bool waits; /* for what child_send() sends it */
};

/* NULL, or one line that says why it did not start. */
const char *child_start(struct arena *a, struct child *c, const struct child_request *r);
/* Sends a child that waits what it is to do, and lets it begin. False if it cannot be sent. */
bool child_send(struct child *c, const char *dir, char *const *argv);
/* Reads what is there; false as soon as there will be no more. */
bool child_receive(struct child *c);
/* Waits for its end, which has come or is near, and says why it did not end well, or NULL. What it
 * wrote stays until child_release(). */
const char *child_finish(struct arena *a, struct child *c);
/* Ends it and all that it started. */
void child_kill(struct child *c);
void child_release(struct child *c);

#endif
