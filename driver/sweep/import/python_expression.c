#include "driver/sweep/import/python_expression.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

/* Bounds on recursion, on a text that is read, and on one that is made: chained comparisons and
 * `in` repeat their operands. */
enum { MAX_DEPTH = 100, MAX_READ = 1 << 16, MAX_MADE = 1 << 14 };

struct python {
    struct arena *arena;
    const char *text, *at;
    const struct python_lists *lists;
    const char *error; /* the first one */
    int depth;
    size_t most; /* values of a list */
};

static const char *fail(struct python *p, const char *wrong) {
    if (!p->error)
        p->error = arena_printf(p->arena, "column %zu: %s", (size_t)(p->at - p->text) + 1, wrong);
    return "0";
}

__attribute__((format(printf, 2, 3))) static const char *make(struct python *p, const char *format,
                                                              ...) {
    char made[MAX_MADE];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(made, sizeof made, format, args);
    va_end(args);
    return n >= 0 && n < MAX_MADE ? arena_strdup(p->arena, made) : fail(p, "too long");
}

static bool in_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static void skip_blanks(struct python *p) {
    while (isspace((unsigned char)*p->at))
        p->at++;
}

static bool take(struct python *p, const char *token) {
    size_t n = strlen(token);
    skip_blanks(p);
    if (strncmp(p->at, token, n) != 0 || (in_name(*token) && in_name(p->at[n])))
        return false;
    p->at += n;
    return true;
}

static void expect(struct python *p, const char *token) {
    if (!p->error && !take(p, token))
        fail(p, arena_printf(p->arena, "expected '%s'", token));
}

static bool end_of(struct python *p, const char *token) {
    return p->error || take(p, token);
}

/* A name with its dots, or NULL. */
static const char *take_name(struct python *p) {
    skip_blanks(p);
    const char *start = p->at;
    if (!isalpha((unsigned char)*start) && *start != '_')
        return NULL;
    while (in_name(*p->at) || *p->at == '.')
        p->at++;
    return arena_strndup(p->arena, start, (size_t)(p->at - start));
}

static const char *expression(struct python *p);

static const char *number(struct python *p) {
    char *end;
    double x = strtod(p->at, &end);
    const char *start = p->at;
    if (end == start || !isfinite(x) || in_name(*end))
        return fail(p, "not a number");
    p->at = end;
    return make(p, "%.*s", (int)(end - start), start);
}

static const char *quoted(struct python *p) {
    const char *start = p->at, *end = strchr(start + 1, *start);
    if (!end || memchr(start, '\\', (size_t)(end - start)))
        return fail(p, end ? "a text with '\\'" : "the text has no end");
    p->at = end + 1;
    return make(p, "%.*s", (int)(p->at - start), start);
}

static const struct formula_value *list_named(const struct python *p, const char *name, size_t *n) {
    return p->lists ? p->lists->find(p->lists->context, name, n) : NULL;
}

static const char *number_of(struct python *p, const struct formula_value *v) {
    return v->text ? fail(p, "a text, not a number") : make(p, "(%.17g)", v->number);
}

/* max(NAME) or min(NAME), where a list has the name. NULL if it is something else. */
static const char *extreme(struct python *p, bool largest) {
    const char *start = p->at, *name = take_name(p);
    size_t n, best = 0;
    const struct formula_value *values = name ? list_named(p, name, &n) : NULL;
    if (!values || !take(p, ")")) {
        p->at = start;
        return NULL;
    }
    for (size_t i = 1; i < n; i++)
        if (largest ? values[i].number > values[best].number
                    : values[i].number < values[best].number)
            best = i;
    return number_of(p, &values[best]);
}

/* NAME[I] */
static const char *item(struct python *p, const char *name) {
    size_t n = 0;
    const struct formula_value *values = list_named(p, name, &n);
    skip_blanks(p);
    char *end;
    unsigned long i = isdigit((unsigned char)*p->at) ? strtoul(p->at, &end, 10) : n;
    if (!values || i >= n)
        return fail(p, arena_printf(p->arena, "'%s' has no such item", name));
    p->at = end;
    expect(p, "]");
    return number_of(p, &values[i]);
}

/* After the opening parenthesis. */
static const char *call(struct python *p, const char *name) {
    static const char *const same[] = {"min", "max", "abs", "ceil", "floor", "log2", "pow"};
    const char *of = strncmp(name, "math.", 5) == 0 ? name + 5 : name;
    bool max = strcmp(of, "max") == 0;
    const char *found = max || strcmp(of, "min") == 0 ? extreme(p, max) : NULL;
    if (found)
        return found;
    const char *args = expression(p);
    size_t n = 1;
    for (; !p->error && take(p, ","); n++)
        args = make(p, "%s, %s", args, expression(p));
    expect(p, ")");
    if (n == 1 && strcmp(of, "int") == 0)
        return make(p, "(%s < 0 ? ceil(%s) : floor(%s))", args, args, args);
    if (n == 1 && strcmp(of, "float") == 0)
        return args;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (strcmp(of, same[i]) == 0)
            return make(p, "%s(%s)", of, args);
    return fail(p, arena_printf(p->arena, "no function is called '%s'", name));
}

