/* Fuzzes what diff, gate and merge make of a report. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "diag/compare/compare.h"
#include "diag/merge/merge.h"
#include "fuzz/fuzz.h"

static void compare(struct arena *a, FILE *out, const char *path) {
    struct report_file report;
    const char *error = NULL;
    if (!report_read(a, path, &report, &error))
        return;
    const struct review new = review_make(a, NULL, &report),
                        same = review_make(a, &report, &report);
    for (size_t i = 0; i < review_format_count; i++) {
        review_formats[i].write(a, out, &new);
        review_formats[i].write(a, out, &same);
    }
}

static void merge(struct arena *a, const char *text) {
    const struct merge_request request = {.output = "/dev/null", .root = "/root"};
    for (size_t i = 0; i < merge_format_count; i++) {
        struct merge_request r = request;
        struct merge m = {.arena = a, .request = &r, .problems = {.arena = a}};
        const char *error = NULL;
        r.format = &merge_formats[i];
        if (strcmp(r.format->suffix, ".json") == 0 && merge_add_report(&m, text, &error) &&
            merge_add_report(&m, text, &error))
            merge_write(&m);
        merge_release(&m);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    FILE *out = fopen("/dev/null", "w");
    if (out)
        compare(&a, out, fuzz_file(&a, "report.json", bytes, n));
    merge(&a, arena_strndup(&a, (const char *)bytes, n));
    if (out)
        fclose(out);
    arena_free(&a);
    return 0;
}
