/* Fuzzes the reading of inline PTX. */
#include "fuzz/fuzz.h"
#include "source/languages/ptx/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    struct ptx_text parsed;
    ptx_parse(&a, (const char *)bytes, n, &parsed);
    arena_free(&a);
    return 0;
}
