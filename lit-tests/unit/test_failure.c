/* Reasons of failures: the words of LLVM and of the system last. */
#include <string.h>

#include "base/process/exit_reason.h"
#include "check.h"

/* A wait status of a process that this signal ended. */
enum {
    ABORTED = 6,
    KILLED = 9,
    ALARM = 14,
    TERMINATED = 15,
    CPU_TIME = 24,
    FAILED = 1 << 8,
    LOADER = 127 << 8
};

static void test_reason(struct arena *a, int status, const char *text, const char *reason) {
    const char *got = failure_of(a, status, text);
    CHECK(got && strcmp(got, reason) == 0);
}

int main(void) {
    struct arena a = {0};
    test_reason(&a, ABORTED, "note\nLLVM ERROR: cannot select: t5\nStack dump:",
                "the analysis crashed: cannot select: t5");
    test_reason(&a, ABORTED, "x.cpp:3: f(): Assertion `x > 0' failed.",
                "the analysis crashed: x > 0' failed.");
    test_reason(&a, ABORTED, "terminate called\n  what():  vector::at",
                "the analysis crashed: vector::at");
    test_reason(&a, ABORTED, "", "the analysis crashed (Aborted)");
    test_reason(&a, FAILED, "clperf: fatal: no such block", "no such block");
    test_reason(&a, FAILED, "", "the analysis failed");
    test_reason(&a, CPU_TIME, "", "it takes more time than -fclperf-budget= allows");
    test_reason(&a, KILLED, "", "somebody ended the analysis (Killed)");
    test_reason(&a, LOADER,
                "clperf-analyze: error while loading shared libraries: libx.so: no such file",
                "libx.so: no such file");
    CHECK(failure_of(&a, 0, "LLVM ERROR: none") == NULL);
    CHECK(strstr(failure_of(&a, ABORTED, "LLVM ERROR: out of memory"), "more memory"));
    CHECK(strstr(failure_of(&a, LOADER, "libx.so: failed to map segment from shared object"),
                 "more memory"));
    CHECK(ended_by_itself(FAILED) && ended_by_itself(ABORTED) && ended_by_itself(CPU_TIME));
    CHECK(!ended_by_itself(KILLED) && !ended_by_itself(TERMINATED) && !ended_by_itself(ALARM));
    arena_free(&a);
    return CHECK_DONE();
}
