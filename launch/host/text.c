#include "launch/host/text.h"

#include <ctype.h>
#include <string.h>

#include "source/scan/kernel_scan.h"

void host_text_add(struct host_text *t, char byte, struct host_origin at) {
    if (t->n + 1 >= t->cap) {
        size_t cap = t->cap ? t->cap * 2 : 256;
        char *text = arena_alloc(t->arena, cap);
        struct host_origin *origins = NEW_ARRAY(t->arena, struct host_origin, cap);
        if (t->n) {
            memcpy(text, t->text, t->n);
            memcpy(origins, t->at, t->n * sizeof *origins);
        }
        t->text = text;
        t->at = origins;
        t->cap = cap;
    }
    t->at[t->n] = at;
    t->text[t->n++] = byte;
    t->text[t->n] = 0;
}

void host_text_copy(struct host_text *t, const char *text, size_t n, struct host_origin at) {
    for (size_t i = 0; i < n; i++, at.offset++)
        host_text_add(t, text[i], at);
}

void host_text_append(struct host_text *t, const struct host_text *more) {
    for (size_t i = 0; i < more->n; i++)
        host_text_add(t, more->text[i], more->at[i]);
}

/* Past a backslash and line end at s[i], or i. */
static size_t skip_splice(const char *s, size_t n, size_t i) {
    while (i + 1 < n && s[i] == '\\') {
        size_t end = i + 1 + (s[i + 1] == '\r' && i + 2 < n);
        if (s[end] != '\n')
            break;
        i = end + 1;
    }
    return i;
}

static void add_utf8(struct host_text *t, uint32_t code, struct host_origin at) {
    static const struct {
        uint32_t below;
        unsigned char lead;
        int more;
    } forms[] = {{0x80, 0, 0}, {0x800, 0xc0, 1}, {0x10000, 0xe0, 2}, {0x110000, 0xf0, 3}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (code >= forms[i].below)
            continue;
        host_text_add(t, (char)(forms[i].lead | code >> 6 * forms[i].more), at);
        for (int left = forms[i].more - 1; left >= 0; left--)
            host_text_add(t, (char)(0x80 | (code >> 6 * left & 0x3f)), at);
        return;
    }
}

/* Up to `most` digits at *i, which moves past them. */
static uint32_t digits(const char *s, size_t n, size_t *i, int most, bool hex) {
    uint32_t value = 0;
    for (int k = 0; k < most && *i < n; k++, ++*i) {
        char c = s[*i];
        if (hex ? !isxdigit((unsigned char)c) : c < '0' || c > '7')
            break;
        value = value * (hex ? 16 : 8) +
                (uint32_t)(isdigit((unsigned char)c) ? c - '0' : (c | 32) - 'a' + 10);
    }
    return value;
}

/* The escape whose backslash is at s[i]; returns the index past it. */
static size_t add_escape(struct host_text *t, const char *s, size_t n, size_t i,
                         struct host_origin at) {
    static const char letters[] = "abfnrtve", values[] = "\a\b\f\n\r\t\v\33";
    char c = s[i + 1];
    const char *letter = memchr(letters, c, sizeof letters - 1);
    if (c >= '0' && c <= '7') {
        i++;
        host_text_add(t, (char)digits(s, n, &i, 3, false), at);
        return i;
    }
    i += 2;
    if (c == 'x')
        host_text_add(t, (char)digits(s, n, &i, 16, true), at);
    else if (c == 'u' || c == 'U')
        add_utf8(t, digits(s, n, &i, c == 'u' ? 4 : 8, true), at);
    else
        host_text_add(t, letter ? values[letter - letters] : c, at);
    return i;
}

void host_text_escaped(struct host_text *t, const char *s, size_t n, struct host_origin at) {
    uint32_t start = at.offset;
    for (size_t i = skip_splice(s, n, 0); i < n; i = skip_splice(s, n, i)) {
        at.offset = start + (uint32_t)i;
        if (s[i] == '\\' && i + 1 < n)
            i = add_escape(t, s, n, i, at);
        else
            host_text_add(t, s[i++], at);
    }
}

bool host_text_literal(struct host_text *t, const char *literal, size_t n, struct host_origin at) {
    const char *open = memchr(literal, '"', n);
    if (!open || n < 2 || literal[n - 1] != '"')
        return false;
    size_t prefix = (size_t)(open - literal), body = prefix + 1, end = n - 1;
    bool raw = prefix && literal[prefix - 1] == 'R';
    if (memchr("LuU", literal[0], 3) && prefix && !(n > 2 && memcmp(literal, "u8", 2) == 0))
        return false;
    if (raw) {
        const char *paren = memchr(open, '(', n - prefix);
        size_t delimiter = paren ? (size_t)(paren - open) : 0;
        if (!delimiter || body + delimiter + delimiter > end)
            return false;
        body += delimiter;
        end -= delimiter;
    }
    at.offset += (uint32_t)body;
    if (raw)
        host_text_copy(t, literal + body, end - body, at);
    else
        host_text_escaped(t, literal + body, end - body, at);
    return true;
}

const char *host_text_hole(struct arena *a, const char *text) {
    for (const char *s = text; (s = strchr(s, '%')); s++) {
        size_t n = 1 + strspn(s + 1, "0123456789.+-lzh");
        if (s[n] && strchr("diusfgexXc", s[n]) && !isalnum((unsigned char)s[n + 1]))
            return arena_strndup(a, s, n + 1);
    }
    return NULL;
}

bool host_text_has_kernel(const char *text, size_t n) {
    for (const char *s = text; (s = memmem(s, n - (size_t)(s - text), "kernel", 6)); s += 6)
        if (host_scan_is_kernel(text, n, (size_t)(s - text)))
            return true;
    return false;
}

bool host_text_is_cuda(const char *text, size_t n) {
    static const char word[] = "__global__";
    return memmem(text, n, word, strlen(word));
}
