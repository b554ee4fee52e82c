#include "diag/suppress/directives.h"

#include <ctype.h>
#include <string.h>

#include "base/str.h"

/* Where reading is in a line. */
struct cursor {
    const char *start, *at, *end;
};

struct reader {
    struct arena *arena;
    const struct diag_file *file;
    uint32_t line; /* from 1 */
    struct directives found;
};

static void skip(struct cursor *c, const char *any_of) {
    while (c->at < c->end && *c->at && strchr(any_of, *c->at))
        c->at++;
}

static bool take(struct cursor *c, const char *token) {
    size_t n = strlen(token);
    bool is_next = (size_t)(c->end - c->at) >= n && memcmp(c->at, token, n) == 0;
    if (is_next)
        c->at += n;
    return is_next;
}

/* The token as a word of its own, blanks before it passed over. */
static bool take_word(struct cursor *c, const char *word) {
    struct cursor before = *c;
    skip(c, " \t");
    if (take(c, word) && (c->at == c->end || !(isalnum((unsigned char)*c->at) || *c->at == '_')))
        return true;
    *c = before;
    return false;
}

static struct cursor cursor_of(struct diag_line l) {
    return (struct cursor){l.text, l.text, l.text + l.n};
}

static void add(struct reader *r, const struct cursor *c, struct directive d) {
    d.loc = (struct loc){r->file->name, r->line, (uint32_t)(c->at - c->start) + 1};
    vec_push(r->arena, &r->found, d);
}

/* The text from there on without what closes a comment or a string of a host program. */
static const char *rest_of(struct arena *a, const struct cursor *c) {
    const char *from = c->at, *close = memmem(from, (size_t)(c->end - from), "*/", 2);
    const char *end = close ? close : c->end;
    if (!close && memchr(c->start, '"', (size_t)(from - c->start)) && end > from) {
        while (end > from && strchr(" \t,;)\\\"", end[-1]))
            end--;
        if (end >= from + 2 && memcmp(end - 2, "\\n", 2) == 0)
            end -= 2;
    }
    while (from < end && isspace((unsigned char)*from))
        from++;
    while (from < end && isspace((unsigned char)end[-1]))
        end--;
    return from < end ? arena_strndup(a, from, (size_t)(end - from)) : NULL;
}

/* Whether only blanks, or the start of a string of a host program, stand before that place. */
static bool stands_alone(const struct cursor *c, const char *at) {
    for (const char *s = c->start; s < at; s++)
        if (!strchr(" \t\"", *s))
            return false;
    return true;
}

/* Past a comment or to the end of a line, or NULL where none begins. */
static const char *past_comment(const char *s, const char *end) {
    if (end - s < 2 || s[0] != '/' || (s[1] != '/' && s[1] != '*'))
        return NULL;
    const char *close = s[1] == '*' ? memmem(s + 2, (size_t)(end - s - 2), "*/", 2) : NULL;
    return close ? close + 2 : end;
}

/* Whether the statement that the line belongs to ends on it; *depth counts open brackets. */
static bool ends_statement(struct diag_line l, int *depth) {
    const char *s = l.text, *end = l.text + l.n;
    const char *code = s;
    while (code < end && strchr(" \t\"", *code))
        code++;
    if (code < end && *code == '#')
        return false;
    while (s < end) {
        const char *after = past_comment(s, end);
        *depth += !after && strchr("([", *s) ? 1 : !after && strchr(")]", *s) ? -1 : 0;
        if (!after && *depth <= 0 && strchr(";{}", *s))
            return true;
        s = after ? after : s + 1;
    }
    return false;
}

/* The last line of the statement that begins below a line. */
static uint32_t statement_end(const struct diag_file *f, uint32_t line) {
    int depth = 0;
    for (uint32_t i = line; i < f->lines.n; i++)
        if (ends_statement(f->lines.at[i], &depth))
            return i + 1;
    return line + 1;
}

