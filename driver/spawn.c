#include "driver/spawn.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct spawn_signals spawn_block_signals(void) {
    struct spawn_signals s;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGQUIT);
    sigaddset(&set, SIGTERM);
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_BLOCK, &set, &s.before);
    return s;
}

/* As execvp() does it. */
static int spawn_script(pid_t *child, const struct spawn_request *r,
                        const posix_spawn_file_actions_t *files,
                        const posix_spawnattr_t *attributes) {
    size_t n = 0;
    while (r->argv[n])
        n++;
    char **argv = calloc(n + 3, sizeof *argv);
    if (!argv)
        return ENOMEM;
    argv[0] = "sh";
    argv[1] = (char *)r->path;
    for (size_t i = 1; i < n; i++)
        argv[i + 1] = r->argv[i];
    int error = posix_spawn(child, "/bin/sh", files, attributes, argv, environ);
    free(argv);
    return error;
}

pid_t spawn_start(const struct spawn_request *r) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    pid_t child = -1;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    if (r->in >= 0)
        posix_spawn_file_actions_adddup2(&files, r->in, STDIN_FILENO);
    if (r->out >= 0)
        posix_spawn_file_actions_adddup2(&files, r->out, STDOUT_FILENO);
    if (r->err >= 0)
        posix_spawn_file_actions_adddup2(&files, r->err, STDERR_FILENO);
    if (r->dir)
        posix_spawn_file_actions_addchdir_np(&files, r->dir);
    if (r->signals)
        posix_spawnattr_setsigmask(&attributes, &r->signals->before);
    posix_spawnattr_setflags(&attributes, (short)((r->signals ? POSIX_SPAWN_SETSIGMASK : 0) |
                                                  (r->group ? POSIX_SPAWN_SETPGROUP : 0)));
    int error = posix_spawn(&child, r->path, &files, &attributes, r->argv, environ);
    if (error == ENOEXEC)
        error = spawn_script(&child, r, &files, &attributes);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    errno = error;
    return error ? -1 : child;
}

int spawn_wait(pid_t child) {
    sigset_t blocked;
    int status;
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    for (;;) {
        pid_t done = waitpid(child, &status, WNOHANG);
        if (done == child)
            return status;
        if (done < 0 && errno != EINTR)
            return -1;
        siginfo_t info;
        int signal_number = sigwaitinfo(&blocked, &info);
        if (signal_number > 0 && signal_number != SIGCHLD && info.si_code != SI_KERNEL)
            kill(child, signal_number);
    }
}

int spawn_run(const struct spawn_request *r) {
    pid_t child = spawn_start(r);
    int status;
    if (child < 0)
        return -1;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return status;
}

_Noreturn void spawn_end_as(int status) {
    if (WIFEXITED(status))
        exit(WEXITSTATUS(status));
    int number = WTERMSIG(status);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    signal(number, SIG_DFL);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    _exit(128 + number);
}

bool spawn_was_interrupted(int status) {
    int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return number == SIGHUP || number == SIGINT || number == SIGQUIT || number == SIGTERM;
}

int spawn_capture(const char *name) {
    return memfd_create(name, MFD_CLOEXEC);
}

int spawn_text(const char *name, const char *bytes, size_t n) {
    int fd = spawn_capture(name);
    for (size_t done = 0; fd >= 0 && done < n;) {
        ssize_t written = write(fd, bytes + done, n - done);
        if (written <= 0) {
            close(fd);
            return -1;
        }
        done += (size_t)written;
    }
    return fd;
}
