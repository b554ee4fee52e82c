#include "base/descriptor.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* "3", and nothing behind it; -1 if it is no such number. */
static int number_of(const char *text) {
    char *end;
    errno = 0;
    long n = strtol(text, &end, 10);
    bool good = isdigit((unsigned char)*text) && !*end && !errno && n <= 1 << 20;
    return good ? (int)n : -1;
}

int descriptor_named(const char *path) {
    static const struct {
        const char *path;
        int fd;
    } names[] = {
        {"-", STDOUT_FILENO}, {"/dev/stdout", STDOUT_FILENO}, {"/dev/stderr", STDERR_FILENO}};
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(path, names[i].path) == 0)
            return names[i].fd;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (strncmp(path, folders[i], strlen(folders[i])) == 0)
            return number_of(path + strlen(folders[i]));
    return -1;
}

/* Whether to go on after a write that failed: it was interrupted, or there is no room yet. */
static bool may_go_on(int fd) {
    if (errno == EAGAIN || errno == EWOULDBLOCK)
        poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
    else if (errno != EINTR)
        return false;
    return true;
}

bool descriptor_write(int fd, const char *bytes, size_t n) {
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    bool good = true;
    while (n && good) {
        ssize_t written = write(fd, bytes, n);
        good = written >= 0 || may_go_on(fd);
        bytes += written > 0 ? written : 0;
        n -= written > 0 ? (size_t)written : 0;
    }
    int error = errno;
    signal(SIGPIPE, before);
    errno = error;
    return good || error == EPIPE || error == ECONNRESET;
}

FILE *descriptor_open(const char *path) {
    int named = descriptor_named(path);
    if (named < 0)
        return fopen(path, "w");
    int fd = fcntl(named, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!out && fd >= 0)
        close(fd);
    return out;
}
