#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/problems.h"
#include "driver/commands/commands.h"
#include "source/compiler/toolchain.h"

int fit_command(struct arena *a, int argc, char **argv) {
    (void)argc;
    const char *program = toolchain_sibling(a, toolchain_self(a), "clperf-fit");
    if (!program)
        return problems_fail("clperf-fit is not installed: it is built where GSL and xgboost are");
    execv(program, argv);
    return problems_fail(arena_printf(a, "cannot run '%s': %s", program, strerror(errno)));
}
