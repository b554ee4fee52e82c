#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/formula_tree.h"
#include "base/vec.h"

/* Bounds on recursion. */
enum { MAX_DEPTH = 100, MAX_LENGTH = 4096 };

struct parser {
    struct arena *arena;
    const char *text, *at;
    bool conditions;   /* it has percentages, and names that choose */
    const char *error; /* the first one, and where it is */
    size_t column;
    int depth;
};

static void skip_blanks(struct parser *p) {
    while (isspace((unsigned char)*p->at))
        p->at++;
}

static struct formula *fail(struct parser *p, const char *wrong) {
    skip_blanks(p);
    if (!p->error) {
        p->error = wrong;
        p->column = (size_t)(p->at - p->text) + 1;
    }
    return NULL;
}

static struct formula *node(struct parser *p, enum formula_kind kind, size_t n_args) {
    struct formula *f = NEW(p->arena, struct formula);
    f->kind = kind;
    f->args = NEW_ARRAY(p->arena, const struct formula *, n_args);
    f->n_args = n_args;
    return f;
}

static bool take(struct parser *p, const char *token) {
    skip_blanks(p);
    if (strncmp(p->at, token, strlen(token)) != 0)
        return false;
    p->at += strlen(token);
    return true;
}

/* Whether a '%' there ends a percentage, rather than dividing by what follows. */
static bool is_percent(const struct parser *p) {
    const char *next = p->at + strspn(p->at, " \t");
    if (!p->conditions || *next != '%')
        return false;
    next += 1 + strspn(next + 1, " \t");
    return !isalnum((unsigned char)*next) && !strchr("_.(\"'", *next ? *next : ')');
}

static struct formula *parse_choice(struct parser *p);

static struct formula *parse_number(struct parser *p) {
    char *end;
    struct formula *f = node(p, FORMULA_NUMBER, 0);
    f->number = strtod(p->at, &end);
    if (end == p->at || !isfinite(f->number) || isalpha((unsigned char)*end))
        return fail(p, "not a number");
    p->at = end;
    if (is_percent(p))
        take(p, "%");
    return f;
}

static struct formula *parse_text(struct parser *p) {
    const char *end = strchr(p->at + 1, *p->at);
    if (!end)
        return fail(p, "the text has no end");
    struct formula *f = node(p, FORMULA_TEXT, 0);
    f->text = arena_strndup(p->arena, p->at + 1, (size_t)(end - p->at - 1));
    p->at = end + 1;
    return f;
}

static struct formula *name_node(struct parser *p, const char *name, const char *start) {
    struct formula *f = node(p, FORMULA_NAME, 0);
    f->text = name;
    f->column = (size_t)(start - p->text) + 1;
    return f;
}

/* A name with what it chooses in parentheses is one name, without blanks. */
static struct formula *parse_chosen(struct parser *p, const char *name) {
    const char *start = p->at;
    p->at = strchr(p->at, '(') + 1;
    skip_blanks(p);
    const char *from = p->at;
    while (isalnum((unsigned char)*p->at) || *p->at == '-' || *p->at == '_')
        p->at++;
    int n = (int)(p->at - from);
    if (!n || !take(p, ")"))
        return fail(p, n ? "expected ')'" : "expected a name");
    return name_node(p, arena_printf(p->arena, "%s(%.*s)", name, n, from), start);
}

/* After the opening parenthesis. */
static struct formula *parse_call(struct parser *p, const char *name, const char *start) {
    VEC(const struct formula *) args = {0};
    const struct formula_function *function = formula_function(name);
    const char *after = p->at;
    p->at = start;
    if (!function && p->conditions)
        return parse_chosen(p, name);
    if (!function)
        return fail(p, arena_printf(p->arena, "no function is called '%s'", name));
    p->at = after;
    do {
        struct formula *arg = parse_choice(p);
        if (!arg)
            return NULL;
        vec_push(p->arena, &args, arg);
    } while (take(p, ","));
    if (!take(p, ")"))
        return fail(p, "expected ',' or ')'");
    if (function->n_args && function->n_args != args.n)
        return fail(p, arena_printf(p->arena, "%s() takes %zu arguments, not %zu", name,
                                    function->n_args, args.n));
    struct formula *f = node(p, FORMULA_CALL, 0);
    f->f = function;
    f->args = args.at;
    f->n_args = args.n;
    return f;
}

static struct formula *parse_name(struct parser *p) {
    const char *start = p->at;
    while (isalnum((unsigned char)*p->at) || *p->at == '_' || *p->at == '.')
        p->at++;
    const char *name = arena_strndup(p->arena, start, (size_t)(p->at - start));
    return take(p, "(") ? parse_call(p, name, start) : name_node(p, name, start);
}

static struct formula *parse_unary(struct parser *p);

