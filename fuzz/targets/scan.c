/* Fuzzes the reading of host sources, as they are looked over. */
#include "fuzz/fuzz.h"
#include "source/scan/kernel_scan.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    host_scan_text(arena_strndup(&a, (const char *)bytes, n), n);
    arena_free(&a);
    return 0;
}
