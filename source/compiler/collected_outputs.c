/* Part of clperf-cc: nothing but libc. */
#include <inttypes.h>
#include <limits.h>
#include <unistd.h>

#include "base/str.h"
#include "source/compiler/collected_outputs.h"

/* FNV-1a. */
static uint32_t hash(const char *s) {
    uint32_t h = 2166136261u;
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

const char *collected_output(struct arena *a, const char *dir, const char *object,
                             const char *format) {
    char here[PATH_MAX];
    const char *full = object;
    if (object[0] != '/' && getcwd(here, sizeof here))
        full = arena_printf(a, "%s/%s", here, object);
    return arena_printf(a, "%s/%s-%08" PRIx32 ".%s", dir, path_base(object), hash(full), format);
}
