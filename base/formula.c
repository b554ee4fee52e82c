#include "base/formula.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

enum kind { NUMBER, TEXT, NAME, NEGATE, NOT, BINARY, CHOICE, CALL };

/* Bounds on recursion. */
enum { MAX_DEPTH = 100, MAX_LENGTH = 4096 };

struct formula {
    enum kind kind;
    double number;
    const char *text;         /* TEXT, NAME */
    size_t column;            /* NAME: in what was parsed, from 1 */
    const struct binary *op;  /* BINARY */
    const struct function *f; /* CALL */
    const struct formula **args;
    size_t n_args;
};

static double add(double x, double y) {
    return x + y;
}
static double subtract(double x, double y) {
    return x - y;
}
static double multiply(double x, double y) {
    return x * y;
}
static double divide(double x, double y) {
    return x / y;
}
static double divide_down(double x, double y) {
    return floor(x / y);
}
static double remain(double x, double y) {
    return x - floor(x / y) * y;
}
static double equal(double x, double y) {
    return x == y;
}
static double unequal(double x, double y) {
    return x != y;
}
static double less(double x, double y) {
    return x < y;
}
static double at_most(double x, double y) {
    return x <= y;
}
static double more(double x, double y) {
    return x > y;
}
static double at_least(double x, double y) {
    return x >= y;
}

/* && and || are evaluated elsewhere. Of two that begin alike the longer one comes first. */
static const struct binary {
    const char *text;
    int precedence;
    double (*apply)(double x, double y);
} binaries[] = {
    {"||", 1, NULL},    {"&&", 2, NULL},     {"==", 3, equal},       {"!=", 3, unequal},
    {"<=", 4, at_most}, {">=", 4, at_least}, {"<", 4, less},         {">", 4, more},
    {"+", 5, add},      {"-", 5, subtract},  {"//", 6, divide_down}, {"*", 6, multiply},
    {"/", 6, divide},   {"%", 6, remain},
};

enum { BINARIES = sizeof binaries / sizeof binaries[0] };

static double ceil_div(double x, double y) {
    return ceil(x / y);
}
static double first_ceil(double x, double y) {
    (void)y;
    return ceil(x);
}
static double first_floor(double x, double y) {
    (void)y;
    return floor(x);
}
static double first_log2(double x, double y) {
    (void)y;
    return log2(x);
}
static double first_abs(double x, double y) {
    (void)y;
    return fabs(x);
}

/* The finaliser of MurmurHash3 (Appleby, public domain) over the number's bits, as a fraction. */
static double first_random(double x, double y) {
    (void)y;
    uint64_t h;
    memcpy(&h, &x, sizeof h);
    h = (h ^ h >> 33) * 0xff51afd7ed558ccdu;
    h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53u;
    return ldexp((double)((h ^ h >> 33) >> 11), -53);
}

/* Those of any number of arguments are folded from the left. */
static const struct function {
    const char *name;
    size_t n_args; /* 0: one and more */
    double (*apply)(double x, double y);
} functions[] = {
    {"min", 0, fmin},          {"max", 0, fmax},          {"ceil", 1, first_ceil},
    {"floor", 1, first_floor}, {"ceil_div", 2, ceil_div}, {"log2", 1, first_log2},
    {"pow", 2, pow},           {"abs", 1, first_abs},     {"random", 1, first_random},
};

enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

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

static struct formula *node(struct parser *p, enum kind kind, size_t n_args) {
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
    struct formula *f = node(p, NUMBER, 0);
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
    struct formula *f = node(p, TEXT, 0);
    f->text = arena_strndup(p->arena, p->at + 1, (size_t)(end - p->at - 1));
    p->at = end + 1;
    return f;
}

static const struct function *find_function(const char *name) {
    for (size_t i = 0; i < FUNCTIONS; i++)
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
    return NULL;
}

