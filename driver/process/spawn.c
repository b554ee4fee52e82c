#include "driver/process/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* What is opened gets the lowest number that is free. */
void spawn_occupy_standard(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

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

/* 0, or an error number. */
static int add_actions(posix_spawn_file_actions_t *files, const struct spawn_request *r) {
    const int from[] = {r->in, r->out, r->err};
    int error = 0;
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO && !error; fd++)
        if (from[fd] >= 0)
            error = posix_spawn_file_actions_adddup2(files, from[fd], fd);
    if (r->dir && !error)
        error = posix_spawn_file_actions_addchdir_np(files, r->dir);
    return error;
}

pid_t spawn_start(const struct spawn_request *r) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    pid_t child = -1;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    int error = add_actions(&files, r);
    if (r->signals)
        posix_spawnattr_setsigmask(&attributes, &r->signals->before);
    posix_spawnattr_setflags(&attributes, (short)((r->signals ? POSIX_SPAWN_SETSIGMASK : 0) |
                                                  (r->group ? POSIX_SPAWN_SETPGROUP : 0)));
    if (!error)
        error = posix_spawn(&child, r->path, &files, &attributes, r->argv, environ);
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

/* What is left until then; nothing if it is past. */
static struct timespec time_left(const struct timespec *until) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds =
        (double)(until->tv_sec - now.tv_sec) + (double)(until->tv_nsec - now.tv_nsec) * 1e-9;
    if (seconds < 0)
        seconds = 0;
    return (struct timespec){(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
}

/* Leaves the child to be waited for. */
static bool has_ended(pid_t child) {
    siginfo_t info = {0};
    int done = waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT);
    return (done == 0 && info.si_pid == child) || (done != 0 && errno != EINTR);
}

/* Its wait status. What the kernel cannot end keeps nobody waiting. */
static int collect(pid_t child) {
    enum { ATTEMPTS = 1000, MILLISECONDS = 1 };
    int status = SIGKILL;
    for (int i = 0; i < ATTEMPTS && waitpid(child, &status, WNOHANG) == 0; i++)
        nanosleep(&(struct timespec){.tv_nsec = MILLISECONDS * 1000000}, NULL);
    return status;
}

struct group_end spawn_wait_group(pid_t leader, const struct timespec *until) {
    struct group_end e = {0};
    sigset_t blocked;
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    while (!has_ended(leader) && !e.interrupted && !e.late) {
        struct timespec left = time_left(until);
        int number = sigtimedwait(&blocked, NULL, &left);
        e.late = number < 0 && errno == EAGAIN;
        e.interrupted = number > 0 && number != SIGCHLD ? number : 0;
    }
    kill(-leader, SIGKILL);
    e.status = collect(leader);
    return e;
}

int spawn_run_by(spawn_starter *start, const struct spawn_request *r) {
    pid_t child = start(r);
    int status;
    if (child < 0)
        return -1;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return status;
}

int spawn_run(const struct spawn_request *r) {
    return spawn_run_by(spawn_start, r);
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

const char *spawn_shared_path(struct arena *a, int fd) {
    fcntl(fd, F_SETFD, 0);
    return arena_printf(a, "/proc/self/fd/%d", fd);
}
