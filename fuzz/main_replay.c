/* fuzz-replay TARGET FILE...: gives files to a fuzzer's target, once each, without a fuzzer. */
#include <stdio.h>
#include <string.h>

#include "base/die.h"
#include "base/str.h"
#include "fuzz/fuzz.h"

#define TARGET(name, kind, seeds) int fuzz_##name(const uint8_t *bytes, size_t n);
#include "fuzz/targets.def"
#undef TARGET

static const struct {
    const char *name;
    int (*run)(const uint8_t *bytes, size_t n);
} targets[] = {
#define TARGET(name, kind, seeds) {#name, fuzz_##name},
#include "fuzz/targets.def"
#undef TARGET
};

static int run_files(size_t target, int n, char **files) {
    int read = 0;
    for (int i = 0; i < n; i++) {
        struct arena a = {0};
        size_t bytes = 0;
        const char *text = read_file(&a, files[i], &bytes);
        if (text)
            targets[target].run((const uint8_t *)text, bytes);
        read += text != NULL;
        arena_free(&a);
    }
    printf("%s: %d of %d files\n", targets[target].name, read, n);
    return read == n ? 0 : EXIT_USAGE;
}

int main(int argc, char **argv) {
    for (size_t i = 0; argc > 1 && i < sizeof targets / sizeof *targets; i++)
        if (strcmp(argv[1], targets[i].name) == 0)
            return run_files(i, argc - 2, argv + 2);
    fputs("usage: fuzz-replay TARGET FILE...\n", stderr);
    return EXIT_USAGE;
}
