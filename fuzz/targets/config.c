/* Fuzzes the reading of .clperf. */
#include "driver/analyze/config_file.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    struct problems problems = {.arena = &a};
    struct options options = options_default(&a);
    struct words files = {0};
    words_add(&a, &files, fuzz_file(&a, ".clperf", bytes, n));
    config_read(&a, &options, &files, &problems);
    arena_free(&a);
    return 0;
}
