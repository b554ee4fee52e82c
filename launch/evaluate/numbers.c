#include "launch/evaluate/numbers.h"

static size_t place_of(const struct ev_numbers *t, const void *key) {
    size_t i = ((uintptr_t)key >> 4) * 0x9e3779b97f4a7c15u >> 20 & (t->cap - 1);
    while (t->keys[i] && t->keys[i] != key)
        i = (i + 1) & (t->cap - 1);
    return i;
}

static void grow(struct ev_numbers *t) {
    const struct ev_numbers old = *t;
    t->cap = old.cap ? old.cap * 2 : 64;
    t->keys = NEW_ARRAY(t->arena, const void *, t->cap);
    t->values = NEW_ARRAY(t->arena, uint32_t, t->cap);
    for (size_t i = 0; i < old.cap; i++)
        if (old.keys[i]) {
            const size_t at = place_of(t, old.keys[i]);
            t->keys[at] = old.keys[i];
            t->values[at] = old.values[i];
        }
}

void ev_numbers_set(struct ev_numbers *t, const void *key, uint32_t value) {
    if (t->n * 2 >= t->cap)
        grow(t);
    const size_t i = place_of(t, key);
    t->n += !t->keys[i];
    t->keys[i] = key;
    t->values[i] = value;
}

uint32_t ev_numbers_get(const struct ev_numbers *t, const void *key) {
    if (!t->cap)
        return UINT32_MAX;
    const size_t i = place_of(t, key);
    return t->keys[i] ? t->values[i] : UINT32_MAX;
}
