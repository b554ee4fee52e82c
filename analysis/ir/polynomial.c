#include "analysis/ir/polynomial.h"

#include <string.h>

static const struct polynomial unknown = {.unknown = true};

bool poly_same_symbols(const struct monomial *a, const struct monomial *b) {
    return a->n == b->n && memcmp(a->symbols, b->symbols, a->n * sizeof a->symbols[0]) == 0;
}

struct polynomial poly_of(struct monomial m) {
    struct polynomial p = {.n = m.factor != 0};
    p.at[0] = m;
    return p;
}

struct polynomial poly_constant(int64_t x) {
    return poly_of((struct monomial){.factor = x});
}

struct polynomial poly_symbol(uint32_t symbol) {
    return poly_of((struct monomial){.factor = 1, .n = 1, .symbols = {symbol}});
}

/* False where it does not fit. */
static bool add_term(struct polynomial *p, struct monomial m) {
    for (uint32_t i = 0; i < p->n; i++) {
        if (!poly_same_symbols(&p->at[i], &m))
            continue;
        if (__builtin_add_overflow(p->at[i].factor, m.factor, &p->at[i].factor))
            return false;
        if (!p->at[i].factor)
            p->at[i] = p->at[--p->n];
        return true;
    }
    if (p->n == POLYNOMIAL_TERMS)
        return false;
    p->at[p->n++] = m;
    return true;
}

struct polynomial poly_add(struct polynomial p, int64_t factor, const struct polynomial *q) {
    if (p.unknown || q->unknown)
        return unknown;
    for (uint32_t i = 0; i < q->n && factor; i++) {
        struct monomial m = q->at[i];
        if (__builtin_mul_overflow(m.factor, factor, &m.factor) || !add_term(&p, m))
            return unknown;
    }
    return p;
}

static bool multiply(const struct monomial *a, const struct monomial *b, struct monomial *out) {
    uint32_t i = 0, k = 0;
    *out = (struct monomial){.n = a->n + b->n};
    if (out->n > POLYNOMIAL_FACTORS || __builtin_mul_overflow(a->factor, b->factor, &out->factor))
        return false;
    for (uint32_t n = 0; n < out->n; n++) {
        bool first = k == b->n || (i < a->n && a->symbols[i] <= b->symbols[k]);
        out->symbols[n] = first ? a->symbols[i++] : b->symbols[k++];
    }
    return true;
}

struct polynomial poly_multiply(const struct polynomial *p, const struct polynomial *q) {
    struct polynomial sum = {0};
    if (p->unknown || q->unknown)
        return unknown;
    for (uint32_t i = 0; i < p->n; i++)
        for (uint32_t k = 0; k < q->n; k++) {
            struct monomial m;
            if (!multiply(&p->at[i], &q->at[k], &m) || !add_term(&sum, m))
                return unknown;
        }
    return sum;
}

int64_t poly_constant_term(const struct polynomial *p) {
    for (uint32_t i = 0; i < p->n; i++)
        if (!p->at[i].n)
            return p->at[i].factor;
    return 0;
}

bool poly_is_constant(const struct polynomial *p) {
    return !p->unknown && (p->n == 0 || (p->n == 1 && !p->at[0].n));
}
