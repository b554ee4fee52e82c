/* Loops of C and C++ that a source asks to be taken as kernels, by pragmas: part of clperf-cc, libc
 * only. */
#ifndef SOURCE_SCAN_LOOP_PRAGMAS_H
#define SOURCE_SCAN_LOOP_PRAGMAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* A pragma and the loop below it. */
struct loop_pragma {
    const char *language; /* of the pragma, as messages call it: "clperf", "OpenMP", "OpenACC" */
    uint32_t line;        /* of the pragma */
    uint32_t for_line, for_column; /* 0: no loop follows */
    unsigned collapse;             /* loops that become work-items; 1 if it does not say */
    uint64_t block[3];             /* of a work-group, dimension 0 first; 0: it does not say */
    const char *name;              /* of the kernel, or NULL */
    const char *wrong;             /* what is wrong with it, or NULL */
};

struct loop_pragmas {
    struct loop_pragma *at;
    size_t n, cap;
};

/* In the order of the text. Conditional parts and comments count as text. */
struct loop_pragmas loop_pragmas_find(struct arena *a, const char *text, size_t n);
/* The size of a work-group in that many dimensions, from 1 to 3; the pragma may be NULL. */
const uint64_t *loop_pragmas_group(const struct loop_pragma *p, unsigned dims);
/* Whether the word "pragma" that ends at text[i] begins one. */
bool loop_pragmas_begins(const char *text, size_t n, size_t i);
/* Whether there is one. */
bool loop_pragmas_any(const char *text, size_t n);

#endif
