/* Fuzzes the reading of AMD's code objects, and of what they are in. */
#include "codegen/object/offload_bundle.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    const char *which;
    offload_read(&a, bytes, n, "gfx90a", &which);
    arena_free(&a);
    return 0;
}
