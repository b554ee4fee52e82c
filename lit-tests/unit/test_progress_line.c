/* When long work says how far it is. */
#include "base/process/progress_line.h"
#include "check.h"

static void test_elsewhere(void) {
    struct progress_line p = {.last = 100};
    CHECK(!progress_line_is_due(&p, 100) && !progress_line_is_due(&p, 109.9));
    CHECK(progress_line_wait(&p, 104) == 6);
    CHECK(progress_line_is_due(&p, 110.1) && p.said);
    CHECK(!progress_line_is_due(&p, 119) && progress_line_is_due(&p, 120.2));
}

static void test_terminal(void) {
    struct progress_line p = {.terminal = true, .last = 100};
    CHECK(!progress_line_is_due(&p, 100.01) && progress_line_is_due(&p, 100.1));
    p = (struct progress_line){.silent = true, .last = 100};
    CHECK(!progress_line_is_due(&p, 1000) && !p.said);
}

int main(void) {
    test_elsewhere();
    test_terminal();
    return CHECK_DONE();
}
