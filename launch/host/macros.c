#include "launch/host/macros.h"

#include <string.h>

enum { BUCKETS = 1024, DEEPEST_MACRO = 16 };

/* Tokens [first, past). */
struct span {
    size_t first, past;
};

struct host_macro {
    struct host_macro *next;
    const struct host_token *name;
    bool defined, has_params, variadic;
    struct span params; /* names, commas and dots between the parentheses */
    struct span body;
};

/* A macro's arguments where it is used. */
struct arguments {
    struct span *at;
    size_t n, cap;
    bool replaced; /* they are another macro's arguments, whose macros are replaced by then */
};

static const struct host_token *token(const struct host_macros *m, size_t i) {
    return &m->source->tokens[i];
}

static bool is(const struct host_macros *m, size_t i, const char *text) {
    return i < m->source->n_tokens && host_token_is(m->source, token(m, i), text);
}

static bool same_name(const struct host_macros *m, const struct host_token *x,
                      const struct host_token *y) {
    return x->length == y->length &&
           memcmp(host_token_text(m->source, x), host_token_text(m->source, y), x->length) == 0;
}

static struct host_macro **bucket(struct host_macros *m, const struct host_token *name) {
    const char *text = host_token_text(m->source, name);
    size_t hash = 5381;
    for (uint32_t i = 0; i < name->length; i++)
        hash = hash * 33 + (unsigned char)text[i];
    if (!m->buckets)
        m->buckets = NEW_ARRAY(m->arena, struct host_macro *, BUCKETS);
    return &m->buckets[hash % BUCKETS];
}

static const struct host_macro *find(struct host_macros *m, const struct host_token *name) {
    if (name->kind != TOKEN_NAME)
        return NULL;
    for (const struct host_macro *x = *bucket(m, name); x; x = x->next)
        if (same_name(m, x->name, name))
            return x->defined ? x : NULL;
    return NULL;
}

static size_t closing(const struct host_macros *m, size_t open, size_t past) {
    int depth = 0;
    for (size_t i = open; i < past; i++) {
        depth += is(m, i, "(") - is(m, i, ")");
        if (depth == 0)
            return i;
    }
    return past;
}

size_t host_macros_directive(struct host_macros *m, size_t i) {
    size_t past = i + 1, name = i + 2;
    while (past < m->source->n_tokens && token(m, past)->directive && !token(m, past)->line_start)
        past++;
    if (name >= past)
        return past;
    struct host_macro *x = NEW(m->arena, struct host_macro), **list = bucket(m, token(m, name));
    const struct host_token *t = token(m, name);
    *x = (struct host_macro){
        .next = *list, .name = t, .defined = is(m, i + 1, "define"), .body = {name + 1, past}};
    if (is(m, name + 1, "(") && token(m, name + 1)->offset == t->offset + t->length) {
        size_t end = closing(m, name + 1, past);
        x->has_params = true;
        x->params = (struct span){name + 2, end};
        x->variadic = end > name + 2 && is(m, end - 1, "...");
        x->body.first = end < past ? end + 1 : past;
    }
    *list = x;
    return past;
}

/* The arguments between the parenthesis at `open` and the one that closes it, at *close. */
static struct arguments arguments_at(const struct host_macros *m, size_t open, size_t past,
                                     size_t *close) {
    struct arguments args = {0};
    size_t first = open + 1;
    int depth = 0;
    *close = closing(m, open, past);
    for (size_t i = open; i < *close; i++) {
        depth += is(m, i, "(") - is(m, i, ")");
        if (depth != 1 || !is(m, i, ","))
            continue;
        vec_push(m->arena, &args, (struct span){first, i});
        first = i + 1;
    }
    vec_push(m->arena, &args, (struct span){first, *close});
    return args;
}

/* The argument that a parameter stands for. */
static bool argument_of(const struct host_macros *m, const struct host_macro *x,
                        const struct arguments *args, size_t name, struct span *out) {
    size_t index = 0;
    for (size_t i = x->params.first; i < x->params.past; i++) {
        if (is(m, i, ",")) {
            index++;
            continue;
        }
        bool rest = is(m, i, "...");
        bool named = rest ? is(m, name, "__VA_ARGS__") : same_name(m, token(m, i), token(m, name));
        if (!named || index >= args->n)
            continue;
        bool variadic = rest || (x->variadic && i + 1 < x->params.past && is(m, i + 1, "..."));
        *out = args->at[index];
        if (variadic)
            out->past = args->at[args->n - 1].past;
        return true;
    }
    return false;
}

