#include "base/handle_map.h"

#include "base/hash.h"

uint32_t map_get(const struct handle_map *m, const void *key) {
    if (!m->cap)
        return UINT32_MAX;
    size_t i = hash_of((uintptr_t)key >> 4) & (m->cap - 1);
    for (; m->keys[i]; i = (i + 1) & (m->cap - 1))
        if (m->keys[i] == key)
            return m->numbers[i];
    return UINT32_MAX;
}

static void grow(struct arena *a, struct handle_map *m) {
    struct handle_map old = *m;
    m->cap = old.cap ? old.cap * 2 : 32;
    m->keys = NEW_ARRAY(a, const void *, m->cap);
    m->numbers = NEW_ARRAY(a, uint32_t, m->cap);
    m->n = 0;
    for (size_t i = 0; i < old.cap; i++)
        if (old.keys[i])
            map_set(a, m, old.keys[i], old.numbers[i]);
}

void map_set(struct arena *a, struct handle_map *m, const void *key, uint32_t number) {
    if (m->n * 2 >= m->cap)
        grow(a, m);
    size_t i = hash_of((uintptr_t)key >> 4) & (m->cap - 1);
    while (m->keys[i] && m->keys[i] != key)
        i = (i + 1) & (m->cap - 1);
    m->n += !m->keys[i];
    m->keys[i] = key;
    m->numbers[i] = number;
}
