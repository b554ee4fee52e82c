#include "diag/fix/syntax.h"

#include <ctype.h>
#include <string.h>

#include "analysis/ir/names.h"
#include "diag/finding/messages.h"
#include "diag/finding/phrase.h"
#include "diag/fix/rounding.h"

size_t fix_statement_end(const struct fix_text *t, size_t i) {
    if (fix_token_is(t, i, "{"))
        return fix_closing(t, i) + 1;
    if (fix_token_is(t, i, "do"))
        return fix_statement_end(t, fix_statement_end(t, i + 1) + 1);
    if (fix_token_is(t, i, "for") || fix_token_is(t, i, "while") || fix_token_is(t, i, "if") ||
        fix_token_is(t, i, "switch")) {
        size_t end = fix_statement_end(t, fix_closing(t, i + 1) + 1);
        bool goes_on = fix_token_is(t, i, "if") && fix_token_is(t, end, "else");
        return goes_on ? fix_statement_end(t, end + 1) : end;
    }
    for (; i < t->n && !fix_token_is(t, i, ";"); i++)
        if (fix_token_is(t, i, "(") || fix_token_is(t, i, "{"))
            i = fix_closing(t, i);
    return i + 1;
}

static bool is_type(const struct fix_text *t, size_t i) {
    static const char *const names[] = {"bool",  "char",   "uchar",  "short",   "ushort", "int",
                                        "uint",  "long",   "ulong",  "half",    "float",  "double",
                                        "const", "size_t", "signed", "unsigned"};
    const struct fix_token *token = &t->tokens[i];
    size_t n = token->end - token->begin;
    while (n > 1 && isdigit((unsigned char)t->text[token->begin + n - 1]))
        n--;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strlen(names[k]) == n && memcmp(names[k], t->text + token->begin, n) == 0)
            return true;
    return false;
}

/* Past calls, elements and members that follow the operand. */
static size_t suffixes_end(const struct fix_text *t, size_t i) {
    for (;;) {
        if (fix_token_is(t, i, "[") || fix_token_is(t, i, "("))
            i = fix_closing(t, i) + 1;
        else if (fix_token_is(t, i, "."))
            i += 2;
        else if (fix_token_is(t, i, "-") && fix_token_is(t, i + 1, ">"))
            i += 3;
        else
            return i < t->n ? i : t->n;
    }
}

size_t fix_operand_end(const struct fix_text *t, size_t i) {
    for (; i < t->n; i++) {
        if (fix_token_is(t, i, "(") && is_type(t, i + 1)) {
            i = fix_closing(t, i);
            if (fix_token_is(t, i + 1, "("))
                return suffixes_end(t, fix_closing(t, i + 1) + 1);
        } else if (fix_token_is(t, i, "(")) {
            return suffixes_end(t, fix_closing(t, i) + 1);
        } else if (t->tokens[i].kind != FIX_PUNCTUATION) {
            return suffixes_end(t, i + 1);
        } else if (!fix_token_is(t, i, "-") && !fix_token_is(t, i, "+")) {
            return t->n;
        }
    }
    return t->n;
}

size_t fix_expression_end(const struct fix_text *t, size_t i) {
    for (; i < t->n; i++) {
        char c = t->text[t->tokens[i].begin];
        if (strchr(";,)]}:?", c))
            return i;
        if (strchr("([{", c))
            i = fix_closing(t, i);
    }
    return t->n;
}

bool fix_is_plain(const struct fix_text *t, size_t i, size_t past) {
    for (; i < past; i++) {
        char c = t->text[t->tokens[i].begin];
        bool call = t->tokens[i].kind == FIX_NAME && fix_token_is(t, i + 1, "(");
        if (call || (t->tokens[i].kind == FIX_PUNCTUATION && !strchr("+-*/%().", c)))
            return false;
        if (strchr("+-", c) && fix_token_is(t, i + 1, (char[]){c, 0}))
            return false;
    }
    return true;
}

bool fix_divisor(const struct fix_text *t, size_t i, size_t *begin, size_t *past) {
    if (!fix_token_is(t, i, "/"))
        return false;
    bool assigned = fix_token_is(t, i + 1, "=");
    *begin = i + 1 + assigned;
    *past = assigned ? fix_expression_end(t, *begin) : fix_operand_end(t, *begin);
    return *past < t->n && *past > *begin;
}

void fix_multiply(struct fix_context *c, size_t i, size_t past, const char *factor) {
    bool assigned = fix_token_is(c->source, i + 1, "=");
    fix_replace(c, i, past, arena_printf(c->arena, "%s %s", assigned ? "*=" : "*", factor));
}

bool fix_leaves(const struct fix_text *t, size_t i, size_t past) {
    for (; i < past; i++)
        if (fix_token_is(t, i, "return") || fix_token_is(t, i, "goto"))
            return true;
    return false;
}

