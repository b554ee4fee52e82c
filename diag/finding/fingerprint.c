#include "diag/finding/fingerprint.h"

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

static uint64_t hash_number(uint64_t h, size_t n) {
    for (size_t i = 0; i < sizeof n; i++)
        h = hash_byte(h, (char)(n >> 8 * i));
    return h;
}

/* Past the comment that begins there, to the end of the line at most; or where it is. */
static size_t skip_comment(struct diag_line l, size_t i) {
    if (i + 1 >= l.n || l.text[i] != '/' || (l.text[i + 1] != '/' && l.text[i + 1] != '*'))
        return i;
    const char *end = NULL;
    if (l.text[i + 1] == '*')
        end = memmem(l.text + i + 2, l.n - i - 2, "*/", 2);
    return end ? (size_t)(end - l.text) + 2 : l.n;
}

/* Of the line's code up to byte `end`: without blanks and comments. */
static uint64_t hash_code(uint64_t h, struct diag_line l, size_t end) {
    for (size_t i = 0; i < l.n && i < end;) {
        size_t next = skip_comment(l, i);
        if (next == i && !strchr(" \t\r\v\f", l.text[next++]))
            h = hash_byte(h, l.text[i]);
        i = next;
    }
    return hash_byte(h, 0);
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

static bool is_at_kernel(const struct diag_entry *e) {
    const struct loc k = e->result->kernel->loc;
    return e->loc.line == k.line && e->loc.col == k.col && diag_in_own_file(e->result, e->loc);
}

/* How many lines with the same code there are in the kernel, or else the file, up to this one. */
static size_t equal_lines(struct diag_source *source, const struct diag_entry *e, uint64_t code) {
    uint32_t from = e->result->kernel->loc.line;
    size_t n = 0;
    if (!diag_in_own_file(e->result, e->loc) || from > e->loc.line)
        from = 1;
    for (uint32_t i = from; i <= e->loc.line; i++) {
        struct diag_line l = diag_line(source, e->file, i);
        n += hash_code(FNV_START, l, l.n) == code;
    }
    return n;
}

/* The place in the kernel as its code says it: which line by its code, and where in it by what
 * stands before. A finding about the kernel as a whole needs none of that. */
static uint64_t hash_place(uint64_t h, struct diag_source *source, const struct diag_entry *e) {
    if (is_at_kernel(e))
        return h;
    struct diag_line l = diag_line(source, e->file, e->loc.line);
    uint64_t code = hash_code(FNV_START, l, l.n);
    h = hash_code(h, l, l.n);
    h = hash_number(h, equal_lines(source, e, code));
    return hash_code(h, l, diag_range(l, e->loc.col).begin);
}

/* Which of the launches of its kernel on its GPU the result is. */
static size_t which_launch(const struct diag_entry *e, const struct report *report) {
    size_t n = 0;
    for (const struct kernel_result *r = report->results; r != e->result; r++)
        n += r->gpu == e->result->gpu && strcmp(r->kernel->name, e->result->kernel->name) == 0 &&
             strcmp(r->file, e->result->file) == 0 && r->launch != e->result->launch &&
             strcmp(r->estimate->model, e->result->estimate->model) == 0;
    return n;
}

const struct diag_fingerprint *diag_fingerprints(struct arena *a, struct diag_source *source,
                                                 const struct report *report,
                                                 const struct diag_entry *e, size_t n) {
    uint64_t *line = NEW_ARRAY(a, uint64_t, n), *finding = NEW_ARRAY(a, uint64_t, n);
    for (size_t i = 0; i < n; i++) {
        uint64_t h = hash_text(FNV_START, e[i].finding->rule->id);
        h = hash_text(h, path_base(e[i].file));
        h = hash_text(h, e[i].result->kernel->name);
        line[i] = hash_place(h, source, &e[i]);
        finding[i] = hash_text(line[i], e[i].result->gpu->name);
        finding[i] = hash_number(finding[i], which_launch(&e[i], report));
    }
    const char **line_text = diag_occurrences(a, line, n),
               **finding_text = diag_occurrences(a, finding, n);
    struct diag_fingerprint *f = NEW_ARRAY(a, struct diag_fingerprint, n);
    for (size_t i = 0; i < n; i++)
        f[i] = (struct diag_fingerprint){line_text[i], finding_text[i]};
    return f;
}
