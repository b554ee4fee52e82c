/* Formulas of a place in a buffer, `i`, that are worked out for very many places: a program for a
 * stack of numbers, made once. */
#ifndef BASE_FORMULA_OF_PLACE_H
#define BASE_FORMULA_OF_PLACE_H

#include "base/formula.h"

struct formula_of_place;

/* A formula without texts, whose only name is `i`; NULL for others. */
struct formula_of_place *formula_of_place(struct arena *a, const struct formula *f);
/* As formula_number(); false if that is an error. */
bool formula_at(struct formula_of_place *f, double place, double *out);

#endif
