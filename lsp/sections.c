#include "lsp/sections.h"

#include <string.h>

#include "base/vec.h"

/* Codes of lines that belong to no section: of what has no code, and of the number of a common
 * line, counted down from FIRST_COMMON. */
enum { NO_CODE = -1, FIRST_COMMON = -2 };

/* Places relative to any section have its number in front. */
enum { SECTION_LINES = 1 << 20 };

enum { HAS_CODE = 1, HAS_COMMENT = 2, HAS_DIRECTIVE = 4 };

/* A name that is called. */
struct call {
    const char *name;
    size_t n, line;
};

/* A declaration at the top level, as far as it was read. */
struct declaration {
    bool active, is_kernel, has_body;
    size_t line;
    const char *name;
    size_t name_bytes;
};

struct scanner {
    struct arena *arena;
    const struct source_text *text;
    size_t at, line;
    bool fresh; /* nothing but blanks on the line so far */
    int braces, parens;
    struct declaration now;
    const char *last; /* the name just read, or NULL */
    size_t last_bytes;
    uint8_t *flags; /* of each line */
    bool entangled; /* two of them share a line */
    VEC(struct section) sections;
    VEC(struct call) calls;
};

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (unsigned char)c >= 0x80;
}

static char peek(const struct scanner *s, size_t ahead) {
    return s->at + ahead < s->text->n ? s->text->bytes[s->at + ahead] : '\0';
}

static void step(struct scanner *s) {
    s->at++;
    if (s->line + 1 < s->text->n_lines && s->at >= s->text->lines[s->line + 1]) {
        s->line++;
        s->fresh = true;
    }
}

static void steps(struct scanner *s, size_t n) {
    for (size_t i = 0; i < n && s->at < s->text->n; i++)
        step(s);
}

static bool at_end(const struct scanner *s) {
    return s->at >= s->text->n;
}

static void mark(struct scanner *s, uint8_t flag) {
    s->flags[s->line] |= flag;
}

static void skip_comment(struct scanner *s) {
    bool block = peek(s, 1) == '*';
    size_t line = s->line;
    mark(s, HAS_COMMENT);
    steps(s, 2);
    while (!at_end(s) && (block ? !(peek(s, 0) == '*' && peek(s, 1) == '/') : s->line == line)) {
        mark(s, HAS_COMMENT);
        step(s);
    }
    if (block)
        steps(s, 2);
}

/* Up to the quote that closes it, or the end of the line. */
static void skip_literal(struct scanner *s) {
    char quote = peek(s, 0);
    size_t line = s->line;
    step(s);
    while (!at_end(s) && s->line == line && peek(s, 0) != quote)
        steps(s, peek(s, 0) == '\\' ? 2 : 1);
    if (s->line == line)
        step(s);
}

static bool is_comment(const struct scanner *s) {
    return peek(s, 0) == '/' && (peek(s, 1) == '/' || peek(s, 1) == '*');
}

/* With the lines that a backslash continues it on. */
static void skip_directive(struct scanner *s) {
    size_t line = s->line;
    mark(s, HAS_DIRECTIVE);
    while (!at_end(s) && s->line == line) {
        if (is_comment(s) && peek(s, 1) == '*') {
            skip_comment(s);
            line = s->line;
        } else if (peek(s, 0) == '\\' && (peek(s, 1) == '\n' || peek(s, 1) == '\r')) {
            steps(s, peek(s, 1) == '\r' && peek(s, 2) == '\n' ? 3 : 2);
            line = s->line;
            if (!at_end(s))
                mark(s, HAS_DIRECTIVE);
        } else
            step(s);
    }
    if (!s->braces)
        s->now = (struct declaration){0};
}

static void close_section(struct scanner *s, size_t last) {
    const struct declaration *d = &s->now;
    if (d->is_kernel && d->name && d->has_body)
        vec_push(s->arena, &s->sections,
                 (struct section){.name = arena_strndup(s->arena, d->name, d->name_bytes),
                                  .first = d->line,
                                  .head = d->line,
                                  .n = last + 1 - d->line});
    s->now = (struct declaration){0};
}

