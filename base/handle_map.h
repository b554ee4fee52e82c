/* Numbers of somebody else's objects, LLVM's for one: a table from their addresses. */
#ifndef BASE_HANDLE_MAP_H
#define BASE_HANDLE_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* Open addressing, NULL = free. */
struct handle_map {
    const void **keys;
    uint32_t *numbers;
    size_t n, cap;
};

/* UINT32_MAX: it has none. */
uint32_t map_get(const struct handle_map *m, const void *key);
/* Gives the key a number, in place of what it had. */
void map_set(struct arena *a, struct handle_map *m, const void *key, uint32_t number);

#endif
