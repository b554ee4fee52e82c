#include "launch/host/strings.h"

#include <stdlib.h>
#include <string.h>

#include "launch/host/macros.h"

/* Arrays of fewer numbers hold no kernel. */
enum { SHORTEST_ARRAY = 32 };

static bool is(const struct host_strings *f, size_t i, const char *text) {
    return i < f->source->n_tokens && host_token_is(f->source, &f->source->tokens[i], text);
}

static bool is_kind(const struct host_strings *f, size_t i, enum host_token_kind kind) {
    return i < f->source->n_tokens && f->source->tokens[i].kind == kind;
}

/* "{ 0x2f, 47, '*', ..." from the brace at i: the bytes; returns the token past them, or i. */
static size_t read_array(const struct host_strings *f, size_t i, struct host_text *text) {
    const struct host_source *s = f->source;
    size_t k = i + 1, n = 0;
    for (; is_kind(f, k, TOKEN_NUMBER); k += 2, n++) {
        const struct host_token *t = &s->tokens[k];
        const char *spelling = host_token_text(s, t);
        struct host_origin at = {t->file, t->offset};
        char *end;
        long value = *spelling == '\'' ? spelling[1] : strtol(spelling, &end, 0);
        if (value < 0 || value > 255 || !(is(f, k + 1, ",") || is(f, k + 1, "}")))
            return i;
        if (value)
            host_text_add(text, (char)value, at);
        if (is(f, k + 1, "}"))
            return n >= SHORTEST_ARRAY ? k + 2 : i;
    }
    return is(f, k, "}") && n >= SHORTEST_ARRAY ? k + 1 : i;
}

static void find_chunks(struct host_strings *f) {
    struct host_macros macros = {.arena = f->arena, .source = f->source};
    size_t n = f->source->n_tokens;
    f->chunk_at = NEW_ARRAY(f->arena, size_t, n + 1);
    for (size_t i = 0; i < n + 1; i++)
        f->chunk_at[i] = NOTHING;
    for (size_t i = 0; i < n;) {
        struct host_chunk c = {.text.arena = f->arena, .first = i};
        if (f->source->tokens[i].directive) {
            i = host_macros_directive(&macros, i);
            continue;
        }
        c.past =
            is(f, i, "{") ? read_array(f, i, &c.text) : host_macros_string(&macros, i, &c.text);
        if (c.past > i && c.text.n) {
            f->chunk_at[i] = f->chunks.n;
            vec_push(f->arena, &f->chunks, c);
        }
        i = c.past > i ? c.past : i + 1;
    }
}

/* Whether the brace at i opens a function's body, outside of any other. */
static bool opens_body(const struct host_strings *f, size_t i) {
    return i > 0 && (is(f, i - 1, ")") || is(f, i - 1, "const") || is(f, i - 1, "override"));
}

static void find_functions(struct host_strings *f) {
    size_t number = 0;
    int depth = 0; /* of braces in the body; 0: outside */
    f->function_of = NEW_ARRAY(f->arena, size_t, f->source->n_tokens + 1);
    for (size_t i = 0; i < f->source->n_tokens; i++) {
        if (f->source->tokens[i].directive)
            continue;
        if (!depth && is(f, i, "{") && opens_body(f, i)) {
            number++;
            depth = 1;
        } else if (depth) {
            depth += is(f, i, "{") - is(f, i, "}");
        }
        f->function_of[i] = depth ? number : 0;
    }
}

/* The latest variable of that name that has text, or NOTHING. */
static size_t variable_named(const struct host_strings *f, const struct host_token *name) {
    for (size_t i = f->variables.n; i-- > 0;) {
        const struct host_token *x = f->variables.at[i].name;
        if (x && x->length == name->length &&
            memcmp(host_token_text(f->source, x), host_token_text(f->source, name), x->length) == 0)
            return i;
    }
    return NOTHING;
}

/* The chunk or variable at token i, with the token past it in *past. */
static bool item_at(const struct host_strings *f, size_t i, struct host_item *item, size_t *past) {
    *item = (struct host_item){f->chunk_at[i], NOTHING, i};
    *past = i + 1;
    if (item->chunk != NOTHING)
        *past = f->chunks.at[item->chunk].past;
    else if (is_kind(f, i, TOKEN_NAME))
        item->variable = variable_named(f, &f->source->tokens[i]);
    return item->chunk != NOTHING || item->variable != NOTHING;
}

/* The name before an operator at i, over the subscript if it has one. */
static const struct host_token *target(const struct host_strings *f, size_t i, bool *subscript) {
    *subscript = i > 2 && is(f, i - 1, "]");
    while (i > 1 && is(f, i - 1, "]")) {
        while (i > 1 && !is(f, i - 1, "["))
            i--;
        i--;
    }
    return i > 0 && is_kind(f, i - 1, TOKEN_NAME) ? &f->source->tokens[i - 1] : NULL;
}

/* "{a, "b", c}" at brace i, of strings only. */
static void read_list(struct host_strings *f, size_t i) {
    struct host_variable list = {0};
    bool subscript, end = false;
    size_t at = i + 1;
    while (at < f->source->n_tokens && !end) {
        struct host_item item;
        if (!item_at(f, at, &item, &at) || !(is(f, at, ",") || is(f, at, "}")))
            return;
        vec_push(f->arena, &list.items, item);
        end = is(f, at, "}") || is(f, at + 1, "}");
        at++;
    }
    list.name = is(f, i - 1, "=") ? target(f, i - 1, &subscript) : target(f, i, &subscript);
    vec_push(f->arena, &f->variables, list);
}

