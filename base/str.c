#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void str_addn(struct str *s, const char *text, size_t n) {
    if (s->n + n + 1 > s->cap) {
        s->cap = (s->n + n + 1) * 2;
        char *bigger = arena_alloc(s->arena, s->cap);
        if (s->n)
            memcpy(bigger, s->text, s->n);
        s->text = bigger;
    }
    memcpy(s->text + s->n, text, n);
    s->n += n;
    s->text[s->n] = 0;
}

void str_add(struct str *s, const char *text) {
    str_addn(s, text, strlen(text));
}

void str_printf(struct str *s, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    str_add(s, arena_vprintf(s->arena, fmt, ap));
    va_end(ap);
}

const char *str_text(const struct str *s) {
    return s->text ? s->text : "";
}

bool str_starts(const char *s, const char *prefix) {
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool str_ends(const char *s, const char *suffix) {
    size_t n = strlen(s), m = strlen(suffix);
    return n >= m && strcmp(s + n - m, suffix) == 0;
}

size_t str_line(const char *text, const char *at) {
    size_t line = 1;
    for (; text < at && *text; text++)
        line += *text == '\n';
    return line;
}

const char *path_base(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *path_dir(struct arena *a, const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash)
        return ".";
    return slash == path ? "/" : arena_strndup(a, path, (size_t)(slash - path));
}

const char *path_real(struct arena *a, const char *path) {
    char real[PATH_MAX];
    return realpath(path, real) ? arena_strdup(a, real) : NULL;
}

const char *path_resolved(struct arena *a, const char *path) {
    const char *real = path_real(a, path);
    return real ? real : arena_strdup(a, path);
}

bool path_is_within(struct arena *a, const char *path, const char *folder) {
    const char *file = path_resolved(a, path), *top = path_resolved(a, folder);
    return str_starts(file, top) && file[strlen(top)] == '/';
}

/* Reads to the end, from a file that should have `expected` bytes but may change meanwhile. */
static char *read_all(struct arena *a, int fd, size_t expected, size_t most, size_t *bytes) {
    enum { SOME = 4096 };
    size_t room = expected ? expected + 1 : SOME, n = 0;
    char *text = arena_grow(a, NULL, 0, room);
    for (ssize_t got; (got = read(fd, text + n, room - n)) != 0;) {
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return NULL;
        n += (size_t)got;
        if (n > most) {
            errno = EFBIG;
            return NULL;
        }
        if (n == room) {
            text = arena_grow(a, text, room, room + room / 2);
            room += room / 2;
        }
    }
    text[n] = 0;
    if (bytes)
        *bytes = n;
    return text;
}

/* False, with errno set, if it is none that may be read. */
static bool may_be_read(const struct stat *st, size_t most) {
    if (S_ISDIR(st->st_mode))
        errno = EISDIR;
    else if (!S_ISREG(st->st_mode))
        errno = ENXIO;
    else if ((size_t)st->st_size > most)
        errno = EFBIG;
    else
        return true;
    return false;
}

/* Devices are not even opened, since that does something to some of them. The path may have
 * become one of another file by the time it is opened. */
int open_file_within(const char *path, size_t most, size_t *bytes) {
    struct stat st;
    if (stat(path, &st) != 0 || !may_be_read(&st, most))
        return -1;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    if (fstat(fd, &st) == 0 && may_be_read(&st, most)) {
        *bytes = (size_t)st.st_size;
        return fd;
    }
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

char *read_open_file(struct arena *a, int fd, size_t most, size_t *bytes) {
    struct stat st;
    return fstat(fd, &st) == 0 ? read_all(a, fd, (size_t)st.st_size, most, bytes) : NULL;
}

char *read_file_within(struct arena *a, const char *path, size_t most, size_t *bytes) {
    size_t expected;
    if (bytes)
        *bytes = 0;
    int fd = open_file_within(path, most, &expected);
    if (fd < 0)
        return NULL;
    char *text = read_all(a, fd, expected, most, bytes);
    int error = errno;
    close(fd);
    errno = error;
    return text;
}

char *read_file(struct arena *a, const char *path, size_t *bytes) {
    return read_file_within(a, path, (size_t)READ_FILE_MIB << 20, bytes);
}

char *read_text_file(struct arena *a, const char *path) {
    size_t n = 0;
    char *text = read_file(a, path, &n);
    if (!text || strlen(text) == n)
        return text;
    errno = EILSEQ;
    return NULL;
}

const char *read_file_error(struct arena *a, int error) {
    if (error == EILSEQ)
        return "it has a NUL byte";
    if (error == ENXIO)
        return "not a regular file";
    return error == EFBIG ? arena_printf(a, "larger than %d MiB", READ_FILE_MIB)
                          : arena_strdup(a, strerror(error));
}
