/* A library to preload: makes the Nth call of a program for memory or of the system fail, or ends
 * the program there.
 *
 * FAIL_PROGRAM  name of the program; others are left alone
 * FAIL_STATE    file of a struct state, shared by its processes: counts go on over forks and execs
 * FAIL_CLASS    "memory" or "system"
 * FAIL_AT       number of the call, from 0
 * FAIL_HOW      "once", "after" (this and all later ones), or "kill" */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

struct state {
    atomic_ulong calls, failed;
};

static struct state *state;
static bool counts_memory;
static unsigned long fail_at;
static char how;

__attribute__((constructor)) static void begin(void) {
    const char *program = getenv("FAIL_PROGRAM"), *file = getenv("FAIL_STATE");
    const char *class = getenv("FAIL_CLASS"), *at = getenv("FAIL_AT"), *what = getenv("FAIL_HOW");
    if (!program || !file || !class || !at || !what ||
        strcmp(program_invocation_short_name, program) != 0)
        return;
    int fd = open(file, O_RDWR | O_CLOEXEC);
    counts_memory = strcmp(class, "memory") == 0;
    fail_at = strtoul(at, NULL, 10);
    how = what[0];
    void *p = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (p != MAP_FAILED)
        state = p;
}

static bool fails(bool memory) {
    if (!state || memory != counts_memory)
        return false;
    unsigned long n = atomic_fetch_add(&state->calls, 1);
    if (how == 'a' ? n < fail_at : n != fail_at)
        return false;
    atomic_fetch_add(&state->failed, 1);
    if (how == 'k')
        kill(getpid(), SIGKILL);
    return true;
}

/* --- memory ------------------------------------------------------------------ */

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);

static void *no_memory(void) {
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t n) {
    return fails(true) ? no_memory() : __libc_malloc(n);
}

void *calloc(size_t n, size_t size) {
    return fails(true) ? no_memory() : __libc_calloc(n, size);
}

void *realloc(void *p, size_t n) {
    return fails(true) ? no_memory() : __libc_realloc(p, n);
}

/* --- the system -------------------------------------------------------------- */

/* A function that fails with an error number, or is the next one of its name. */
#define FAILING(type, name, error, failed, parameters, arguments)                                  \
    type name parameters {                                                                         \
        if (fails(false)) {                                                                        \
            errno = error;                                                                         \
            return failed;                                                                         \
        }                                                                                          \
        type(*next) parameters = (type(*) parameters)dlsym(RTLD_NEXT, #name);                      \
        return next arguments;                                                                     \
    }

FAILING(ssize_t, read, EIO, -1, (int fd, void *p, size_t n), (fd, p, n))
FAILING(ssize_t, pread, EIO, -1, (int fd, void *p, size_t n, off_t at), (fd, p, n, at))
FAILING(ssize_t, write, ENOSPC, -1, (int fd, const void *p, size_t n), (fd, p, n))
FAILING(ssize_t, pwrite, ENOSPC, -1, (int fd, const void *p, size_t n, off_t at), (fd, p, n, at))
FAILING(pid_t, fork, EAGAIN, -1, (void), ())
FAILING(int, socketpair, EMFILE, -1, (int domain, int type, int protocol, int fds[2]),
        (domain, type, protocol, fds))
FAILING(ssize_t, send, ENOBUFS, -1, (int fd, const void *p, size_t n, int flags), (fd, p, n, flags))
FAILING(ssize_t, recv, ENOMEM, -1, (int fd, void *p, size_t n, int flags), (fd, p, n, flags))
FAILING(int, rename, EACCES, -1, (const char *from, const char *to), (from, to))
FAILING(int, renameat, EACCES, -1, (int from, const char *x, int to, const char *y),
        (from, x, to, y))
FAILING(int, mkostemp, EMFILE, -1, (char *name, int flags), (name, flags))
FAILING(int, mkstemp, EMFILE, -1, (char *name), (name))
FAILING(int, memfd_create, EMFILE, -1, (const char *name, unsigned flags), (name, flags))
FAILING(int, pipe2, EMFILE, -1, (int fds[2], int flags), (fds, flags))
FAILING(int, dup2, EMFILE, -1, (int from, int to), (from, to))
FAILING(int, ftruncate, EIO, -1, (int fd, off_t n), (fd, n))
FAILING(off_t, lseek, EIO, -1, (int fd, off_t at, int from), (fd, at, from))
FAILING(int, setenv, ENOMEM, -1, (const char *name, const char *value, int replace),
        (name, value, replace))
FAILING(ssize_t, readlink, EACCES, -1, (const char *path, char *p, size_t n), (path, p, n))

int openat(int dir, const char *path, int flags, ...) {
    va_list ap;
    va_start(ap, flags);
    mode_t mode = va_arg(ap, mode_t);
    va_end(ap);
    if (fails(false)) {
        errno = EMFILE;
        return -1;
    }
    int (*next)(int, const char *, int, ...) =
        (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat");
    return next(dir, path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list ap;
    va_start(ap, flags);
    mode_t mode = va_arg(ap, mode_t);
    va_end(ap);
    if (fails(false)) {
        errno = EMFILE;
        return -1;
    }
    int (*next)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
    return next(path, flags, mode);
}