static void begin(struct scanner *s) {
    const struct section *last = s->sections.n ? &s->sections.at[s->sections.n - 1] : NULL;
    if (s->now.active || s->braces)
        return;
    s->entangled |= last && last->first + last->n > s->line;
    s->now = (struct declaration){.active = true, .line = s->line};
}

static bool name_is(const char *name, size_t n, const char *text) {
    return n == strlen(text) && memcmp(name, text, n) == 0;
}

/* A kernel that begins a line ends whatever lacks its closing brace. */
static void read_kernel_word(struct scanner *s, bool begins_line) {
    if (begins_line && s->braces) {
        s->braces = s->parens = 0;
        close_section(s, s->line ? s->line - 1 : 0);
        begin(s);
    }
    if (!s->braces && !s->parens)
        s->now.is_kernel = true;
}

static void read_name(struct scanner *s) {
    const char *name = s->text->bytes + s->at;
    bool begins_line = s->at == s->text->lines[s->line];
    size_t n = 0;
    while (s->at + n < s->text->n && is_name(name[n]))
        n++;
    begin(s);
    if (name_is(name, n, "kernel") || name_is(name, n, "__kernel"))
        read_kernel_word(s, begins_line);
    s->last = name;
    s->last_bytes = n;
    s->fresh = false;
    steps(s, n);
}

static void read_open_paren(struct scanner *s) {
    bool attribute = s->last && name_is(s->last, s->last_bytes, "__attribute__");
    if (s->last && !s->braces && !s->parens && !attribute && !s->now.has_body) {
        s->now.name = s->last;
        s->now.name_bytes = s->last_bytes;
    }
    if (s->last && s->braces)
        vec_push(s->arena, &s->calls, (struct call){s->last, s->last_bytes, s->line});
    s->parens++;
}

static void read_close_brace(struct scanner *s) {
    s->parens = 0;
    if (s->braces && --s->braces == 0)
        close_section(s, s->line);
}

static void read_mark(struct scanner *s) {
    char c = peek(s, 0);
    begin(s);
    if (c == '(')
        read_open_paren(s);
    else if (c == ')')
        s->parens -= s->parens > 0;
    else if (c == '{') {
        s->now.has_body |= !s->braces++;
        s->parens = 0;
    } else if (c == '}')
        read_close_brace(s);
    else if (c == ';' && !s->braces && !s->parens)
        s->now = (struct declaration){0};
    s->last = NULL;
    s->fresh = false;
    step(s);
}

static void read_piece(struct scanner *s) {
    char c = peek(s, 0);
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v')
        step(s);
    else if (is_comment(s))
        skip_comment(s);
    else if (c == '#' && s->fresh)
        skip_directive(s);
    else {
        mark(s, HAS_CODE);
        if (is_name(c))
            read_name(s);
        else if (c == '"' || c == '\'') {
            begin(s);
            s->last = NULL;
            s->fresh = false;
            skip_literal(s);
        } else
            read_mark(s);
    }
}

/* Comments directly above a kernel are about it. */
static void take_comments(struct scanner *s) {
    for (size_t i = 0; i < s->sections.n; i++) {
        struct section *x = &s->sections.at[i];
        size_t least = i ? s->sections.at[i - 1].first + s->sections.at[i - 1].n : 0;
        while (x->first > least && s->flags[x->first - 1] == HAS_COMMENT) {
            x->first--;
            x->n++;
        }
    }
}

/* A kernel that calls another one depends on it, too. */
static void find_dependents(struct scanner *s) {
    for (size_t c = 0; c < s->calls.n; c++)
        for (size_t i = 0; i < s->sections.n; i++) {
            const struct call *call = &s->calls.at[c];
            const struct section *called = &s->sections.at[i];
            bool inside = call->line >= called->first && call->line < called->first + called->n;
            if (inside || !name_is(call->name, call->n, called->name))
                continue;
            for (size_t k = 0; k < s->sections.n; k++)
                s->sections.at[k].whole = true;
        }
}

static bool same_names(const struct scanner *s) {
    for (size_t i = 0; i < s->sections.n; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(s->sections.at[i].name, s->sections.at[k].name) == 0)
                return true;
    return false;
}

