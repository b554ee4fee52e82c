#include "codegen/backend/assemble.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/process/spawn.h"
#include "base/process/supervisor.h"
#include "base/words.h"
#include "source/compiler/toolchain.h"

/* How a child ends that may take so long. */
enum outcome { MADE, REFUSED, STOPPED };

static enum outcome wait_for(pid_t child, double seconds) {
    enum { MILLISECOND = 1000000 };
    struct timespec until, left;
    int status;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)seconds + 1;
    for (left = until; !spawn_has_ended(child) && (left.tv_sec || left.tv_nsec);
         left = spawn_time_left(&until))
        nanosleep(&(struct timespec){.tv_nsec = MILLISECOND}, NULL);
    if (!spawn_has_ended(child))
        kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return !WIFEXITED(status) ? STOPPED : WEXITSTATUS(status) ? REFUSED : MADE;
}

/* The text without the NUL bytes that fat binaries put behind it: ptxas takes them for text. */
static size_t length_of(struct piece ptx) {
    while (ptx.n && ptx.at[ptx.n - 1] == '\0')
        ptx.n--;
    return ptx.n;
}

/* ptxas reads its standard input, and writes a file in memory. */
static enum outcome run(struct arena *a, const struct assembly *what, const char *ptxas,
                        struct piece *cubin) {
    struct words w = {0};
    enum outcome outcome = STOPPED;
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
    if (child > 0)
        outcome = wait_for(child, what->seconds);
    if (outcome == MADE)
        cubin->at = (const uint8_t *)spawn_captured(a, out, &cubin->n);
close:
    for (int i = 0, files[] = {in, out, null}; i < 3; i++)
        if (files[i] >= 0)
            close(files[i]);
    return outcome;
}

/* What ptxas refuses once it refuses every time; what was stopped may go another time. */
struct piece assemble(struct arena *a, const struct assembly *what) {
    const char *ptxas = toolchain_find(a, "ptxas", "");
    struct piece cubin = {0};
    if (!ptxas)
        return cubin;
    struct cache_key key = cache_key(a, "cubin 1");
    cache_key_file(&key, ptxas);
    cache_key_text(&key, what->arch);
    cache_key_add(&key, what->ptx.at, what->ptx.n);
    cubin.at = (const uint8_t *)cache_get(a, what->cache, &key, &cubin.n);
    if (!cubin.at && run(a, what, ptxas, &cubin) != STOPPED)
        cache_put(a, what->cache, &key, cubin.at ? (const char *)cubin.at : "", cubin.n);
    return cubin;
}
