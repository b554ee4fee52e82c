#include "codegen/backend/assemble.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/process/spawn.h"
#include "base/process/supervisor.h"
#include "base/words.h"
#include "source/compiler/toolchain.h"

static bool is_over(const struct timespec *until) {
    struct timespec left = spawn_time_left(until);
    return left.tv_sec == 0 && left.tv_nsec == 0;
}

/* Whether the child ends well in time; it has ended then in any case. */
static bool wait_for(pid_t child, double seconds) {
    enum { MILLISECOND = 1000000 };
    struct timespec until;
    int status;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)seconds + 1;
    while (!spawn_has_ended(child) && !is_over(&until))
        nanosleep(&(struct timespec){.tv_nsec = MILLISECOND}, NULL);
    if (!spawn_has_ended(child))
        kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static struct piece contents(struct arena *a, int file) {
    struct stat st;
    if (fstat(file, &st) != 0 || st.st_size <= 0)
        return (struct piece){0};
    uint8_t *bytes = NEW_ARRAY(a, uint8_t, (size_t)st.st_size);
    ssize_t n = pread(file, bytes, (size_t)st.st_size, 0);
    return n == st.st_size ? (struct piece){bytes, (size_t)n} : (struct piece){0};
}

/* The text without the NUL bytes that fat binaries put behind it: ptxas takes them for text. */
static size_t length_of(struct piece ptx) {
    while (ptx.n && ptx.at[ptx.n - 1] == '\0')
        ptx.n--;
    return ptx.n;
}

/* ptxas reads its standard input, and writes a file in memory. */
static struct piece run(struct arena *a, const struct assembly *what, const char *ptxas) {
    struct words w = {0};
    struct piece cubin = {0};
    int in = spawn_text("ptx", (const char *)what->ptx.at, length_of(what->ptx));
    int out = spawn_capture("cubin"), null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (in < 0 || out < 0 || null < 0)
        goto close;
    words_add(a, &w, ptxas);
    words_add(a, &w, arena_printf(a, "-arch=%s", what->arch));
    words_add(a, &w, "/dev/stdin");
    words_add(a, &w, "-o");
    words_add(a, &w, "/dev/stdout");
    supervisor_use_folder();
    pid_t child = spawn_start(&(struct spawn_request){.path = ptxas,
                                                      .argv = words_argv(a, &w),
                                                      .in = in,
                                                      .out = out,
                                                      .err = null,
                                                      .death_signal = SIGKILL});
    if (child > 0 && wait_for(child, what->seconds))
        cubin = contents(a, out);
close:
    for (int i = 0, files[] = {in, out, null}; i < 3; i++)
        if (files[i] >= 0)
            close(files[i]);
    return cubin;
}

struct piece assemble(struct arena *a, const struct assembly *what) {
    const char *ptxas = toolchain_find(a, "ptxas", "");
    if (!ptxas)
        return (struct piece){0};
    struct cache_key key = cache_key(a, "cubin 1");
    cache_key_file(&key, ptxas);
    cache_key_text(&key, what->arch);
    cache_key_add(&key, what->ptx.at, what->ptx.n);
    size_t n = 0;
    const char *known = cache_get(a, what->cache, &key, &n);
    if (known)
        return (struct piece){(const uint8_t *)known, n};
    struct piece cubin = run(a, what, ptxas);
    cache_put(a, what->cache, &key, (const char *)cubin.at, cubin.n);
    return cubin;
}
