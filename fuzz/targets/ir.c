/* Fuzzes the reading of LLVM IR and bitcode. */
#include "analysis/analysis.h"
#include "analysis/load.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    static bool started;
    const char *error = NULL;
    if (!started)
        load_init();
    started = true;
    an_load(&a, fuzz_file(&a, "kernels.ll", bytes, n), "kernels.ll", NULL, &error);
    arena_free(&a);
    return 0;
}
