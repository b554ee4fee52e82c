/* The tree of a formula, and its operators and functions: between the files formula*.c. */
#ifndef BASE_FORMULA_TREE_H
#define BASE_FORMULA_TREE_H

#include <stddef.h>

#include "base/formula.h"

enum formula_kind {
    FORMULA_NUMBER,
    FORMULA_TEXT,
    FORMULA_NAME,
    FORMULA_NEGATE,
    FORMULA_NOT,
    FORMULA_BINARY,
    FORMULA_CHOICE,
    FORMULA_CALL
};

struct formula_binary {
    const char *text;
    int precedence;
    double (*apply)(double x, double y); /* NULL: && and ||, which need not look at both */
    enum { NO_TEST, TEST_EQUAL, TEST_UNEQUAL } test; /* those that texts allow */
};

/* Those of any number of arguments are folded from the left. */
struct formula_function {
    const char *name;
    size_t n_args; /* 0: one and more */
    double (*apply)(double x, double y);
};

struct formula {
    enum formula_kind kind;
    double number;
    const char *text;                 /* TEXT, NAME */
    size_t column;                    /* NAME: in what was parsed, from 1 */
    const struct formula_binary *op;  /* BINARY */
    const struct formula_function *f; /* CALL */
    const struct formula **args;
    size_t n_args;
};

/* The longest operator that the text begins with, or NULL. */
const struct formula_binary *formula_binary(const char *text);
bool formula_is_comparison(const struct formula_binary *op);
/* NULL if none is called so. */
const struct formula_function *formula_function(const char *name);
/* The first name that is none of these, or NULL. */
const struct formula *formula_find_unknown(const struct formula *f,
                                           const struct formula_names *names);

#endif
