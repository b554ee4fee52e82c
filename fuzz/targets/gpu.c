/* Fuzzes the reading of GPUs as JSON. */
#include "hwdb/gpu.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    const char *error = NULL;
    gpu_find(&a, fuzz_file(&a, "gpu.json", bytes, n), &error);
    arena_free(&a);
    return 0;
}
