/* Checks of the unit tests. A failed one is printed with its place, and the test goes
 * on; main() ends with `return CHECK_DONE();`. */
#ifndef UNIT_CHECK_H
#define UNIT_CHECK_H

#include <stdio.h>

static int check_passed, check_failed;

#define CHECK(cond)                                                                                \
    ((cond) ? (void)check_passed++                                                                 \
            : (void)(check_failed++, printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #cond)))

/* Prints how it went and gives the exit status. */
#define CHECK_DONE()                                                                               \
    (printf("%d passed, %d failed\n", check_passed, check_failed), check_failed ? 1 : 0)

#endif
