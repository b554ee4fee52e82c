#include "lsp/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/die.h"
#include "base/process/exit_reason.h"
#include "base/process/spawn.h"

enum { PIECE = 64 * 1024, MOST_BYTES = 256 << 20 };

/* What the child reads from, -1 if it cannot be opened. */
static int open_input(struct child *c, bool waits) {
    int pipes[2];
    *c = (struct child){.in = -1, .out = -1, .err = spawn_capture("messages")};
    if (!waits)
        return open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (pipe2(pipes, O_CLOEXEC) != 0)
        return -1;
    c->in = pipes[1];
    return pipes[0];
}

const char *child_start(struct arena *a, struct child *c, const struct child_request *r) {
    int pipes[2], input = open_input(c, r->waits);
    if (input < 0 || c->err < 0 || pipe2(pipes, O_CLOEXEC) != 0) {
        const char *why = arena_printf(a, "cannot start '%s': %s", r->path, strerror(errno));
        if (input >= 0)
            close(input);
        child_release(c);
        return why;
    }
    c->out = pipes[0];
    const struct spawn_request process = {.path = r->path,
                                          .argv = r->argv,
                                          .in = input,
                                          .out = pipes[1],
                                          .err = c->err,
                                          .dir = r->dir};
    bool started = supervisor_start(&c->supervised,
                                    &(struct supervision){.process = &process, .descriptor = -1});
    int error = errno;
    close(pipes[1]);
    close(input);
    if (!started) {
        child_release(c);
        return arena_printf(a, "cannot start '%s': %s", r->path, strerror(error));
    }
    c->pid = c->supervised.supervisor;
    return NULL;
}

/* As much as a pipe takes without waiting for its reader. */
enum { MOST_SENT = 60 * 1024 };

bool child_send(struct child *c, const char *dir, char *const *argv) {
    char text[MOST_SENT];
    size_t n = strlen(dir) + 1;
    if (n > sizeof text)
        return false;
    memcpy(text, dir, n);
    for (size_t i = 0; argv[i]; i++) {
        size_t more = strlen(argv[i]) + 1;
        if (n + more > sizeof text)
            return false;
        memcpy(text + n, argv[i], more);
        n += more;
    }
    bool sent = write(c->in, text, n) == (ssize_t)n;
    close(c->in);
    c->in = -1;
    return sent;
}

bool child_receive(struct child *c) {
    if (c->n + PIECE + 1 > c->cap) {
        c->cap = (c->n + PIECE + 1) * 2;
        c->bytes = realloc(c->bytes, c->cap);
        if (!c->bytes)
            die("out of memory (%zu bytes)", c->cap);
    }
    ssize_t n = read(c->out, c->bytes + c->n, PIECE);
    if (n < 0)
        return errno == EINTR || errno == EAGAIN;
    c->n += (size_t)n;
    c->bytes[c->n] = '\0';
    return n > 0 && c->n < MOST_BYTES;
}

static struct supervised_end wait_for(struct child *c) {
    struct supervised_end end = {.status = -1};
    if (c->supervised.supervisor)
        end = supervisor_wait(&c->supervised);
    else
        while (c->pid && waitpid(c->pid, &end.status, 0) < 0 && errno == EINTR)
            continue;
    c->pid = 0;
    return end;
}

const char *child_finish(struct arena *a, struct child *c) {
    const struct supervised_end end = wait_for(c);
    if (end.error)
        return arena_printf(a, "cannot start it: %s", strerror(end.error));
    return failure_of(a, end.status, failure_text(a, c->err, 0));
}

void child_kill(struct child *c) {
    if (c->supervised.supervisor)
        supervisor_finish(&c->supervised);
    else if (c->pid && kill(-c->pid, SIGKILL) == 0)
        wait_for(c);
    child_release(c);
}

void child_release(struct child *c) {
    if (c->in >= 0)
        close(c->in);
    if (c->out >= 0)
        close(c->out);
    if (c->err >= 0)
        close(c->err);
    free(c->bytes);
    *c = (struct child){.in = -1, .out = -1, .err = -1};
}
