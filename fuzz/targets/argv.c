/* Fuzzes the reading of command lines, a word on each line. */
#include "driver/command_line/options.h"
#include "fuzz/fuzz.h"
#include "source/compiler/jobs.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    struct words args = words_split(&a, arena_strndup(&a, (const char *)bytes, n), "\n"),
                 rest = {0};
    struct problems problems = {.arena = &a};
    struct options options = options_default(&a);
    options_command_line(&a, &options, &args, &rest, &problems);
    jobs_parse(&a, &rest);
    arena_free(&a);
    return 0;
}
