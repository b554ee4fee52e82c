#include "base/store/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/process/spawn.h"
#include "base/str.h"
#include "base/words.h"

/* The descriptor of the list. */
#define LIST_VARIABLE "CLPERF_UNFINISHED"

/* What names of their own begin with. */
static const char prefix[] = ".clperf-";

/* --- the list -------------------------------------------------------------- */

static int list_of_environment(void) {
    const char *number = getenv(LIST_VARIABLE);
    return number ? atoi(number) : -1;
}

int whole_file_list(void) {
    char number[16];
    int own = spawn_capture("unfinished");
    int list = own >= 0 ? fcntl(own, F_DUPFD, STDERR_FILENO + 1) : -1;
    if (own >= 0)
        close(own);
    snprintf(number, sizeof number, "%d", list);
    if (list >= 0 && setenv(LIST_VARIABLE, number, 1) == 0)
        return list;
    if (list >= 0)
        close(list);
    return -1;
}

void whole_file_use_list(void) {
    int list = list_of_environment();
    if (list >= 0 && fcntl(list, F_SETFD, FD_CLOEXEC) != 0)
        unsetenv(LIST_VARIABLE);
}

/* Before there is such a file. The path, with its NUL, in one piece. */
static void note(const char *path) {
    int list = list_of_environment();
    if (list >= 0 && write(list, path, strlen(path) + 1) < 0)
        unsetenv(LIST_VARIABLE);
}

/* Takes no memory: there may be none. */
void whole_file_remove_left(int list) {
    char path[PATH_MAX];
    off_t at = 0;
    if (list < 0)
        return;
    for (ssize_t n; (n = pread(list, path, sizeof path - 1, at)) > 0;) {
        path[n] = 0;
        if (str_starts(path_base(path), prefix))
            unlink(path);
        at += (off_t)strlen(path) + 1;
    }
    close(list);
}

/* --- writing --------------------------------------------------------------- */

/* A file on its way. */
struct unfinished {
    int dir;
    const char *name; /* in the directory */
};

static int open_directory(const char *dir) {
    return open(dir, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* The directory of a real path, or -1 if it has become another one's. */
static int open_real_directory(struct arena *a, const char *dir) {
    struct words parts = words_split(a, dir, "/");
    int fd = open_directory("/");
    for (size_t i = 0; i < parts.n && fd >= 0; i++) {
        int next = openat(fd, parts.at[i], O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        int error = errno;
        close(fd);
        fd = next;
        errno = error;
    }
    return fd;
}

/* Where an open directory is, for other processes. */
static const char *path_of_directory(struct arena *a, int dir, const char *otherwise) {
    char real[PATH_MAX];
    ssize_t n = readlink(arena_printf(a, "/proc/self/fd/%d", dir), real, sizeof real);
    return n > 0 && (size_t)n < sizeof real ? arena_strndup(a, real, (size_t)n) : otherwise;
}

/* Creates it, under a name that nobody else uses. The descriptor, or -1. */
static int begin(struct arena *a, const struct whole_file *f, struct unfinished *u) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    u->name = arena_printf(a, "%s%d-%llx%09lx", prefix, (int)getpid(), (long long)now.tv_sec,
                           now.tv_nsec);
    const char *dir = path_of_directory(a, u->dir, path_dir(a, f->path));
    note(arena_printf(a, "%s/%s", dir, u->name));
    return openat(u->dir, u->name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, f->mode);
}

static bool write_all(int fd, const char *bytes, size_t n) {
    while (n) {
        ssize_t done = write(fd, bytes, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        n -= (size_t)done;
    }
    return true;
}

/* Closing must not hide why writing failed. */
static bool close_file(int fd, bool good) {
    int error = errno;
    bool closed = close(fd) == 0;
    errno = good ? errno : error;
    return good && closed;
}

static bool put_in(struct arena *a, const struct whole_file *f, int dir) {
    struct unfinished u = {.dir = dir};
    int fd = begin(a, f, &u);
    if (fd < 0)
        return false;
    bool good = close_file(fd, write_all(fd, f->bytes, f->n)) &&
                renameat(dir, u.name, dir, path_base(f->path)) == 0;
    int error = errno;
    if (!good)
        unlinkat(dir, u.name, 0);
    errno = error;
    return good;
}

bool whole_file_put(struct arena *a, const struct whole_file *f) {
    const char *dir = path_dir(a, f->path);
    int fd = f->no_links ? open_real_directory(a, dir) : open_directory(dir);
    return fd >= 0 && close_file(fd, put_in(a, f, fd));
}