/* Whether what the parentheses at i hold is a part of the text around them: std::string("..."). */
static bool passes_text(const struct host_strings *f, size_t i) {
    static const char *const names[] = {"string", "string_view", "QString", "strdup"};
    if (!is_kind(f, i - 1, TOKEN_NAME))
        return true;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (is(f, i - 1, names[k]))
            return true;
    return false;
}

/* Whether the token is a name that stands alone between operators, as in s << type << "x". */
static bool is_operand(const struct host_strings *f, size_t i) {
    static const char *const before[] = {"<<", "+", "=", "+=", "("};
    static const char *const after[] = {"<<", "+", ";", ")"};
    bool left = false, right = false;
    for (size_t k = 0; k < sizeof before / sizeof *before; k++)
        left = left || is(f, i - 1, before[k]);
    for (size_t k = 0; k < sizeof after / sizeof *after; k++)
        right = right || is(f, i + 1, after[k]);
    return left && right && is_kind(f, i, TOKEN_NAME) && !is(f, i, "endl");
}

static size_t past_parentheses(const struct host_strings *f, size_t i) {
    int depth = 0;
    for (; i < f->source->n_tokens; i++) {
        depth += is(f, i, "(") - is(f, i, ")");
        if (depth == 0)
            break;
    }
    return i + 1;
}

/* Items of "x = a + b", "x << a << b" and their like after the operator at i. */
static void read_value(struct host_strings *f, size_t i, struct host_variable *v) {
    int depth = 0;
    for (i++; i < f->source->n_tokens;) {
        struct host_item item;
        size_t past = i + 1;
        if (is(f, i, ";") || is(f, i, "{") || is(f, i, "}") || (depth == 0 && is(f, i, ",")))
            return;
        if (is(f, i, "(") && !passes_text(f, i)) {
            i = past_parentheses(f, i);
            continue;
        }
        depth += is(f, i, "(") - is(f, i, ")");
        if (depth < 0)
            return;
        if (item_at(f, i, &item, &past) || is_operand(f, i))
            vec_push(f->arena, &v->items, item);
        i = past;
    }
}

static bool any_text(const struct host_variable *v) {
    for (size_t i = 0; i < v->items.n; i++)
        if (v->items.at[i].chunk != NOTHING || v->items.at[i].variable != NOTHING)
            return true;
    return false;
}

/* What x.append(y) adds at token i is y as of the same function, and not x again. */
static void forget_others(const struct host_strings *f, struct host_item *item, size_t self,
                          size_t i) {
    if (item->variable != NOTHING &&
        (item->variable == self || f->variables.at[item->variable].function != f->function_of[i]))
        item->variable = NOTHING;
}

/* "x = ...", "x[1] = ...", "x += ...", "x << ...", "x.append(...)" or the declaration "x(...)",
 * whose operator or parenthesis is at i. */
static void read_assignment(struct host_strings *f, size_t i) {
    bool subscript = false, append = is(f, i - 1, "append") && is(f, i, "(");
    bool more = is(f, i, "+=") || is(f, i, "<<") || append;
    const struct host_token *name = target(f, append ? i - 2 : i, &subscript);
    size_t known = name ? variable_named(f, name) : NOTHING;
    struct host_variable value = {.name = name};
    if (!name)
        return;
    read_value(f, i, &value);
    if (!value.items.n || !(any_text(&value) || (more && known != NOTHING)))
        return;
    for (size_t k = 0; append && k < value.items.n; k++)
        forget_others(f, &value.items.at[k], known, i);
    bool another = known != NOTHING && append && f->variables.at[known].function &&
                   f->variables.at[known].function != f->function_of[i];
    value.function = f->function_of[i];
    if (known == NOTHING || another || !(more || subscript)) {
        vec_push(f->arena, &f->variables, value);
        return;
    }
    struct host_variable *v = &f->variables.at[known];
    for (size_t k = 0; k < value.items.n; k++)
        vec_push(f->arena, &v->items, value.items.at[k]);
}

static bool declares(const struct host_strings *f, size_t open) {
    return open > 1 && is_kind(f, open - 1, TOKEN_NAME) &&
           (is_kind(f, open - 2, TOKEN_NAME) || is(f, open - 2, ">")) && !is(f, open - 2, "return");
}

/* Whether a name stands at i, first of its statement. */
static bool begins_statement(const struct host_strings *f, size_t i) {
    return i > 0 && is_kind(f, i, TOKEN_NAME) &&
           (is(f, i - 1, ";") || is(f, i - 1, "{") || is(f, i - 1, "}") || is(f, i - 1, ")"));
}

static void find_variables(struct host_strings *f) {
    for (size_t i = 1; i < f->source->n_tokens; i++) {
        if (f->source->tokens[i].directive)
            continue;
        if (is(f, i, "{") && f->chunk_at[i] == NOTHING)
            read_list(f, i);
        else if (is(f, i, "=") || is(f, i, "+="))
            read_assignment(f, i);
        else if (is(f, i, "<<") && begins_statement(f, i - 1))
            read_assignment(f, i);
        else if (is(f, i, "(") &&
                 (declares(f, i) || (is(f, i - 1, "append") && i > 2 && is(f, i - 2, "."))))
            read_assignment(f, i);
    }
}

struct host_strings host_strings(struct arena *a, const struct host_source *s) {
    struct host_strings f = {.arena = a, .source = s};
    find_chunks(&f);
    find_functions(&f);
    find_variables(&f);
    return f;
}
