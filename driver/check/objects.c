#include "driver/check/objects.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/die.h"
#include "base/problems.h"
#include "base/process/exit_reason.h"
#include "base/process/spawn.h"
#include "base/str.h"
#include "codegen/object/object.h"
#include "driver/process/limits.h"

/* Only what begins as an object does is read as a whole. */
static bool is_object(const char *path) {
    enum { BEGINNING = 8 };
    struct arena scratch = {0};
    uint8_t beginning[BEGINNING] = {0};
    size_t n = 0;
    int fd = open_file_within(path, (size_t)READ_FILE_MIB << 20, &n);
    bool object = false;
    if (fd >= 0 && pread(fd, beginning, BEGINNING, 0) == BEGINNING &&
        object_may_be((struct piece){beginning, BEGINNING})) {
        struct device_object o;
        char *bytes = read_open_file(&scratch, fd, (size_t)READ_FILE_MIB << 20, &n);
        object_open(&scratch, (struct piece){(const uint8_t *)bytes, bytes ? n : 0}, &o);
        object = o.kind != OBJECT_OTHER_FILE || o.error;
    }
    if (fd >= 0)
        close(fd);
    arena_free(&scratch);
    return object;
}

struct words check_take_objects(struct arena *a, struct words *files) {
    struct words objects = {0};
    size_t kept = 0;
    for (size_t i = 0; i < files->n; i++)
        if (is_object(files->at[i]))
            words_add(a, &objects, files->at[i]);
        else
            files->at[kept++] = files->at[i];
    files->n = kept;
    return objects;
}

static bool has_ptx(const char *path) {
    struct arena scratch = {0};
    struct device_object o;
    size_t n = 0;
    bool any = false;
    const char *bytes = read_file(&scratch, path, &n);
    object_open(&scratch, (struct piece){(const uint8_t *)bytes, bytes ? n : 0}, &o);
    for (size_t i = 0; i < o.entries.n; i++)
        any |= o.entries.at[i].kind == OBJECT_PTX;
    arena_free(&scratch);
    return any;
}

struct words check_objects_with_ptx(struct arena *a, const struct words *objects) {
    struct words found = {0};
    for (size_t i = 0; i < objects->n; i++)
        if (has_ptx(objects->at[i]))
            words_add(a, &found, objects->at[i]);
    return found;
}

/* In a child: a name or a file that somebody made to take all memory costs no more than an error.
 */
static void read_limited(const char *path, const struct options *o, int log) {
    enum { KERNELS = 16 };
    struct arena arena = {0};
    budget_limit_memory(&o->budget);
    budget_allow(&o->budget, KERNELS);
    dup2(log, STDERR_FILENO);
    int status = object_table_print(&arena, path, o);
    if (fflush(stdout) != 0)
        status = problems_fail(
            arena_printf(&arena, "cannot write standard output: %s", strerror(errno)));
    _exit(status);
}

/* What a child said before it ended. LLVM's demangler ends a process without a word where a name
 * takes all memory. */
static const char *words_of(struct arena *a, int status, int log) {
    const char *text = failure_text(a, log, 0);
    bool aborted = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
    return aborted && !*text ? "out of memory" : text;
}

/* What a child said itself is passed on; else why it ended. */
static int report(struct arena *a, const char *path, int status, int log) {
    const char *text = words_of(a, status, log), *reason = failure_of(a, status, text);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE)
        raise(SIGPIPE);
    if (reason)
        return problems_fail(arena_printf(a, "%s: %s", path, reason));
    fputs(text, stderr);
    return WEXITSTATUS(status);
}

int check_objects(struct arena *a, const struct words *objects, const struct options *o) {
    int result = EXIT_SUCCESS;
    for (size_t i = 0; i < objects->n; i++) {
        int log = spawn_capture("log"), status = 0;
        fflush(stdout);
        pid_t child = log < 0 ? -1 : fork();
        if (child == 0)
            read_limited(objects->at[i], o, log);
        if (child < 0)
            return problems_fail(arena_printf(a, "cannot start a process: %s", strerror(errno)));
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
        int one = report(a, objects->at[i], status, log);
        result = one ? one : result;
        close(log);
    }
    return result;
}
