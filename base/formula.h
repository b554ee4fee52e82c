/* Formulas in JSON files and on command lines: numbers, names, texts in quotes,
 *
 *     + - * / // % == != < <= > >= && || ! ?: ( )
 *     min max abs ceil floor ceil_div log2 pow random
 *
 * with C's precedence. `/` is the real quotient, `//` rounds it down and `%` is what that leaves
 * (of the divisor's sign). `random(n)` is from 0 to less than 1, evenly, and the same whenever n
 * is. Texts can only be compared. What && || ?: do not need is not evaluated, so it may name what
 * does not exist. */
#ifndef BASE_FORMULA_H
#define BASE_FORMULA_H

#include <stdbool.h>

#include "base/arena.h"

struct formula;

struct formula_value {
    const char *text; /* NULL: a number */
    double number;
};

/* The value of a name. False if there is none. */
struct formula_names {
    bool (*find)(const void *context, const char *name, struct formula_value *out);
    const void *context;
};

/* NULL, with one line in *error that names the column, if it is not a formula. */
const struct formula *formula_parse(struct arena *a, const char *text, const char **error);
/* False, with one line in *error: a name is unknown, a text is computed with, a result is no finite
 * number. */
bool formula_eval(struct arena *a, const struct formula *f, const struct formula_names *names,
                  struct formula_value *out, const char **error);
/* Evaluates a formula whose result must be a number; false, with one line in *error. */
bool formula_number(struct arena *a, const struct formula *f, const struct formula_names *names,
                    double *out, const char **error);
/* Conditions, as they are written on command lines: comparisons with commas between them. A number
 * may be a percentage, "5%", which is 5, and a name may choose, as in "findings(new)", which is a
 * name like any other. */
struct formula_conditions {
    struct condition {
        const struct formula *formula;
        const char *text;
        size_t column; /* from 1 */
    } *at;
    size_t n, cap;
};

/* What is wrong with conditions, and where. */
struct formula_error {
    const char *text;
    size_t column; /* from 1 */
};

/* False with *error if they are none, or if a name is not among these. */
bool formula_conditions(struct arena *a, const char *text, const struct formula_names *names,
                        struct formula_conditions *out, struct formula_error *error);
/* The first name in the formula that is none of these, or NULL. */
const char *formula_unknown(const struct formula *f, const struct formula_names *names);
/* The formula with the values of the names that are among these in their place. */
const struct formula *formula_bind(struct arena *a, const struct formula *f,
                                   const struct formula_names *names);
/* The only name is `i`; its value is the number at `context`. */
bool formula_find_place(const void *context, const char *name, struct formula_value *out);
/* A formula that is this number. */
const struct formula *formula_constant(struct arena *a, double number);

#endif
