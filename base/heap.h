/* A binary heap of numbers with keys, smallest key first, among equal keys the smallest number. */
#ifndef BASE_HEAP_H
#define BASE_HEAP_H

#include <stdint.h>

#include "base/vec.h"

struct heap {
    struct arena *arena;
    VEC(uint64_t) items;
};

static inline void heap_push(struct heap *h, uint32_t key, uint32_t number) {
    uint64_t item = (uint64_t)key << 32 | number;
    vec_push(h->arena, &h->items, item);
    size_t i = h->items.n - 1;
    for (; i > 0 && item < h->items.at[(i - 1) / 2]; i = (i - 1) / 2)
        h->items.at[i] = h->items.at[(i - 1) / 2];
    h->items.at[i] = item;
}

/* Of the first item; there must be one. */
static inline uint32_t heap_key(const struct heap *h) {
    return (uint32_t)(h->items.at[0] >> 32);
}
static inline uint32_t heap_first(const struct heap *h) {
    return (uint32_t)h->items.at[0];
}

/* Removes the first item and returns its number. */
static inline uint32_t heap_pop(struct heap *h) {
    uint64_t first = h->items.at[0], last = h->items.at[--h->items.n];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < h->items.n; i = child) {
        child += child + 1 < h->items.n && h->items.at[child + 1] < h->items.at[child];
        if (last <= h->items.at[child])
            break;
        h->items.at[i] = h->items.at[child];
    }
    h->items.at[i] = last;
    return (uint32_t)first;
}

#endif