/* The names between brackets, each a directive like d; all rules without brackets. */
static void add_comment(struct reader *r, struct cursor c, struct directive d) {
    if (!take(&c, "[")) {
        add(r, &c, d);
        return;
    }
    do {
        skip(&c, " \t");
        const char *from = c.at;
        while (c.at < c.end && !strchr(",] \t", *c.at))
            c.at++;
        d.rule = arena_strndup(r->arena, from, (size_t)(c.at - from));
        struct cursor name = {c.start, from, c.end};
        add(r, &name, d);
        skip(&c, " \t");
    } while (take(&c, ","));
}

/* Past the names in brackets of a comment, and its reason. False if it is prose. */
static bool read_reason(struct reader *r, struct cursor c, const char **reason) {
    if (take(&c, "[")) {
        const char *close = memchr(c.at, ']', (size_t)(c.end - c.at));
        c.at = close ? close + 1 : c.end;
    }
    bool said = take(&c, ":");
    *reason = rest_of(r->arena, &c);
    return said || !*reason;
}

static void read_comment(struct reader *r, struct diag_line l) {
    static const char mark[] = "clperf-ignore";
    struct cursor c = cursor_of(l);
    c.at = memmem(l.text, l.n, mark, strlen(mark));
    if (!c.at)
        return;
    const char *open = c.at;
    while (open > c.start && strchr(" \t*", open[-1]))
        open--;
    bool is_comment = open > c.start && open[-1] == '/' &&
                      (open[0] == '*' || (open - 1 > c.start && open[-2] == '/'));
    take(&c, mark);
    struct directive d = {
        .kind = DIRECTIVE_COMMENT, .what = mark, .first = r->line, .last = r->line};
    if (!is_comment || !read_reason(r, c, &d.reason))
        return;
    if (stands_alone(&c, open - (open[0] == '*' ? 1 : 2))) {
        d.first = r->line + 1;
        d.last = statement_end(r->file, r->line);
    }
    add_comment(r, c, d);
}

/* The option of a pragma, quoted, with backslashes in a string of a host program. False if it is
 * none of ours. */
static bool read_option(struct reader *r, struct cursor *c, struct directive *d) {
    skip(c, " \t\\\"");
    if (!take(c, "-Wclperf"))
        return false;
    const char *from = c->at + (c->at < c->end && *c->at == '-'), *to = from;
    while (to < c->end && (isalnum((unsigned char)*to) || *to == '-' || *to == '_'))
        to++;
    c->at = from;
    d->rule = to > from ? arena_strndup(r->arena, from, (size_t)(to - from)) : NULL;
    return true;
}

static void read_pragma(struct reader *r, struct diag_line l) {
    static const struct {
        const char *word;
        enum directive_kind kind;
    } kinds[] = {{"push", DIRECTIVE_PUSH},       {"pop", DIRECTIVE_POP},
                 {"ignored", DIRECTIVE_IGNORED}, {"warning", DIRECTIVE_WARNING},
                 {"error", DIRECTIVE_ERROR},     {"fatal", DIRECTIVE_ERROR}};
    struct cursor c = cursor_of(l);
    skip(&c, " \t\"");
    if (!take(&c, "#") || !take_word(&c, "pragma") ||
        !(take_word(&c, "clperf") || take_word(&c, "clang") || take_word(&c, "GCC")) ||
        !take_word(&c, "diagnostic"))
        return;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct directive d = {.kind = kinds[i].kind, .what = "#pragma diagnostic"};
        if (!take_word(&c, kinds[i].word))
            continue;
        if (d.kind == DIRECTIVE_PUSH || d.kind == DIRECTIVE_POP || read_option(r, &c, &d))
            add(r, &c, d);
        return;
    }
}

struct directives directives_read(struct arena *a, const struct diag_file *f) {
    struct reader r = {.arena = a, .file = f};
    for (size_t i = 0; i < f->lines.n; i++) {
        r.line = (uint32_t)i + 1;
        read_comment(&r, f->lines.at[i]);
        read_pragma(&r, f->lines.at[i]);
    }
    return r.found;
}