static const char *atom(struct python *p) {
    skip_blanks(p);
    if (isdigit((unsigned char)*p->at) || *p->at == '.')
        return number(p);
    if (*p->at == '"' || *p->at == '\'')
        return quoted(p);
    if (take(p, "(")) {
        const char *inner = expression(p);
        expect(p, ")");
        return make(p, "(%s)", inner);
    }
    const char *name = take_name(p);
    if (!name)
        return fail(p, "expected a number, a name or '('");
    if (strcmp(name, "True") == 0 || strcmp(name, "False") == 0)
        return *name == 'T' ? "1" : "0";
    if (take(p, "("))
        return call(p, name);
    return take(p, "[") ? item(p, name) : name;
}

static const char *factor(struct python *p);

static const char *power(struct python *p) {
    const char *base = atom(p);
    return !p->error && take(p, "**") ? make(p, "pow(%s, %s)", base, factor(p)) : base;
}

static const char *factor(struct python *p) {
    const char *found;
    if (++p->depth > MAX_DEPTH)
        return fail(p, "nested too deeply");
    if (take(p, "-"))
        found = make(p, "(-%s)", factor(p));
    else
        found = take(p, "+") ? factor(p) : power(p);
    p->depth--;
    return found;
}

/* The first of the operators that is there, or NULL. */
static const char *take_one(struct python *p, const char *const *operators) {
    while (!p->error && *operators && !take(p, *operators))
        operators++;
    return p->error ? NULL : *operators;
}

static const char *term(struct python *p) {
    static const char *const operators[] = {"*", "//", "/", "%", NULL};
    const char *left = factor(p), *op;
    while ((op = take_one(p, operators)))
        left = make(p, "(%s %s %s)", left, op, factor(p));
    return left;
}

static const char *sum(struct python *p) {
    static const char *const operators[] = {"+", "-", NULL};
    const char *left = term(p), *op;
    while ((op = take_one(p, operators)))
        left = make(p, "(%s %s %s)", left, op, term(p));
    return left;
}

/* After `in`: a list or tuple of expressions. */
static const char *member(struct python *p, const char *of) {
    bool round = take(p, "(");
    const char *close = round ? ")" : "]", *any = "0";
    if (!round)
        expect(p, "[");
    while (!end_of(p, close)) {
        any = make(p, "%s || %s == %s", any, of, sum(p));
        if (!take(p, ",")) {
            expect(p, close);
            break;
        }
    }
    return make(p, "(%s)", any);
}

/* a < b <= c is a < b and b <= c. */
static const char *comparison(struct python *p) {
    static const char *const operators[] = {"==", "!=", "<=", ">=", "<", ">", NULL};
    const char *left = sum(p), *all = NULL, *op;
    for (;;) {
        const char *one;
        if ((op = take_one(p, operators))) {
            const char *right = sum(p);
            one = make(p, "(%s %s %s)", left, op, right);
            left = right;
        } else if (!p->error && take(p, "in")) {
            one = member(p, left);
        } else if (!p->error && take(p, "not")) {
            expect(p, "in");
            one = make(p, "(!%s)", member(p, left));
        } else {
            return all ? all : left;
        }
        all = all ? make(p, "(%s && %s)", all, one) : one;
    }
}

static const char *negation(struct python *p) {
    if (++p->depth > MAX_DEPTH)
        return fail(p, "nested too deeply");
    const char *found = take(p, "not") ? make(p, "(!%s)", negation(p)) : comparison(p);
    p->depth--;
    return found;
}

static const char *conjunction(struct python *p) {
    const char *left = negation(p);
    while (!p->error && take(p, "and"))
        left = make(p, "(%s && %s)", left, negation(p));
    return left;
}

static const char *disjunction(struct python *p) {
    const char *left = conjunction(p);
    while (!p->error && take(p, "or"))
        left = make(p, "(%s || %s)", left, conjunction(p));
    return left;
}

static const char *expression(struct python *p) {
    if (++p->depth > MAX_DEPTH)
        return fail(p, "nested too deeply");
    const char *value = disjunction(p);
    if (!p->error && take(p, "if")) {
        const char *condition = disjunction(p);
        expect(p, "else");
        value = make(p, "(%s ? %s : %s)", condition, value, expression(p));
    }
    p->depth--;
    return value;
}

static void expect_end(struct python *p) {
    skip_blanks(p);
    if (*p->at)
        fail(p, "expected an operator or the end");
}

