#include "lsp/positions.h"

#include "base/utf8.h"
#include "base/vec.h"

struct source_text source_text(struct arena *a, const char *bytes, size_t n) {
    VEC(size_t) lines = {0};
    vec_push(a, &lines, 0);
    for (size_t i = 0; i < n; i++)
        if (bytes[i] == '\n' || (bytes[i] == '\r' && !(i + 1 < n && bytes[i + 1] == '\n')))
            vec_push(a, &lines, i + 1);
    return (struct source_text){bytes, n, lines.at, lines.n};
}

size_t source_line(const struct source_text *t, size_t line, const char **bytes) {
    *bytes = t->bytes + t->n;
    if (line >= t->n_lines)
        return 0;
    size_t from = t->lines[line], end = line + 1 < t->n_lines ? t->lines[line + 1] : t->n;
    while (end > from && (t->bytes[end - 1] == '\n' || t->bytes[end - 1] == '\r'))
        end--;
    *bytes = t->bytes + from;
    return end - from;
}

/* What a character counts. */
static size_t units(struct diag_char c, enum encoding e) {
    return e == ENCODING_UTF8 ? c.bytes : e == ENCODING_UTF16 && c.code > 0xffff ? 2 : 1;
}

size_t source_offset(const struct source_text *t, struct position p, enum encoding e) {
    const char *line;
    if (p.line >= t->n_lines)
        return t->n;
    size_t n = source_line(t, p.line, &line), i = 0, count = 0;
    while (i < n && count < p.character) {
        struct diag_char c = diag_decode(line + i, n - i);
        count += units(c, e);
        if (count > p.character)
            break;
        i += c.bytes;
    }
    return t->lines[p.line] + i;
}

struct position source_position(const struct source_text *t, size_t line, size_t byte,
                                enum encoding e) {
    const char *bytes;
    if (line >= t->n_lines)
        return (struct position){line, 0};
    size_t n = source_line(t, line, &bytes), count = 0;
    for (size_t i = 0; i < byte && i < n;) {
        struct diag_char c = diag_decode(bytes + i, n - i);
        if (i + c.bytes > byte)
            break;
        count += units(c, e);
        i += c.bytes;
    }
    return (struct position){line, count};
}
