#include "source/languages/cuda/architectures.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* What clang knew before the versions below. */
enum { OLDEST_NEWEST = 90 };

/* Newer ones, and the version of LLVM that brought each. */
static const struct {
    unsigned arch;
    long since;
} newer[] = {{100, 20}, {101, 20}, {103, 21}, {120, 20}, {121, 21}};

static unsigned number_of(const char *arch) {
    return str_starts(arch, "sm_") ? (unsigned)strtoul(arch + strlen("sm_"), NULL, 10) : 0;
}

const char *cuda_known_arch(struct arena *a, const char *arch) {
    const long version = strtol(CLPERF_LLVM_MAJOR, NULL, 10);
    const unsigned wanted = number_of(arch);
    unsigned known = OLDEST_NEWEST;
    for (size_t i = 0; i < sizeof newer / sizeof *newer; i++)
        if (newer[i].since <= version && newer[i].arch <= wanted)
            known = newer[i].arch;
    return wanted <= known ? arch : arena_printf(a, "sm_%u", known);
}

unsigned cuda_arch_macro(const char *arch) {
    enum { PER_NUMBER = 10 };
    return number_of(arch) * PER_NUMBER;
}
