/* Numbers of LLVM's values: a table from pointers. */
#ifndef LAUNCH_EVALUATE_NUMBERS_H
#define LAUNCH_EVALUATE_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct ev_numbers {
    struct arena *arena;
    const void **keys;
    uint32_t *values;
    size_t n, cap;
};

/* Gives the key a number, in place of what it had. */
void ev_numbers_set(struct ev_numbers *t, const void *key, uint32_t value);
/* UINT32_MAX: it has none. */
uint32_t ev_numbers_get(const struct ev_numbers *t, const void *key);

#endif
