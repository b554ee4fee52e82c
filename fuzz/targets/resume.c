/* Fuzzes the reading of the lines of a sweep that goes on. */
#include "driver/sweep/rows.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    struct sweep_lines lines;
    const char *error = NULL;
    if (sweep_lines_open(&a, fuzz_file(&a, "rows.csv", bytes, n), &lines, &error)) {
        while (sweep_lines_next(&lines))
            continue;
        sweep_lines_close(&lines);
    }
    arena_free(&a);
    return 0;
}
