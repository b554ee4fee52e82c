#include "diag/fix/edits.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "diag/finding/phrase.h"

struct scanner {
    const char *text;
    size_t bytes, at;
    uint32_t line;
    size_t line_start;
    bool fresh; /* nothing but blanks since the line began */
};

static char peek(const struct scanner *s, size_t ahead) {
    return s->at + ahead < s->bytes ? s->text[s->at + ahead] : '\0';
}

static void advance(struct scanner *s) {
    if (s->text[s->at++] == '\n') {
        s->line++;
        s->line_start = s->at;
        s->fresh = true;
    }
}

/* A line's end, of one character or two, that a backslash hides does not end a directive or a
 * comment. */
static void skip_line(struct scanner *s) {
    while (s->at < s->bytes && s->text[s->at] != '\n') {
        size_t end = peek(s, 1) == '\r' ? 2 : 1;
        bool spliced = s->text[s->at] == '\\' && peek(s, end) == '\n';
        for (size_t i = 0; i <= (spliced ? end : 0); i++)
            advance(s);
    }
}

static void skip_comment(struct scanner *s) {
    advance(s);
    advance(s);
    while (s->at < s->bytes && !(s->text[s->at] == '*' && peek(s, 1) == '/'))
        advance(s);
    for (int i = 0; i < 2 && s->at < s->bytes; i++)
        advance(s);
}

/* C++'s R"x(...)x". False if it is none. */
static bool skip_raw_string(struct scanner *s) {
    const char *start = s->text + s->at, *end = s->text + s->bytes;
    const char *open = memchr(start, '(', (size_t)(end - start));
    size_t n = open ? (size_t)(open - start) : 0; /* with the quote in the place of the bracket */
    if (!s->at || s->text[s->at - 1] != 'R' || !open)
        return false;
    for (const char *c = open; c + n < end; c++)
        if (*c == ')' && memcmp(c + 1, start + 1, n - 1) == 0 && c[n] == '"') {
            while (s->text + s->at <= c + n)
                advance(s);
            return true;
        }
    return false;
}

static void skip_string(struct scanner *s) {
    char quote = s->text[s->at];
    advance(s);
    while (s->at < s->bytes && s->text[s->at] != quote && s->text[s->at] != '\n') {
        if (s->text[s->at] == '\\' && s->at + 1 < s->bytes)
            advance(s);
        advance(s);
    }
    if (s->at < s->bytes)
        advance(s);
}

/* Goes past what is no token; false at a token. */
static bool skip(struct scanner *s) {
    char c = s->text[s->at];
    if (isspace((unsigned char)c))
        advance(s);
    else if (c == '/' && peek(s, 1) == '*')
        skip_comment(s);
    else if ((c == '/' && peek(s, 1) == '/') || (c == '#' && s->fresh))
        skip_line(s);
    else if (c == '"' && skip_raw_string(s))
        return true;
    else if (c == '"' || c == '\'')
        skip_string(s);
    else
        return false;
    return true;
}

static bool in_name(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Past a preprocessing number: its exponent may have a sign, and C++ separates digits. */
static size_t number_end(const struct scanner *s, size_t at) {
    while (at < s->bytes &&
           (in_name(s->text[at]) || s->text[at] == '.' ||
            (s->text[at] == '\'' && at + 1 < s->bytes && in_name(s->text[at + 1])) ||
            ((s->text[at] == '+' || s->text[at] == '-') && strchr("eEpP", s->text[at - 1]))))
        at++;
    return at;
}

static struct fix_token next_token(struct scanner *s) {
    struct fix_token t = {FIX_PUNCTUATION, (uint32_t)s->at, 0, s->line,
                          (uint32_t)(s->at - s->line_start) + 1};
    char c = s->text[s->at];
    size_t end = s->at + 1;
    if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)peek(s, 1)))) {
        t.kind = FIX_NUMBER;
        end = number_end(s, end);
    } else if (in_name(c)) {
        t.kind = FIX_NAME;
        while (end < s->bytes && in_name(s->text[end]))
            end++;
    }
    t.end = (uint32_t)end;
    s->fresh = false;
    s->at = end;
    return t;
}

struct fix_text fix_text(struct arena *a, const char *text, size_t bytes) {
    struct scanner s = {.text = text, .bytes = bytes, .line = 1, .fresh = true};
    VEC(struct fix_token) tokens = {0};
    if (str_starts(text, "\xef\xbb\xbf"))
        s.at = 3;
    while (s.at < bytes)
        if (!skip(&s))
            vec_push(a, &tokens, next_token(&s));
    return (struct fix_text){text, bytes, tokens.at, tokens.n};
}

bool fix_token_is(const struct fix_text *t, size_t i, const char *text) {
    size_t n = strlen(text);
    return i < t->n && t->tokens[i].end - t->tokens[i].begin == n &&
           memcmp(t->text + t->tokens[i].begin, text, n) == 0;
}

