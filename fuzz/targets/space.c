/* Fuzzes the reading of design spaces. */
#include "driver/sweep/space.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    struct sweep_more more = {.texts = fuzz_texts(&a, "s.json", bytes, n), .own_gpus = true};
    words_add(&a, &more.gpus, "a100");
    const char *error = NULL;
    sweep_space_read(&a, "s.json", &more, &error);
    arena_free(&a);
    return 0;
}