static struct formula *parse_prefix(struct parser *p, enum formula_kind kind) {
    struct formula *of = parse_unary(p), *f = node(p, kind, 1);
    f->args[0] = of;
    return of ? f : NULL;
}

static struct formula *parse_inner(struct parser *p) {
    struct formula *f;
    skip_blanks(p);
    if (isdigit((unsigned char)*p->at) || *p->at == '.')
        return parse_number(p);
    if (*p->at == '"' || *p->at == '\'')
        return parse_text(p);
    if (isalpha((unsigned char)*p->at) || *p->at == '_')
        return parse_name(p);
    if (take(p, "-"))
        return parse_prefix(p, FORMULA_NEGATE);
    if (take(p, "!"))
        return parse_prefix(p, FORMULA_NOT);
    if (!take(p, "("))
        return fail(p, "expected a number, a name or '('");
    f = parse_choice(p);
    return !f || take(p, ")") ? f : fail(p, "expected ')'");
}

static struct formula *parse_unary(struct parser *p) {
    if (++p->depth > MAX_DEPTH)
        return fail(p, "nested too deeply");
    struct formula *f = parse_inner(p);
    p->depth--;
    return f;
}

static const struct formula_binary *take_binary(struct parser *p, int lowest) {
    skip_blanks(p);
    const struct formula_binary *b = formula_binary(p->at);
    if (!b || b->precedence < lowest)
        return NULL;
    p->at += strlen(b->text);
    return b;
}

static struct formula *parse_binary(struct parser *p, int lowest) {
    struct formula *left = parse_unary(p);
    const struct formula_binary *op;
    while (left && (op = take_binary(p, lowest))) {
        struct formula *f = node(p, FORMULA_BINARY, 2),
                       *right = parse_binary(p, op->precedence + 1);
        f->op = op;
        f->args[0] = left;
        f->args[1] = right;
        left = right ? f : NULL;
    }
    return left;
}

static struct formula *parse_choice(struct parser *p) {
    struct formula *condition = parse_binary(p, 1);
    if (!condition || !take(p, "?"))
        return condition;
    if (++p->depth > MAX_DEPTH)
        return fail(p, "nested too deeply");
    struct formula *f = node(p, FORMULA_CHOICE, 3), *yes = parse_choice(p);
    if (yes && !take(p, ":"))
        return fail(p, "expected ':'");
    struct formula *no = yes ? parse_choice(p) : NULL;
    p->depth--;
    f->args[0] = condition;
    f->args[1] = yes;
    f->args[2] = no;
    return no ? f : NULL;
}

const struct formula *formula_parse(struct arena *a, const char *text, const char **error) {
    struct parser p = {.arena = a, .text = text, .at = text};
    if (strlen(text) > MAX_LENGTH) {
        *error = arena_printf(a, "a formula of %zu characters; %d are the most", strlen(text),
                              MAX_LENGTH);
        return NULL;
    }
    struct formula *f = parse_choice(&p);
    skip_blanks(&p);
    if (f && *p.at)
        f = fail(&p, "expected an operator or the end");
    if (!f)
        *error = arena_printf(a, "'%s', column %zu: %s", text, p.column, p.error);
    return f;
}

static bool is_comparison(const struct formula *f) {
    return f->kind == FORMULA_NOT || (f->kind == FORMULA_BINARY && formula_is_comparison(f->op));
}

static void parse_condition(struct parser *p, const struct formula_names *names,
                            struct formula_conditions *out) {
    skip_blanks(p);
    const char *start = p->at;
    const struct formula *f = parse_choice(p), *unknown = f ? formula_find_unknown(f, names) : NULL;
    skip_blanks(p);
    if (unknown) {
        p->at = p->text + unknown->column - 1;
        fail(p, arena_printf(p->arena, "nothing is called '%s'", unknown->text));
    } else if (f && *p->at && *p->at != ',') {
        fail(p, "expected an operator, ',' or the end");
    } else if (f && !is_comparison(f)) {
        p->at = start;
        fail(p, "expected a comparison");
    }
    const char *end = p->at;
    while (end > start && isspace((unsigned char)end[-1]))
        end--;
    vec_push(p->arena, out,
             (struct condition){f, arena_strndup(p->arena, start, (size_t)(end - start)),
                                (size_t)(start - p->text) + 1});
}

bool formula_conditions(struct arena *a, const char *text, const struct formula_names *names,
                        struct formula_conditions *out, struct formula_error *error) {
    struct parser p = {.arena = a, .text = text, .at = text, .conditions = true};
    *out = (struct formula_conditions){0};
    if (strlen(text) > MAX_LENGTH)
        fail(&p, "too long");
    do
        parse_condition(&p, names, out);
    while (!p.error && take(&p, ","));
    *error = (struct formula_error){p.error, p.column};
    return !p.error;
}
