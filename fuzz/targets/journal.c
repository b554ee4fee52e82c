/* Fuzzes the reading of journals, which captured programs write. */
#include "capture/manifest_rows.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    char counts[4096] = {0};
    struct captured captured = {.arena = &a, .files = "m"};
    const struct read_journal journal = {.path = "journal",
                                         .lines = arena_strndup(&a, (const char *)bytes, n),
                                         .n_lines = n,
                                         .counts = counts,
                                         .n_counts = sizeof counts};
    manifest_add_journal(&captured, &journal);
    arena_free(&a);
    return 0;
}
