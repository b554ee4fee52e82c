/* Fuzzes the reading of suppression mappings. */
#include "diag/suppress/mapping_file.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    struct mapping mapping = {0};
    struct mapping_problems problems = {0};
    mapping_read(&a, fuzz_file(&a, "mapping", bytes, n), &mapping, &problems);
    arena_free(&a);
    return 0;
}
