/* Fuzzes the way of a host source to its kernels' launches, and the reports of these. */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    fuzz_analyze("host.cpp", bytes, n);
    return 0;
}