/* Numbers of lines are part of what it says. */
static bool tells_lines(const struct source_text *t) {
    return strstr(t->bytes, "__LINE__") || strstr(t->bytes, "__COUNTER__") ||
           strstr(t->bytes, "#line");
}

/* Comments that clperf reads count as code. */
static bool counts(const struct source_text *t, size_t line, uint8_t flags) {
    const char *bytes;
    size_t n = source_line(t, line, &bytes);
    return (flags & (HAS_CODE | HAS_DIRECTIVE)) || memmem(bytes, n, "clperf", 6);
}

static void number_lines(struct scanner *s, struct sections *out) {
    int32_t *codes = NEW_ARRAY(s->arena, int32_t, s->text->n_lines);
    VEC(uint32_t) common = {0};
    size_t next = 0;
    for (size_t line = 0; line < s->text->n_lines; line++) {
        while (next < out->n && line >= out->at[next].first + out->at[next].n)
            next++;
        if (next < out->n && line >= out->at[next].first) {
            codes[line] = (int32_t)next;
        } else if (counts(s->text, line, s->flags[line])) {
            codes[line] = FIRST_COMMON - (int32_t)common.n;
            vec_push(s->arena, &common, (uint32_t)line);
        } else
            codes[line] = NO_CODE;
    }
    out->codes = codes;
    out->common = common.at;
    out->n_common = common.n;
}

/* Directives inside of kernels hold for what follows, but for those about the next loop. */
static void find_directives(const struct scanner *s, struct sections *out) {
    VEC(uint32_t) found = {0};
    for (size_t line = 0; line < s->text->n_lines; line++) {
        const char *bytes;
        size_t n = source_line(s->text, line, &bytes);
        bool of_loop = memmem(bytes, n, "unroll", 6) || memmem(bytes, n, "clang loop", 10);
        if (out->codes[line] >= 0 && (s->flags[line] & HAS_DIRECTIVE) && !of_loop)
            vec_push(s->arena, &found, (uint32_t)line);
    }
    out->directives = found.at;
    out->n_directives = found.n;
}

struct sections sections_of(struct arena *a, const struct source_text *t, bool separable) {
    struct scanner s = {.arena = a, .text = t, .fresh = true};
    struct sections out = {.whole = true, .n_lines = t->n_lines};
    if (!separable || t->n_lines >= SECTION_LINES || tells_lines(t))
        return out;
    s.flags = NEW_ARRAY(a, uint8_t, t->n_lines);
    while (!at_end(&s))
        read_piece(&s);
    if (s.braces)
        close_section(&s, t->n_lines - 1);
    if (s.entangled || same_names(&s))
        return out;
    take_comments(&s);
    find_dependents(&s);
    out.whole = false;
    out.at = s.sections.at;
    out.n = s.sections.n;
    number_lines(&s, &out);
    find_directives(&s, &out);
    return out;
}

bool sections_relative(const struct sections *s, int self, double line, double *relative) {
    *relative = line;
    if (s->whole || line < 1)
        return true;
    if (line > (double)s->n_lines)
        return false;
    int32_t code = s->codes[(size_t)line - 1];
    if (code <= FIRST_COMMON) {
        *relative = code;
        return true;
    }
    if (code == NO_CODE || (self != SECTION_ANY && code != self))
        return false;
    *relative =
        line - (double)s->at[code].first + (self == SECTION_ANY ? (double)code * SECTION_LINES : 0);
    return true;
}

double sections_absolute(const struct sections *s, int self, double relative) {
    if (s->whole || relative == 0)
        return relative;
    if (relative <= FIRST_COMMON) {
        size_t number = (size_t)(FIRST_COMMON - relative);
        return number < s->n_common ? s->common[number] + 1 : 0;
    }
    size_t section = self >= 0 ? (size_t)self : (size_t)relative / SECTION_LINES;
    double line = self >= 0 ? relative : (double)((size_t)relative % SECTION_LINES);
    return section < s->n ? (double)s->at[section].first + line : 0;
}
