/* Fuzzes the way of an OpenCL source to its reports. */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    fuzz_analyze("kernels.cl", bytes, n);
    return 0;
}
