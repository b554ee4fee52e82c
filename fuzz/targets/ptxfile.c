/* Fuzzes the way of PTX files to reports. */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    fuzz_analyze("kernels.ptx", bytes, n);
    return 0;
}
