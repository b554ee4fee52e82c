/* Addresses and conditions of a kernel as polynomials in what counts its iterations, for
 * dependence.c: work-items' ids and, for each loop within, the number of its iteration. */
#ifndef ANALYSIS_PASSES_ITERATIONS_H
#define ANALYSIS_PASSES_ITERATIONS_H

#include "analysis/ir/dependence.h"
#include "analysis/ir/kernel.h"
#include "analysis/ir/launch.h"
#include "analysis/ir/polynomial.h"

/* Symbols that are no values of the kernel: they count from 0. An iteration of another work-item
 * has symbols of its own. */
enum { SYMBOL_COUNTS = 1 << 30, SYMBOL_LOOPS = 1 << 10, SYMBOL_OTHER = 1 << 29 };

static inline bool symbol_counts(uint32_t symbol) {
    return symbol >= SYMBOL_COUNTS;
}

static inline uint32_t symbol_of_dimension(uint32_t d) {
    return SYMBOL_COUNTS + d;
}

struct iterations {
    const struct kernel *kernel;
    const struct launch *launch; /* whose numbers are put in, or NULL */
};

/* An integer, and where an address lies behind its root. Unknown where it is more than a
 * polynomial. Arithmetic is taken not to wrap around. */
struct polynomial iterations_integer(const struct iterations *it, uint32_t value);
struct polynomial iterations_address(const struct iterations *it, uint32_t value);

/* Polynomials that are not negative whenever a block is executed. */
enum { MOST_FACTS = 24 };
struct facts {
    struct polynomial at[MOST_FACTS];
    uint32_t n;
};
void iterations_add_facts(const struct iterations *it, uint32_t block, struct facts *f);
/* The polynomial of another work-item's iteration. */
struct polynomial iterations_of_other(const struct polynomial *p);
/* Whether the facts say that p is not negative; false: perhaps. */
bool facts_imply(const struct facts *f, const struct polynomial *p);

#endif
