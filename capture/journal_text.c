#include "capture/journal_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for n more bytes and a NUL, or NULL. */
static char *reserve(struct journal_text *t, size_t n) {
    size_t wanted = t->n + n + 1;
    if (wanted > t->cap) {
        size_t cap = wanted < 1024 ? 1024 : wanted * 2;
        char *at = realloc(t->at, cap);
        t->failed |= !at;
        if (!at)
            return NULL;
        t->at = at;
        t->cap = cap;
    }
    return t->at + t->n;
}

static void add_bytes(struct journal_text *t, const char *bytes, size_t n) {
    char *to = reserve(t, n);
    if (!to)
        return;
    memcpy(to, bytes, n);
    to[n] = '\0';
    t->n += n;
}

void journal_text_add(struct journal_text *t, const char *text) {
    add_bytes(t, text, strlen(text));
}

void journal_text_format(struct journal_text *t, const char *format, ...) {
    char line[512];
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(line, sizeof line, format, ap);
    va_end(ap);
    t->failed |= n < 0 || n >= (int)sizeof line;
    if (!t->failed)
        add_bytes(t, line, (size_t)n);
}

void journal_text_quote(struct journal_text *t, const char *text) {
    journal_text_add(t, "\"");
    while (*text) {
        size_t plain = 0;
        while ((unsigned char)text[plain] >= ' ' && text[plain] != '"' && text[plain] != '\\')
            plain++;
        add_bytes(t, text, plain);
        text += plain;
        if (*text)
            journal_text_format(t, "\\u%04x", (unsigned char)*text++);
    }
    journal_text_add(t, "\"");
}

void journal_text_field(struct journal_text *t, const char *key, const char *text) {
    if (!text)
        return;
    journal_text_format(t, ",\"%s\":", key);
    journal_text_quote(t, text);
}

void journal_text_hex(struct journal_text *t, const void *bytes, size_t n) {
    static const char digits[] = "0123456789abcdef";
    const unsigned char *from = bytes;
    char *to = reserve(t, 2 * n + 2);
    if (!to)
        return;
    *to++ = '"';
    for (size_t i = 0; i < n; i++) {
        *to++ = digits[from[i] >> 4];
        *to++ = digits[from[i] & 15];
    }
    memcpy(to, "\"", 2);
    t->n += 2 * n + 2;
}

void journal_text_free(struct journal_text *t) {
    free(t->at);
    *t = (struct journal_text){0};
}