static struct formula *name_node(struct parser *p, const char *name, const char *start) {
    struct formula *f = node(p, NAME, 0);
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
    const struct function *function = find_function(name);
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
    struct formula *f = node(p, CALL, 0);
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

static struct formula *parse_prefix(struct parser *p, enum kind kind) {
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
        return parse_prefix(p, NEGATE);
    if (take(p, "!"))
        return parse_prefix(p, NOT);
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

static const struct binary *take_binary(struct parser *p, int lowest) {
    skip_blanks(p);
    for (size_t i = 0; i < BINARIES; i++) {
        const struct binary *b = &binaries[i];
        if (strncmp(p->at, b->text, strlen(b->text)) != 0)
            continue;
        if (b->precedence < lowest)
            return NULL;
        p->at += strlen(b->text);
        return b;
    }
    return NULL;
}

static struct formula *parse_binary(struct parser *p, int lowest) {
    struct formula *left = parse_unary(p);
    const struct binary *op;
    while (left && (op = take_binary(p, lowest))) {
        struct formula *f = node(p, BINARY, 2), *right = parse_binary(p, op->precedence + 1);
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
    struct formula *f = node(p, CHOICE, 3), *yes = parse_choice(p);
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
    return f->kind == NOT || (f->kind == BINARY && f->op->precedence < 5);
}

/* The first name that is none of these, or NULL. */
static const struct formula *find_unknown(const struct formula *f,
                                          const struct formula_names *names) {
    struct formula_value v;
    if (f->kind == NAME)
        return names->find(names->context, f->text, &v) ? NULL : f;
    const struct formula *unknown = NULL;
    for (size_t i = 0; i < f->n_args && !unknown; i++)
        unknown = find_unknown(f->args[i], names);
    return unknown;
}

static void parse_condition(struct parser *p, const struct formula_names *names,
                            struct formula_conditions *out) {
    skip_blanks(p);
    const char *start = p->at;
    const struct formula *f = parse_choice(p), *unknown = f ? find_unknown(f, names) : NULL;
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

const struct formula *formula_constant(struct arena *a, double number) {
    struct formula *f = NEW(a, struct formula);
    f->kind = NUMBER;
    f->number = number;
    return f;
}

const struct formula *formula_bind(struct arena *a, const struct formula *f,
                                   const struct formula_names *names) {
    struct formula_value v;
    struct formula *bound = arena_memdup(a, f, sizeof *f);
    if (f->kind == NAME && names->find(names->context, f->text, &v)) {
        *bound =
            (struct formula){.kind = v.text ? TEXT : NUMBER, .text = v.text, .number = v.number};
        return bound;
    }
    bound->args = NEW_ARRAY(a, const struct formula *, f->n_args);
    for (size_t i = 0; i < f->n_args; i++)
        bound->args[i] = formula_bind(a, f->args[i], names);
    return bound;
}

bool formula_find_place(const void *context, const char *name, struct formula_value *out) {
    *out = (struct formula_value){.number = context ? *(const double *)context : 0};
    return strcmp(name, "i") == 0;
}

const char *formula_unknown(const struct formula *f, const struct formula_names *names) {
    const struct formula *unknown = find_unknown(f, names);
    return unknown ? unknown->text : NULL;
}

struct evaluation {
    struct arena *arena;
    const struct formula_names *names;
    const char *error;
};

static struct formula_value eval(struct evaluation *e, const struct formula *f);

static double wrong(struct evaluation *e, const char *text) {
    if (!e->error)
        e->error = text;
    return 0;
}

static double number_of(struct evaluation *e, const struct formula *f) {
    struct formula_value v = eval(e, f);
    return v.text ? wrong(e, arena_printf(e->arena, "'%s' is a text, not a number", v.text))
                  : v.number;
}

static double eval_compared(struct evaluation *e, const struct formula *f) {
    struct formula_value x = eval(e, f->args[0]), y = eval(e, f->args[1]);
    bool test = f->op->apply == equal || f->op->apply == unequal;
    if (x.text && y.text && test)
        return (strcmp(x.text, y.text) == 0) == (f->op->apply == equal);
    if (x.text || y.text)
        return wrong(e, arena_printf(e->arena, "'%s' is a text: it cannot be %s",
                                     x.text ? x.text : y.text,
                                     test ? "compared with a number" : "computed with"));
    return f->op->apply(x.number, y.number);
}

static double eval_binary(struct evaluation *e, const struct formula *f) {
    if (f->op->apply)
        return eval_compared(e, f);
    bool left = number_of(e, f->args[0]) != 0, is_or = f->op->text[0] == '|';
    return left == is_or ? is_or : number_of(e, f->args[1]) != 0;
}

static double eval_call(struct evaluation *e, const struct formula *f) {
    double x = number_of(e, f->args[0]);
    if (f->f->n_args == 1)
        return f->f->apply(x, 0);
    for (size_t i = 1; i < f->n_args; i++)
        x = f->f->apply(x, number_of(e, f->args[i]));
    return x;
}

static struct formula_value eval_name(struct evaluation *e, const struct formula *f) {
    struct formula_value v = {0};
    if (!e->names || !e->names->find(e->names->context, f->text, &v))
        wrong(e, arena_printf(e->arena, "nothing is called '%s'", f->text));
    return v;
}

static struct formula_value eval(struct evaluation *e, const struct formula *f) {
    struct formula_value v = {.text = f->kind == TEXT ? f->text : NULL, .number = f->number};
    switch (e->error ? TEXT : f->kind) {
    case NUMBER:
    case TEXT:
        return v;
    case NAME:
        return eval_name(e, f);
    case NEGATE:
        v.number = -number_of(e, f->args[0]);
        break;
    case NOT:
        v.number = !number_of(e, f->args[0]);
        break;
    case BINARY:
        v.number = eval_binary(e, f);
        break;
    case CALL:
        v.number = eval_call(e, f);
        break;
    case CHOICE:
        return eval(e, f->args[number_of(e, f->args[0]) != 0 ? 1 : 2]);
    }
    if (!e->error && !isfinite(v.number))
        wrong(e, f->kind == BINARY ? arena_printf(e->arena,
                                                  "'%s' gives no finite number (division "
                                                  "by zero?)",
                                                  f->op->text)
                                   : "the result is no finite number");
    return v;
}

bool formula_eval(struct arena *a, const struct formula *f, const struct formula_names *names,
                  struct formula_value *out, const char **error) {
    struct evaluation e = {.arena = a, .names = names};
    *out = eval(&e, f);
    if (e.error)
        *error = e.error;
    return !e.error;
}

bool formula_number(struct arena *a, const struct formula *f, const struct formula_names *names,
                    double *out, const char **error) {
    struct formula_value v;
    if (!formula_eval(a, f, names, &v, error))
        return false;
    *out = v.number;
    if (v.text)
        *error = arena_printf(a, "'%s' is a text, not a number", v.text);
    return !v.text;
}
