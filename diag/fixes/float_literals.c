/* The suffix f for the floating-point literals of a function, which are double without. */
#include <string.h>

#include "diag/fix.h"

static bool is_double(const struct fix_text *t, size_t i) {
    const struct fix_token *token = &t->tokens[i];
    const char *s = t->text + token->begin;
    size_t n = token->end - token->begin;
    bool hex = n > 1 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
    if (token->kind != FIX_NUMBER || strchr("fFhHlL", s[n - 1]))
        return false;
    return memchr(s, '.', n) ||
           (hex ? memchr(s, 'p', n) || memchr(s, 'P', n) : memchr(s, 'e', n) || memchr(s, 'E', n));
}

bool fix_float_literals(struct fix_context *c) {
    const struct fix_text *t = c->source;
    size_t open, close, at = 0;
    while (at < t->n && t->tokens[at].line < c->finding->loc.line)
        at++;
    if (!fix_function(t, at, &open, &close))
        return false;
    for (size_t i = open; i < close; i++)
        if (is_double(t, i))
            fix_insert_behind(c, i, "f");
    c->fix->title = "give the literals the suffix f";
    return c->edits.n > 0;
}
