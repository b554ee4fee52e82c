/* One process tells another that something has ended well. */
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/process/completion.h"
#include "check.h"

/* Long enough on a busy machine; only a test that fails waits so long. */
static const double PATIENCE = 60;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* What a child that waits sees, twice: 1 if all went well, else 0. */
static int child_sees(struct completion *c, bool well) {
    pid_t child = fork();
    if (child == 0) {
        close(c->tell);
        bool first = completion_wait(completion_inherited(), PATIENCE);
        _exit(first == completion_wait(completion_inherited(), PATIENCE) ? first : 2);
    }
    completion_end(c, well);
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_ends(void) {
    struct completion c;
    CHECK(completion_open(&c));
    CHECK(child_sees(&c, true) == 1);
    CHECK(c.wait == -1 && c.tell == -1);
    CHECK(completion_inherited() == -1);
    CHECK(completion_open(&c));
    CHECK(child_sees(&c, false) == 0);
}

/* Nobody waits longer than it says, and an end that nobody waits at does no harm. */
static void test_limit(void) {
    struct completion c;
    CHECK(completion_open(&c));
    double start = now();
    CHECK(!completion_wait(c.wait, 0.02));
    CHECK(now() - start >= 0.02);
    completion_end(&c, true);
    completion_end(&c, true);
}

int main(void) {
    alarm(2 * (unsigned)PATIENCE);
    CHECK(completion_inherited() == -1);
    test_ends();
    test_limit();
    return CHECK_DONE();
}
