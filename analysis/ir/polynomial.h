/* Sums of products of symbols with whole factors: what addresses and loops' bounds are, as far as
 * they are no more than that. A symbol is a number that the user of these functions hands out. What
 * does not fit is unknown, and what is made of it. */
#ifndef ANALYSIS_IR_POLYNOMIAL_H
#define ANALYSIS_IR_POLYNOMIAL_H

#include <stdbool.h>
#include <stdint.h>

enum { POLYNOMIAL_FACTORS = 3, POLYNOMIAL_TERMS = 16 };

struct monomial {
    int64_t factor;
    uint32_t n; /* symbols, in ascending order */
    uint32_t symbols[POLYNOMIAL_FACTORS];
};

struct polynomial {
    bool unknown;
    uint32_t n;
    struct monomial at[POLYNOMIAL_TERMS]; /* no two with the same symbols, no factor 0 */
};

struct polynomial poly_constant(int64_t x);
struct polynomial poly_symbol(uint32_t symbol);
/* p + factor * q */
struct polynomial poly_add(struct polynomial p, int64_t factor, const struct polynomial *q);
struct polynomial poly_multiply(const struct polynomial *p, const struct polynomial *q);
/* The monomial alone. */
struct polynomial poly_of(struct monomial m);

/* The term without symbols. */
int64_t poly_constant_term(const struct polynomial *p);
bool poly_is_constant(const struct polynomial *p);
/* Whether both have the same symbols. */
bool poly_same_symbols(const struct monomial *a, const struct monomial *b);

#endif
