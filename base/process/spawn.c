#include "base/process/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Of a child that executes nothing: one whose parent knows why, and one whose parent does not. */
enum { EXIT_CANNOT_REPORT = 126, EXIT_CANNOT_EXECUTE = 127 };

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
    s.child_handler = signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_BLOCK, &set, &s.before);
    return s;
}

void spawn_restore_signals(const struct spawn_signals *s) {
    signal(SIGCHLD, s->child_handler);
    sigprocmask(SIG_SETMASK, &s->before, NULL);
}

/* --- starting -------------------------------------------------------------- */

void spawn_end_with_parent(pid_t parent, int death_signal) {
    prctl(PR_SET_PDEATHSIG, death_signal);
    if (getppid() != parent)
        kill(getpid(), SIGKILL);
}

/* As execvp() does it. */
static void execute_script(const struct spawn_request *r) {
    size_t n = 0;
    while (r->argv[n])
        n++;
    char **argv = calloc(n + 3, sizeof *argv);
    if (!argv)
        return;
    argv[0] = "sh";
    argv[1] = (char *)r->path;
    for (size_t i = 1; i < n; i++)
        argv[i + 1] = r->argv[i];
    execve("/bin/sh", argv, environ);
    free(argv);
}

/* False with errno set. */
static bool take_descriptors(const struct spawn_request *r) {
    const int from[] = {r->in, r->out, r->err};
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        bool there = from[fd] == fd;
        if (from[fd] >= 0 && (there ? fcntl(fd, F_SETFD, 0) : dup2(from[fd], fd)) < 0)
            return false;
    }
    return true;
}

/* A child's life until it executes something. Returns with errno set if it cannot. */
static void become(const struct spawn_request *r, pid_t parent, int talk) {
    char go;
    if (r->death_signal)
        spawn_end_with_parent(parent, r->death_signal);
    if (r->group && setpgid(0, 0) != 0)
        return;
    if (!take_descriptors(r) || (r->dir && chdir(r->dir) != 0))
        return;
    if (r->signals)
        spawn_restore_signals(r->signals);
    if (r->forked)
        (void)!recv(talk, &go, 1, 0);
    execve(r->path, r->argv, environ);
    if (errno == ENOEXEC)
        execute_script(r);
}

/* 0 once the child executes what it should, or the error number that it reports. */
static int read_report(int talk) {
    int error = 0;
    ssize_t n;
    do
        n = recv(talk, &error, sizeof error, MSG_WAITALL);
    while (n < 0 && errno == EINTR);
    return n == sizeof error ? error : 0;
}

static _Noreturn void report_failure(int talk) {
    int error = errno;
    ssize_t n = send(talk, &error, sizeof error, MSG_NOSIGNAL);
    _exit(n == sizeof error ? EXIT_CANNOT_EXECUTE : EXIT_CANNOT_REPORT);
}

/* Our side of the start. 0, or an error number. */
static int let_go(const struct spawn_request *r, int talk) {
    if (r->forked) {
        r->forked(r->context);
        if (send(talk, "g", 1, MSG_NOSIGNAL) != 1)
            shutdown(talk, SHUT_WR);
    }
    return read_report(talk);
}

/* Not posix_spawn(): that has nothing of a parent's death. */
pid_t spawn_start(const struct spawn_request *r) {
    int talk[2];
    pid_t parent = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk) != 0)
        return -1;
    pid_t child = fork();
    if (child == 0) {
        close(talk[0]);
        become(r, parent, talk[1]);
        report_failure(talk[1]);
    }
    int error = child < 0 ? errno : 0;
    close(talk[1]);
    if (child > 0 && (error = let_go(r, talk[0])) != 0)
        waitpid(child, NULL, 0);
    close(talk[0]);
    errno = error;
    return error ? -1 : child;
}

/* --- waiting --------------------------------------------------------------- */

struct timespec spawn_time_left(const struct timespec *until) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds =
        (double)(until->tv_sec - now.tv_sec) + (double)(until->tv_nsec - now.tv_nsec) * 1e-9;
    if (seconds < 0)
        seconds = 0;
    return (struct timespec){(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
}

bool spawn_has_ended(pid_t child) {
    siginfo_t info = {0};
    int done = waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT);
    return (done == 0 && info.si_pid == child) || (done != 0 && errno != EINTR);
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

char *spawn_captured(struct arena *a, int fd, size_t *n) {
    struct stat st;
    size_t size = fstat(fd, &st) == 0 ? (size_t)st.st_size : 0;
    char *bytes = arena_alloc(a, size + 1);
    ssize_t got = 1;
    for (*n = 0; *n < size && got > 0; *n += got > 0 ? (size_t)got : 0)
        got = pread(fd, bytes + *n, size - *n, (off_t)*n);
    bytes[*n] = '\0';
    return bytes;
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
