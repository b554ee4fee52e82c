/* Fuzzes the reading of inline PTX. */
#include "analysis/load/ptx/text.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    struct ptx_text parsed;
    ptx_parse(&a, (const char *)bytes, n, &parsed);
    arena_free(&a);
    return 0;
}
