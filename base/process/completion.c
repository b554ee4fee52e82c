#include "base/process/completion.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/process/spawn.h"

/* The number of the descriptor that a child waits at. */
#define DESCRIPTOR_VARIABLE "CLPERF_COMPLETION"

bool completion_open(struct completion *c) {
    int ends[2];
    char number[16];
    *c = (struct completion){-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    *c = (struct completion){.wait = ends[0], .tell = ends[1]};
    snprintf(number, sizeof number, "%d", c->wait);
    return fcntl(c->wait, F_SETFD, 0) == 0 && setenv(DESCRIPTOR_VARIABLE, number, 1) == 0;
}

/* A number that names no pipe is not ours. */
int completion_inherited(void) {
    const char *number = getenv(DESCRIPTOR_VARIABLE);
    struct stat st;
    int descriptor = number ? atoi(number) : -1;
    bool ours = descriptor > STDERR_FILENO && fstat(descriptor, &st) == 0 && S_ISFIFO(st.st_mode);
    return ours ? descriptor : -1;
}

static void close_end(int *descriptor) {
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

/* The end that is waited at is open here, too, so that there is somebody to write to. */
void completion_end(struct completion *c, bool well) {
    if (well && c->tell >= 0)
        (void)!write(c->tell, "", 1);
    close_end(&c->tell);
    close_end(&c->wait);
    unsetenv(DESCRIPTOR_VARIABLE);
}

static struct timespec from_now(double seconds) {
    enum { NANOSECONDS = 1000000000 };
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    double all = (double)t.tv_nsec + seconds * NANOSECONDS;
    t.tv_sec += (time_t)(all / NANOSECONDS);
    t.tv_nsec = (long)(all - (double)(time_t)(all / NANOSECONDS) * NANOSECONDS);
    return t;
}

/* The byte is never read: it is there for the next one who asks. */
bool completion_wait(int descriptor, double seconds) {
    const struct timespec until = from_now(seconds);
    struct pollfd end = {.fd = descriptor, .events = POLLIN};
    int n;
    do {
        struct timespec left = spawn_time_left(&until);
        n = ppoll(&end, 1, &left, NULL);
    } while (n < 0 && errno == EINTR);
    return n > 0 && end.revents & POLLIN;
}
