/* Fuzzes the reading of launch manifests. */
#include "launch/manifest.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    const struct texts texts = fuzz_texts(&a, "m.json", bytes, n);
    struct given_launches given = {0};
    struct problems problems = {.arena = &a};
    manifest_read(&a, "m.json", &texts, &given, &problems);
    arena_free(&a);
    return 0;
}