/* The tokens as #parameter spells them. Lines are kept: a blank is a blank. With `expand`, macros
 * without parameters are replaced first. */
static void stringify(struct host_macros *m, struct span span, bool expand,
                      struct host_text *text) {
    for (size_t i = span.first; i < span.past; i++) {
        const struct host_token *t = token(m, i), *before = i > span.first ? t - 1 : t;
        struct host_origin at = {t->file, t->offset};
        const struct host_macro *x = expand ? find(m, t) : NULL;
        if (before != t && before->offset + before->length != t->offset)
            host_text_add(text, t->line_start ? '\n' : ' ', at);
        if (!x || x->has_params)
            host_text_copy(text, host_token_text(m->source, t), t->length, at);
        for (size_t k = x && !x->has_params ? x->body.first : 0; x && k < x->body.past; k++) {
            const struct host_token *b = token(m, k);
            for (uint32_t c = 0; c < b->length; c++)
                host_text_add(text, host_token_text(m->source, b)[c], at);
            host_text_add(text, ' ', at);
        }
    }
}

static size_t string_in(struct host_macros *m, struct span span, struct host_text *text, int depth);

/* What the body of a macro makes of its arguments. False if that is no string. */
static bool expand_body(struct host_macros *m, const struct host_macro *x,
                        const struct arguments *args, struct host_text *text, int depth) {
    struct span body = x->body, argument;
    while (body.past > body.first + 1 && is(m, body.first, "(") &&
           closing(m, body.first, body.past) == body.past - 1)
        body = (struct span){body.first + 1, body.past - 1};
    for (size_t i = body.first; i < body.past;) {
        const struct host_macro *inner = find(m, token(m, i));
        bool hash = is(m, i, "#") && i + 1 < body.past;
        if (hash && argument_of(m, x, args, i + 1, &argument)) {
            stringify(m, argument, args->replaced, text);
            i += 2;
        } else if (argument_of(m, x, args, i, &argument)) {
            if (string_in(m, argument, text, depth + 1) != argument.past)
                return false;
            i++;
        } else if (inner && inner->has_params && is(m, i + 1, "(")) {
            size_t close;
            struct arguments given = arguments_at(m, i + 1, body.past, &close);
            for (size_t k = 0; k < given.n; k++)
                if (given.at[k].past == given.at[k].first + 1 &&
                    argument_of(m, x, args, given.at[k].first, &given.at[k]))
                    given.replaced = true;
            if (close >= body.past || depth > DEEPEST_MACRO ||
                !expand_body(m, inner, &given, text, depth + 1))
                return false;
            i = close + 1;
        } else {
            size_t end = string_in(m, (struct span){i, body.past}, text, depth + 1);
            if (end == i)
                return false;
            i = end;
        }
    }
    return body.past > body.first;
}

/* A macro at token i that stands for a string; returns the token past it, or i. */
static size_t expand_macro(struct host_macros *m, size_t i, size_t past, struct host_text *text,
                           int depth) {
    const struct host_macro *x = find(m, token(m, i));
    struct arguments args = {0};
    struct host_text made = {.arena = m->arena};
    size_t close = i;
    if (!x || depth > DEEPEST_MACRO || (x->has_params && !(i + 1 < past && is(m, i + 1, "("))))
        return i;
    if (x->has_params)
        args = arguments_at(m, i + 1, past, &close);
    if (close >= past || !expand_body(m, x, &args, &made, depth))
        return i;
    host_text_append(text, &made);
    return close + 1;
}

static size_t string_in(struct host_macros *m, struct span span, struct host_text *text,
                        int depth) {
    size_t i = span.first;
    while (i < span.past) {
        const struct host_token *t = token(m, i);
        size_t end = i;
        if (t->kind == TOKEN_STRING &&
            host_text_literal(text, host_token_text(m->source, t), t->length,
                              (struct host_origin){t->file, t->offset}))
            end = i + 1;
        else if (t->kind == TOKEN_NAME)
            end = expand_macro(m, i, span.past, text, depth);
        if (end == i)
            break;
        i = end;
    }
    return i;
}

size_t host_macros_string(struct host_macros *m, size_t i, struct host_text *text) {
    return string_in(m, (struct span){i, m->source->n_tokens}, text, 0);
}