bool fix_assigns(const struct fix_text *t, size_t i) {
    const char *s = i < t->n ? t->text + t->tokens[i].begin : "";
    if (*s == '=')
        return s[1] != '=';
    if (strncmp(s, "<<=", 3) == 0 || strncmp(s, ">>=", 3) == 0)
        return true;
    return (*s && strchr("+-*/%&|^", *s) && s[1] == '=') || strncmp(s, "++", 2) == 0 ||
           strncmp(s, "--", 2) == 0;
}

bool fix_may_change(const struct fix_text *t, size_t i, size_t past, const char *name) {
    for (; i < past; i++) {
        if (!fix_token_is(t, i, name))
            continue;
        const char *before = i ? t->text + t->tokens[i - 1].begin : "";
        bool steps = i > 1 && (*before == '+' || *before == '-') &&
                     t->text[t->tokens[i - 2].begin] == *before;
        size_t behind = suffixes_end(t, i + 1);
        bool declared = i && t->tokens[i - 1].kind == FIX_NAME;
        if (steps || declared || *before == '&' || fix_assigns(t, behind))
            return true;
    }
    return false;
}

const char *fix_unused_name(const struct fix_context *c, const char *wanted) {
    const char *name = wanted;
    for (size_t i = 0; i < c->source->n; i++)
        if (fix_token_is(c->source, i, name)) {
            name = arena_printf(c->arena, "%s_", name);
            i = 0;
        }
    return name;
}

/* Those that OpenCL has with native_ and half_ in front. */
static bool is_elementary(const struct fix_text *t, size_t i) {
    static const char *const names[] = {"cos",   "exp",  "exp2",  "exp10", "log",  "log2",
                                        "log10", "powr", "rsqrt", "sin",   "sqrt", "tan"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        if (fix_token_is(t, i, names[n]))
            return fix_token_is(t, i + 1, "(");
    return false;
}

/* The tokens of all calls that the finding is about, each once. False if one is none of those. */
static bool calls_of(const struct fix_context *c, size_t *calls, size_t *n) {
    const struct finding *f = c->finding;
    for (size_t i = 0; i <= f->n_also; i++) {
        size_t call = fix_token_at(c->source, i ? f->also[i - 1] : f->loc), seen = 0;
        if (!is_elementary(c->source, call))
            return false;
        while (seen < *n && calls[seen] != call)
            seen++;
        if (seen == *n)
            calls[(*n)++] = call;
    }
    return true;
}

bool fix_prefix_call(struct fix_context *c, const char *prefix, const char *what) {
    const struct fix_text *t = c->source;
    size_t *calls = NEW_ARRAY(c->arena, size_t, c->finding->n_also + 1), n = 0;
    if (!calls_of(c, calls, &n))
        return false;
    for (size_t i = 0; i < n; i++)
        fix_insert_before(c, calls[i], prefix);
    const size_t call = calls[0];
    const char *name = fix_source(c->arena, t, call, call + 1);
    c->fix->title =
        n > 1 ? arena_printf(c->arena, MSG_FIX_CALLS, prefix, name, n - 1, diag_plural(n - 1), what)
              : arena_printf(c->arena, MSG_FIX_CALL, prefix, name, what);
    return true;
}

/* A comparison that knows where the calls were. */
struct call_relation {
    struct relation_edit edit;
    const struct finding *finding;
};

static bool is_of(const struct finding *f, struct loc loc) {
    bool is = loc_same(loc, f->loc);
    for (size_t i = 0; i < f->n_also && !is; i++)
        is = loc_same(loc, f->also[i]);
    return is;
}

/* Another implementation of the function, of the same arguments. */
static bool another_function(struct relation *r, uint32_t x, uint32_t y) {
    const struct call_relation *call = (const struct call_relation *)r->edit;
    const struct value *v = &r->before->values[x], *w = &r->after->values[y];
    bool same = v->op == OP_MATH && w->op == OP_MATH && v->type == TYPE_FLOAT &&
                w->type == TYPE_FLOAT && v->bits == w->bits && v->comps == w->comps &&
                v->n_args == w->n_args && class_is_special((enum op_class)w->cls) &&
                is_of(call->finding, v->loc);
    for (uint32_t i = 0; same && i < v->n_args; i++)
        same = relation_same(r, v->args[i], w->args[i]);
    r->rounded[y] |= same;
    return same;
}

bool fix_check_call(const struct fix_check *c) {
    const struct call_relation call = {{.allows = another_function}, c->finding};
    struct relation r;
    return relation_holds(&r, c->arena, c->before, c->after, &call.edit) &&
           rounding_is_harmless(&r);
}