static bool begin(struct python *p, const char *text) {
    p->text = p->at = text;
    if (strlen(text) > MAX_READ)
        fail(p, "too long");
    return !p->error;
}

const char *python_formula(struct arena *a, const char *text, const struct python_lists *lists,
                           const char **error) {
    struct python p = {.arena = a, .lists = lists};
    const char *found = NULL;
    if (begin(&p, text)) {
        found = expression(&p);
        expect_end(&p);
    }
    *error = p.error;
    return p.error ? NULL : found;
}

/* The variable of a comprehension. */
struct variable {
    const char *name; /* NULL: there is none */
    struct formula_value value;
};

static bool find_variable(const void *context, const char *name, struct formula_value *out) {
    const struct variable *v = context;
    if (!v->name || strcmp(v->name, name) != 0)
        return false;
    *out = v->value;
    return true;
}

static struct formula_value value_of(struct python *p, const struct formula *f,
                                     const struct variable *v) {
    const struct formula_names names = {find_variable, v};
    struct formula_value value = {0};
    const char *wrong;
    if (!p->error && !formula_eval(p->arena, f, &names, &value, &wrong))
        fail(p, wrong);
    return value;
}

static const struct formula *parse(struct python *p, const char *text) {
    const char *wrong;
    const struct formula *f = p->error ? NULL : formula_parse(p->arena, text, &wrong);
    if (!f && !p->error)
        fail(p, wrong);
    return f;
}

static void add(struct python *p, struct python_values *out, struct formula_value v) {
    if (out->n >= p->most)
        fail(p, arena_printf(p->arena, "more than %zu values", p->most));
    else
        vec_push(p->arena, out, v);
}

/* After `range(`. */
static void read_range(struct python *p, struct python_values *out) {
    static const struct variable none;
    double bounds[3] = {0};
    size_t n = 0;
    do
        bounds[n++] = value_of(p, parse(p, expression(p)), &none).number;
    while (n < 3 && !p->error && take(p, ","));
    expect(p, ")");
    double from = n > 1 ? bounds[0] : 0, to = bounds[n > 1], step = n > 2 ? bounds[2] : 1;
    if (!p->error && (step == 0 || step != floor(step) || from != floor(from) || to != floor(to)))
        fail(p, "range() is of integers, its step not 0");
    for (double x = from; !p->error && (step > 0 ? x < to : x > to); x += step)
        add(p, out, (struct formula_value){.number = x});
}

static void read_sum(struct python *p, struct python_values *out);

/* [EACH for NAME in LIST if CONDITION], from `for` on. */
static void read_comprehension(struct python *p, const char *each, struct python_values *out) {
    struct python_values of = {0};
    struct variable v = {.name = take_name(p)};
    if (!v.name)
        fail(p, "expected a name");
    expect(p, "in");
    read_sum(p, &of);
    const struct formula *f = parse(p, each);
    const struct formula *condition = !p->error && take(p, "if") ? parse(p, disjunction(p)) : NULL;
    for (size_t i = 0; i < of.n && !p->error; i++) {
        v.value = of.at[i];
        if (!condition || value_of(p, condition, &v).number != 0)
            add(p, out, value_of(p, f, &v));
    }
}

/* After '[' or '('. */
static void read_items(struct python *p, const char *close, struct python_values *out) {
    static const struct variable none;
    while (!end_of(p, close)) {
        const char *each = expression(p);
        if (!p->error && take(p, "for")) {
            read_comprehension(p, each, out);
            expect(p, close);
            return;
        }
        add(p, out, value_of(p, parse(p, each), &none));
        if (!take(p, ",")) {
            expect(p, close);
            return;
        }
    }
}

static void read_list(struct python *p, struct python_values *out) {
    if (++p->depth > MAX_DEPTH) {
        fail(p, "nested too deeply");
    } else if (take(p, "[")) {
        read_items(p, "]", out);
    } else if (take(p, "(")) {
        read_items(p, ")", out);
    } else if (take(p, "list")) {
        expect(p, "(");
        read_sum(p, out);
        expect(p, ")");
    } else if (take(p, "range")) {
        expect(p, "(");
        read_range(p, out);
    } else {
        fail(p, "expected a list or range()");
    }
    p->depth--;
}

static void read_sum(struct python *p, struct python_values *out) {
    do
        read_list(p, out);
    while (!p->error && take(p, "+"));
}

bool python_list(struct arena *a, const char *text, size_t most, struct python_values *out,
                 const char **error) {
    struct python p = {.arena = a, .most = most};
    bool good = begin(&p, text);
    skip_blanks(&p);
    if (good && in_name(*p.at) && !take(&p, "list") && !take(&p, "range"))
        return python_list(a, arena_printf(a, "[%s]", text), most, out, error);
    p.at = p.text;
    if (good) {
        read_sum(&p, out);
        expect_end(&p);
    }
    *error = p.error;
    return !p.error;
}
