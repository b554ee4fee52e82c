/* What a process in the sandbox can do: compute, and write to what it is given. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/process/exit_reason.h"
#include "base/process/sandbox.h"
#include "check.h"

/* Exit status of a script, and what it printed. */
static int run(struct arena *a, const char *script, const char **printed) {
    char *argv[] = {"bash", "-c", (char *)script, NULL};
    int out = spawn_capture("printed");
    int status = sandbox_run(&(struct spawn_request){
        .path = "/bin/bash", .argv = argv, .in = -1, .out = out, .err = out});
    *printed = failure_text(a, out, 0);
    close(out);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_allowed(struct arena *a) {
    const char *printed;
    CHECK(run(a, "echo text && cat /dev/null", &printed) == 0 && strcmp(printed, "text\n") == 0);
    CHECK(run(a, "grep -x 'NoNewPrivs:.1' /proc/self/status", &printed) == 0);
    CHECK(run(a, "exit 3", &printed) == 3);
}

static void test_network(struct arena *a) {
    const char *printed;
    CHECK(run(a, "exec 3<>/dev/udp/127.0.0.1/9", &printed) != 0);
    CHECK(strstr(printed, "Permission denied"));
}

/* Where the kernel has Landlock. */
static void test_writing(struct arena *a, const char *dir) {
    const char *printed;
    if (syscall(444, NULL, 0, 1) < 1)
        return;
    const char *file = arena_printf(a, "%s/file", dir), *old = arena_printf(a, "%s/old", dir);
    close(open(old, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    CHECK(run(a, arena_printf(a, "echo text > %s", file), &printed) != 0);
    CHECK(run(a, arena_printf(a, "mkdir %s", file), &printed) != 0);
    CHECK(run(a, arena_printf(a, "ln -s / %s", file), &printed) != 0);
    CHECK(run(a, arena_printf(a, "echo text >> %s", old), &printed) != 0);
    CHECK(run(a, arena_printf(a, "rm %s", old), &printed) != 0);
    CHECK(access(file, F_OK) != 0 && access(old, F_OK) == 0);
}

int main(void) {
    struct arena a = {0};
    char dir[] = "/tmp/clperf-sandbox-XXXXXX";
    if (!mkdtemp(dir))
        return 1;
    test_allowed(&a);
    test_network(&a);
    test_writing(&a, dir);
    CHECK(system(arena_printf(&a, "rm -rf %s", dir)) == 0);
    arena_free(&a);
    return CHECK_DONE();
}
