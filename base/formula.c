#include <math.h>
#include <string.h>

#include "base/formula_tree.h"

const struct formula *formula_find_unknown(const struct formula *f,
                                           const struct formula_names *names) {
    struct formula_value v;
    if (f->kind == FORMULA_NAME)
        return names->find(names->context, f->text, &v) ? NULL : f;
    const struct formula *unknown = NULL;
    for (size_t i = 0; i < f->n_args && !unknown; i++)
        unknown = formula_find_unknown(f->args[i], names);
    return unknown;
}

const struct formula *formula_constant(struct arena *a, double number) {
    struct formula *f = NEW(a, struct formula);
    f->kind = FORMULA_NUMBER;
    f->number = number;
    return f;
}

bool formula_find_place(const void *context, const char *name, struct formula_value *out) {
    *out = (struct formula_value){.number = context ? *(const double *)context : 0};
    return strcmp(name, "i") == 0;
}

const char *formula_unknown(const struct formula *f, const struct formula_names *names) {
    const struct formula *unknown = formula_find_unknown(f, names);
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
    bool test = f->op->test != NO_TEST;
    if (x.text && y.text && test)
        return (strcmp(x.text, y.text) == 0) == (f->op->test == TEST_EQUAL);
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
    struct formula_value v = {.text = f->kind == FORMULA_TEXT ? f->text : NULL,
                              .number = f->number};
    switch (e->error ? FORMULA_TEXT : f->kind) {
    case FORMULA_NUMBER:
    case FORMULA_TEXT:
        return v;
    case FORMULA_NAME:
        return eval_name(e, f);
    case FORMULA_NEGATE:
        v.number = -number_of(e, f->args[0]);
        break;
    case FORMULA_NOT:
        v.number = !number_of(e, f->args[0]);
        break;
    case FORMULA_BINARY:
        v.number = eval_binary(e, f);
        break;
    case FORMULA_CALL:
        v.number = eval_call(e, f);
        break;
    case FORMULA_CHOICE:
        return eval(e, f->args[number_of(e, f->args[0]) != 0 ? 1 : 2]);
    }
    if (!e->error && !isfinite(v.number))
        wrong(e, f->kind == FORMULA_BINARY ? arena_printf(e->arena,
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

/* Whether it is the same whatever names are: then it need not be worked out again. */
static bool is_constant(const struct formula *f) {
    bool constant = f->kind != FORMULA_NAME;
    for (size_t i = 0; i < f->n_args; i++)
        constant &= f->args[i]->kind == FORMULA_NUMBER;
    return constant && f->n_args;
}

const struct formula *formula_bind(struct arena *a, const struct formula *f,
                                   const struct formula_names *names) {
    struct formula_value v;
    const char *error;
    struct formula *bound = arena_memdup(a, f, sizeof *f);
    if (f->kind == FORMULA_NAME && names->find(names->context, f->text, &v)) {
        *bound = (struct formula){
            .kind = v.text ? FORMULA_TEXT : FORMULA_NUMBER, .text = v.text, .number = v.number};
        return bound;
    }
    bound->args = NEW_ARRAY(a, const struct formula *, f->n_args);
    for (size_t i = 0; i < f->n_args; i++)
        bound->args[i] = formula_bind(a, f->args[i], names);
    bool worked_out = is_constant(bound) && formula_eval(a, bound, NULL, &v, &error);
    return worked_out ? formula_constant(a, v.number) : bound;
}
