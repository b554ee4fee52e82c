#include "driver/outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/die.h"
#include "base/str.h"

/* Bytes on their way into a file. */
struct writing {
    struct arena *arena;
    const char *bytes;
    size_t n;
};

static bool write_stream(const struct writing *w, FILE *out) {
    return fwrite(w->bytes, 1, w->n, out) == w->n && fflush(out) == 0;
}

/* Closing must not hide why writing failed. */
static bool close_stream(FILE *out, bool good) {
    int error = errno;
    bool closed = fclose(out) == 0;
    errno = good ? errno : error;
    return good && closed;
}

static bool write_directly(const struct writing *w, const char *path) {
    FILE *out = fopen(path, "w");
    return out && close_stream(out, write_stream(w, out));
}

static mode_t usual_mode(void) {
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static bool write_beside(const struct writing *w, const char *path) {
    char *beside =
        arena_printf(w->arena, "%s/.%s.XXXXXX", path_dir(w->arena, path), path_base(path));
    int fd = mkostemp(beside, O_CLOEXEC);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!out)
        return false;
    bool good = fchmod(fd, usual_mode()) == 0 && write_stream(w, out);
    good = close_stream(out, good) && rename(beside, path) == 0;
    int error = errno;
    if (!good)
        unlink(beside);
    errno = error;
    return good;
}

/* Under a name of its own first, then in place at once. A termination in between
 * would leave the wrong name behind, so it waits. */
static bool write_whole(const struct writing *w, const char *path) {
    char real[PATH_MAX];
    sigset_t termination, before;
    sigemptyset(&termination);
    sigaddset(&termination, SIGTERM);
    sigprocmask(SIG_BLOCK, &termination, &before);
    bool good = write_beside(w, realpath(path, real) ? real : path);
    int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return good;
}

static bool is_special(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

bool outputs_put(struct arena *a, const char *path, const char *bytes, size_t n,
                 struct problems *p) {
    struct writing writing = {a, bytes, n};
    bool good;
    if (strcmp(path, "-") == 0)
        good = write_stream(&writing, stdout);
    else
        good = is_special(path) ? write_directly(&writing, path) : write_whole(&writing, path);
    if (!good)
        problems_add(p, SEVERITY_ERROR, "cannot write '%s': %s", path, strerror(errno));
    return good;
}

const char *outputs_render(struct arena *a, const struct report *r, const struct writer_options *w,
                           const char *format, size_t *n) {
    char *bytes = NULL;
    FILE *out = open_memstream(&bytes, n);
    bool good = out && diag_writer(format)->write(a, out, r, w) == 0;
    good = out && fclose(out) == 0 && good;
    if (!good)
        die("out of memory");
    const char *copy = arena_strndup(a, bytes, *n);
    free(bytes);
    return copy;
}

void outputs_check(const struct options *o, struct problems *p) {
    struct str formats = {.arena = p->arena};
    for (size_t i = 0; i < diag_writer_count; i++)
        str_printf(&formats, "%s%s", i ? ", " : "", diag_writers[i].name);
    for (size_t i = 0; i < o->outputs.n; i++)
        if (!diag_writer(o->outputs.at[i].format))
            problems_add(p, SEVERITY_ERROR, "unknown output format '%s'; there are %s",
                         o->outputs.at[i].format, str_text(&formats));
}
