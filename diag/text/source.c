#include "diag/text/source.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"

static const char byte_order_mark[] = "\xef\xbb\xbf";

static void split(struct arena *a, struct diag_file *f, const char *text, size_t n) {
    const char *end = text + n;
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *stop = newline ? newline : end;
        size_t bytes = (size_t)(stop - text);
        if (bytes && text[bytes - 1] == '\r')
            bytes--;
        bool marked = !f->lines.n && str_starts(text, byte_order_mark);
        size_t mark = marked ? sizeof byte_order_mark - 1 : 0;
        vec_push(a, &f->lines, (struct diag_line){text, bytes, mark});
        text = newline ? newline + 1 : end;
    }
}

const struct diag_file *diag_source_file(struct diag_source *s, const char *name) {
    for (size_t i = 0; i < s->files.n; i++)
        if (strcmp(s->files.at[i].name, name) == 0)
            return &s->files.at[i];
    struct diag_file f = {.name = name};
    size_t n = 0;
    errno = 0;
    const struct text *given = texts_find(s->texts, name);
    bool shown = texts_may_read(s->texts, name);
    const char *text = given ? given->text : shown ? read_file(s->arena, name, &n) : NULL;
    n = given ? given->n : n;
    if (text && memchr(text, 0, n))
        f.error = EILSEQ;
    else if (text)
        split(s->arena, &f, text, n);
    else if (!text)
        f.error = !shown ? EACCES : errno ? errno : EINVAL;
    vec_push(s->arena, &s->files, f);
    return &s->files.at[s->files.n - 1];
}

struct diag_line diag_line(struct diag_source *s, const char *file, uint32_t line) {
    const struct diag_file *f = diag_source_file(s, file);
    return line >= 1 && line <= f->lines.n ? f->lines.at[line - 1] : (struct diag_line){0};
}

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (unsigned char)c >= 0x80;
}

/* Past the bracket that closes the one at i, or i if the line has none. */
static size_t skip_subscript(struct diag_line l, size_t i) {
    int open = 0;
    for (size_t j = i; j < l.n; j++) {
        open += (l.text[j] == '[') - (l.text[j] == ']');
        if (open == 0)
            return j + 1;
    }
    return i;
}

struct diag_range diag_range(struct diag_line l, uint32_t col) {
    size_t begin = col ? col - 1 : 0;
    if (begin >= l.n)
        return (struct diag_range){l.n, l.n};
    size_t end = begin;
    while (end < l.n && is_name(l.text[end]))
        end++;
    if (end == begin)
        return (struct diag_range){begin, begin + 1};
    while (end < l.n && l.text[end] == '[') {
        size_t close = skip_subscript(l, end);
        if (close == end)
            break;
        end = close;
    }
    return (struct diag_range){begin, end};
}

uint32_t diag_utf16_column(struct diag_line l, size_t byte) {
    return byte > l.mark ? 1 + diag_utf16_units(l.text + l.mark, byte - l.mark) : 1;
}
