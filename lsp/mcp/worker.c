#include "lsp/mcp/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/process/spawn.h"

/* The life of the process. Its children do not outlive it, nor it its parent. */
_Noreturn static void work(const struct tool *t, struct tool_call c, int out, int err) {
    struct arena arena = {0};
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(null, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    c.arena = &arena;
    cJSON *result = tool_run(t, &c);
    char *text = cJSON_PrintUnformatted(result);
    bool good = text && fputs(text, stdout) >= 0 && fflush(stdout) == 0;
    _exit(good ? 0 : 1);
}

const char *worker_start(struct arena *a, struct child *out, const struct tool *t,
                         const struct tool_call *c) {
    int pipes[2] = {-1, -1};
    *out = (struct child){.in = -1, .out = -1, .err = spawn_capture("messages")};
    pid_t parent = getpid(), pid = -1;
    if (out->err >= 0 && pipe2(pipes, O_CLOEXEC) == 0)
        pid = fork();
    if (pid == 0) {
        if (getppid() != parent)
            _exit(1);
        work(t, *c, pipes[1], out->err);
    }
    int error = errno;
    if (pipes[1] >= 0)
        close(pipes[1]);
    out->out = pipes[0];
    if (pid < 0) {
        child_release(out);
        return arena_printf(a, "cannot start a process: %s", strerror(error));
    }
    setpgid(pid, pid);
    out->pid = pid;
    return NULL;
}
