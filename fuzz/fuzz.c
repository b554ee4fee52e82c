#include "fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/die.h"

struct texts fuzz_texts(struct arena *a, const char *name, const uint8_t *bytes, size_t n) {
    struct text *text = NEW(a, struct text);
    *text = (struct text){name, arena_strndup(a, (const char *)bytes, n), n};
    return (struct texts){.at = text, .n = 1};
}

const char *fuzz_directory(struct arena *a) {
    const char *temporary = getenv("TMPDIR");
    const char *dir = arena_printf(a, "%s/fuzz.%d", temporary ? temporary : "/tmp", (int)getpid());
    mkdir(dir, 0700);
    return dir;
}

const char *fuzz_file(struct arena *a, const char *name, const uint8_t *bytes, size_t n) {
    const char *path = arena_printf(a, "%s/%s", fuzz_directory(a), name);
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(bytes, 1, n, out) != n || fclose(out) != 0)
        die("cannot write '%s'", path);
    return path;
}