size_t fix_token_at(const struct fix_text *t, struct loc loc) {
    for (size_t i = 0; i < t->n; i++)
        if (t->tokens[i].line == loc.line && t->tokens[i].col == loc.col)
            return i;
    return t->n;
}

size_t fix_closing(const struct fix_text *t, size_t i) {
    static const char pairs[] = "()[]{}";
    const char *kind = i < t->n ? strchr(pairs, t->text[t->tokens[i].begin]) : NULL;
    int open = 0;
    if (!kind || (kind - pairs) % 2)
        return t->n;
    for (; i < t->n; i++) {
        char c = t->text[t->tokens[i].begin];
        open += (c == kind[0]) - (c == kind[1]);
        if (open == 0)
            return i;
    }
    return t->n;
}

/* Behind parameters, not behind the name of a scope. */
static bool begins_function(const struct fix_text *t, size_t open) {
    return fix_token_is(t, open, "{") &&
           ((open > 0 && fix_token_is(t, open - 1, ")")) ||
            (open > 1 && t->tokens[open - 1].kind == FIX_NAME && fix_token_is(t, open - 2, ")")));
}

bool fix_function(const struct fix_text *t, size_t i, size_t *open, size_t *close) {
    for (size_t k = 0; k < t->n && k <= i; k++) {
        if (!begins_function(t, k))
            continue;
        size_t end = fix_closing(t, k);
        if (i < end && end < t->n) {
            *open = k;
            *close = end;
            return true;
        }
        k = end;
    }
    return false;
}

const char *fix_source(struct arena *a, const struct fix_text *t, size_t i, size_t past) {
    struct str s = {.arena = a};
    for (size_t k = i; k < past; k++) {
        const struct fix_token *token = &t->tokens[k];
        if (k > i && token->begin > t->tokens[k - 1].end)
            str_add(&s, " ");
        str_addn(&s, t->text + token->begin, token->end - token->begin);
    }
    return str_text(&s);
}

static void add_edit(struct fix_context *c, size_t i, uint32_t begin, uint32_t end,
                     const char *text) {
    const struct fix_token *t = &c->source->tokens[i];
    struct fix_edit e = {.line = t->line,
                         .col = t->col + (begin - t->begin),
                         .end_col = t->col + (end - t->begin),
                         .text = text};
    vec_push(c->arena, &c->edits, e);
}

/* An edit does not go beyond its line, so tokens of several lines go one by one. */
void fix_replace(struct fix_context *c, size_t i, size_t past, const char *text) {
    const struct fix_token *t = c->source->tokens;
    bool one_line = t[i].line == t[past - 1].line;
    add_edit(c, i, t[i].begin, one_line ? t[past - 1].end : t[i].end, text);
    for (i++; i < past && !one_line; i++)
        add_edit(c, i, t[i].begin, t[i].end, "");
}

void fix_replace_text(struct fix_context *c, const char *begin, const char *end, const char *text) {
    uint32_t line = 1;
    const char *start = c->source->text;
    for (const char *s = start; s < begin; s++)
        if (*s == '\n') {
            line++;
            start = s + 1;
        }
    struct fix_edit e = {.line = line,
                         .col = (uint32_t)(begin - start) + 1,
                         .end_col = (uint32_t)(end - start) + 1,
                         .text = text};
    vec_push(c->arena, &c->edits, e);
}

void fix_insert_before(struct fix_context *c, size_t i, const char *text) {
    add_edit(c, i, c->source->tokens[i].begin, c->source->tokens[i].begin, text);
}

void fix_insert_behind(struct fix_context *c, size_t i, const char *text) {
    add_edit(c, i, c->source->tokens[i].end, c->source->tokens[i].end, text);
}

bool fix_inserted(const struct finding_fix *fix, struct loc loc) {
    int64_t moved = 0;
    for (size_t i = 0; i < fix->n_edits && !loc.file; i++) {
        const struct fix_edit *e = &fix->edits[i];
        int64_t begin = e->col + moved, length = (int64_t)strlen(e->text);
        if (e->line != loc.line)
            continue;
        if (loc.col >= begin && loc.col < begin + length)
            return true;
        moved += length - (e->end_col - e->col);
    }
    return false;
}

const char *fix_apply(struct arena *a, const struct fix_text *source, const struct finding_fix *fix,
                      size_t *bytes) {
    struct str s = {.arena = a};
    size_t at = 0, line_start = 0;
    uint32_t line = 1;
    for (size_t i = 0; i < fix->n_edits; i++) {
        const struct fix_edit *e = &fix->edits[i];
        for (; line < e->line && line_start < source->bytes; line_start++)
            line += source->text[line_start] == '\n';
        str_addn(&s, source->text + at, line_start + e->col - 1 - at);
        str_add(&s, e->text);
        at = line_start + e->end_col - 1;
    }
    str_addn(&s, source->text + at, source->bytes - at);
    *bytes = s.n;
    return str_text(&s);
}
