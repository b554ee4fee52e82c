#include "base/store/write_output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/store/whole_file.h"

/* Bytes to a file that is not replaced. */
static bool write_stream(FILE *out, const char *bytes, size_t n) {
    return fwrite(bytes, 1, n, out) == n && fflush(out) == 0;
}

/* A pipe that nobody reads keeps nobody waiting. */
static bool write_special(const char *path, const char *bytes, size_t n) {
    int fd = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return false;
    FILE *out = fcntl(fd, F_SETFL, 0) == 0 ? fdopen(fd, "w") : NULL;
    bool good = out && write_stream(out, bytes, n);
    int error = errno;
    if (!out) {
        close(fd);
        errno = error;
        return false;
    }
    good = fclose(out) == 0 && good;
    errno = error ? error : errno;
    return good;
}

/* A termination before the file is in its place would leave another name behind, so it waits. */
static bool write_whole(struct arena *a, const struct output_place *to, const char *bytes,
                        size_t n) {
    char real[PATH_MAX];
    sigset_t termination, before;
    const char *path = to->real ? to->real : realpath(to->path, real) ? real : to->path;
    struct whole_file file = {
        .path = path, .mode = 0666, .bytes = bytes, .n = n, .no_links = to->real};
    sigemptyset(&termination);
    sigaddset(&termination, SIGTERM);
    sigprocmask(SIG_BLOCK, &termination, &before);
    bool good = whole_file_put(a, &file);
    int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return good;
}

static bool is_special(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

bool write_output_at(struct arena *a, const struct output_place *to, const char *bytes, size_t n,
                     struct problems *p) {
    const int fd = to->real ? -1 : descriptor_named(to->path);
    bool good;
    fflush(stdout);
    if (fd >= 0)
        good = descriptor_write(fd, bytes, n);
    else if (!to->real && is_special(to->path))
        good = write_special(to->path, bytes, n);
    else
        good = write_whole(a, to, bytes, n);
    if (!good)
        problems_add(p, SEVERITY_ERROR, "cannot write '%s': %s", to->path, strerror(errno));
    return good;
}

bool write_output(struct arena *a, const char *path, const char *bytes, size_t n,
                  struct problems *p) {
    return write_output_at(a, &(struct output_place){.path = path}, bytes, n, p);
}
