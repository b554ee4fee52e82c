/* Fuzzes the reading of SARIF logs, and what clperf merge makes of them. */
#include <cjson/cJSON.h>
#include <string.h>

#include "diag/merge/merge.h"
#include "fuzz/fuzz.h"

static void merge(struct arena *a, const struct merge_format *format, const char *text) {
    const struct merge_request r = {.format = format,
                                    .output = "/dev/null",
                                    .root = "/root",
                                    .category = "build",
                                    .most_bytes = 1 << 16};
    struct merge m = {.arena = a, .request = &r, .problems = {.arena = a}};
    const char *error = NULL;
    int added = 0;
    while (added < 2 && merge_add_log(&m, text, &error))
        added++;
    if (added == 2)
        merge_write(&m);
    merge_release(&m);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    const char *text = arena_strndup(&a, (const char *)bytes, n);
    for (size_t i = 0; i < merge_format_count; i++)
        if (strcmp(merge_formats[i].suffix, ".sarif") == 0)
            merge(&a, &merge_formats[i], text);
    arena_free(&a);
    return 0;
}
