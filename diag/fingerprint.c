#include "diag/fingerprint.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static const uint64_t FNV_START = 0xcbf29ce484222325, FNV_PRIME = 0x100000001b3;

static uint64_t hash_byte(uint64_t h, char c) {
    return (h ^ (unsigned char)c) * FNV_PRIME;
}

/* With the final NUL, so that the ends of two texts cannot be mistaken. */
static uint64_t hash_text(uint64_t h, const char *s) {
    do
        h = hash_byte(h, *s);
    while (*s++);
    return h;
}

static uint64_t hash_line(uint64_t h, struct diag_line l) {
    for (size_t i = 0; i < l.n; i++)
        if (!strchr(" \t\r\v\f", l.text[i]))
            h = hash_byte(h, l.text[i]);
    return h;
}

struct numbered {
    uint64_t hash;
    size_t index;
};

static int by_hash(const void *x, const void *y) {
    const struct numbered *a = x, *b = y;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

const char **diag_occurrences(struct arena *a, const uint64_t *hash, size_t n) {
    struct numbered *sorted = NEW_ARRAY(a, struct numbered, n);
    const char **text = NEW_ARRAY(a, const char *, n);
    for (size_t i = 0; i < n; i++)
        sorted[i] = (struct numbered){hash[i], i};
    qsort(sorted, n, sizeof *sorted, by_hash);
    for (size_t i = 0, occurrence = 0; i < n; i++) {
        occurrence = i && sorted[i].hash == sorted[i - 1].hash ? occurrence + 1 : 1;
        text[sorted[i].index] =
            arena_printf(a, "%016llx:%zu", (unsigned long long)sorted[i].hash, occurrence);
    }
    return text;
}

const struct diag_fingerprint *diag_fingerprints(struct arena *a, struct diag_source *source,
                                                 const struct diag_entry *e, size_t n) {
    uint64_t *line = NEW_ARRAY(a, uint64_t, n), *finding = NEW_ARRAY(a, uint64_t, n);
    for (size_t i = 0; i < n; i++) {
        uint64_t h = hash_text(FNV_START, e[i].finding->rule->id);
        h = hash_text(h, path_base(e[i].file));
        line[i] = hash_line(h, diag_line(source, e[i].file, e[i].loc.line));
        finding[i] = hash_text(line[i], e[i].result->kernel->name);
    }
    const char **line_text = diag_occurrences(a, line, n),
               **finding_text = diag_occurrences(a, finding, n);
    struct diag_fingerprint *f = NEW_ARRAY(a, struct diag_fingerprint, n);
    for (size_t i = 0; i < n; i++)
        f[i] = (struct diag_fingerprint){line_text[i], finding_text[i]};
    return f;
}
