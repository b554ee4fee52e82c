/* Expressions in Python's syntax, in which files in the format T1 have conditions, sizes and lists
 * of values, as formulas (base/formula.h). Arithmetic, comparisons, `and or not in if else`,
 * numbers, texts, and the functions that formulas have, int() and float() are read; what else
 * Python has is an error. Expressions that are true or false become 1 or 0. */
#ifndef DRIVER_SWEEP_IMPORT_PYTHON_EXPRESSION_H
#define DRIVER_SWEEP_IMPORT_PYTHON_EXPRESSION_H

#include "base/formula.h"

/* Names of lists: max(NAME) and min(NAME) are of their values, NAME[I] is one of them. */
struct python_lists {
    /* The values, or NULL if no list has the name. */
    const struct formula_value *(*find)(const void *context, const char *name, size_t *n);
    const void *context;
};

/* The text of a formula. NULL, with one line in *error that names the column, if it is none. */
const char *python_formula(struct arena *a, const char *text, const struct python_lists *lists,
                           const char **error);

struct python_values {
    struct formula_value *at;
    size_t n, cap;
};

/* What a list has: 1, 2 or [1, 2], [2**i for i in range(4) if i != 2], range(1, 9), list(...), sums
 * of these; `most` values at most. False, with one line in *error. */
bool python_list(struct arena *a, const char *text, size_t most, struct python_values *out,
                 const char **error);

#endif
