#include "launch/host/python_strings.h"

#include <ctype.h>
#include <string.h>

#include "base/vec.h"
#include "source/scan/kernel_scan.h"

struct reader {
    const char *text;
    size_t n, at;
};

/* A literal: what is between its quotes, and the letters before them. */
struct literal {
    size_t from, to;
    bool raw, formatted, bytes;
};

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_quote(char c) {
    return c == '"' || c == '\'';
}

static size_t line_end(const struct reader *r, size_t at) {
    const char *end = memchr(r->text + at, '\n', r->n - at);
    return end ? (size_t)(end - r->text) : r->n;
}

static char at(const struct reader *r, size_t i) {
    return i < r->n ? r->text[i] : '\0';
}

/* The letters of a literal's prefix from `from` to the quote. */
static void read_prefix(const struct reader *r, size_t from, size_t quote, struct literal *l) {
    for (size_t i = from; i < quote; i++) {
        char c = (char)tolower((unsigned char)r->text[i]);
        l->raw |= c == 'r';
        l->formatted |= c == 'f';
        l->bytes |= c == 'b';
    }
}

/* The literal whose first quote is at `quote`; r->at moves behind it. A backslash keeps the quote
 * after it, in raw strings as well. */
static struct literal read_literal(struct reader *r, size_t prefix, size_t quote) {
    struct literal l = {0};
    char q = r->text[quote];
    size_t width = at(r, quote + 1) == q && at(r, quote + 2) == q ? 3 : 1;
    read_prefix(r, prefix, quote, &l);
    l.from = quote + width;
    size_t i = l.from;
    while (i < r->n) {
        if (r->text[i] == '\\')
            i += 2;
        else if (width == 1 && r->text[i] == '\n')
            break;
        else if (r->text[i] == q && (width == 1 || (at(r, i + 1) == q && at(r, i + 2) == q)))
            break;
        else
            i++;
    }
    l.to = i < r->n ? i : r->n;
    r->at = l.to + width < r->n ? l.to + width : r->n;
    return l;
}

/* Moves to the next literal and reads it. False at the end. *adjoins becomes whether nothing but
 * blanks, line ends and comments lies before it. */
static bool next_literal(struct reader *r, struct literal *l, bool *adjoins) {
    *adjoins = true;
    while (r->at < r->n) {
        char c = r->text[r->at];
        size_t word = r->at;
        if (c == '#') {
            r->at = line_end(r, r->at);
            continue;
        }
        while (word < r->n && is_word(r->text[word]))
            word++;
        if (is_quote(at(r, word)) && word - r->at <= 2) {
            *l = read_literal(r, r->at, word);
            return true;
        }
        bool blank = isspace((unsigned char)c) || (c == '\\' && at(r, r->at + 1) == '\n');
        *adjoins &= blank;
        r->at = word > r->at ? word : r->at + 1;
    }
    return false;
}

/* The text of an f-string: doubled braces are one, and a name in braces is itself. */
static void add_formatted(struct host_text *t, const struct host_text *escaped) {
    for (size_t i = 0; i < escaped->n; i++) {
        char c = escaped->text[i];
        bool brace = c == '{' || c == '}';
        bool doubled = brace && i + 1 < escaped->n && escaped->text[i + 1] == c;
        if (!brace || doubled)
            host_text_add(t, c, escaped->at[i]);
        i += doubled;
    }
}

static void add_literal(struct host_text *t, const struct reader *r, const struct literal *l) {
    struct host_text one = {.arena = t->arena};
    const struct host_origin start = {0, (uint32_t)l->from};
    if (l->raw)
        host_text_copy(&one, r->text + l->from, l->to - l->from, start);
    else
        host_text_escaped(&one, r->text + l->from, l->to - l->from, start);
    if (l->formatted)
        add_formatted(t, &one);
    else
        host_text_append(t, &one);
}

static void add_program(struct arena *a, struct host_programs *all, const struct host_text *text) {
    if (text->n && script_scan_text(text->text, text->n))
        vec_push(a, all, (struct host_program){.text = *text});
}

struct host_programs python_programs(struct arena *a, const struct host_source *s) {
    struct host_programs all = {0};
    struct reader r = {s->files[0].text, s->files[0].bytes, 0};
    struct host_text text = {.arena = a};
    struct literal l;
    bool adjoins;
    while (next_literal(&r, &l, &adjoins)) {
        if (!adjoins) {
            add_program(a, &all, &text);
            text = (struct host_text){.arena = a};
        }
        add_literal(&text, &r, &l);
    }
    add_program(a, &all, &text);
    return all;
}
