/* Fuzzes the reading of reports, as diff, gate and explain read them. */
#include "driver/report_read.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    struct report_file report;
    const char *error = NULL;
    report_read(&a, fuzz_file(&a, "report.json", bytes, n), &report, &error);
    arena_free(&a);
    return 0;
}
