#include "driver/analyze/run.h"

#include <stdlib.h>

#ifdef CLPERF_OWN_CLANG
#include <string.h>

#include "source/clang/compile.h"
#endif

int main(int argc, char **argv) {
    /* LLVM prints a trace of the stack where a signal ends it, for which it starts a program and
     * writes files that a second signal would leave behind. */
    setenv("LLVM_DISABLE_SYMBOLIZATION", "1", 0);
#ifdef CLPERF_OWN_CLANG
    size_t n = strlen(CLANG_COMPILE_OPTION);
    if (argc > 1 && strncmp(argv[1], CLANG_COMPILE_OPTION, n) == 0)
        return clang_compile(argv[1] + n, argc - 2, (const char *const *)argv + 2);
#endif
    return clperf_analyze(argc, argv);
}
