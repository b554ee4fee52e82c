/* Growable typed arrays in an arena.
 *
 *     VEC(int) v = {0};
 *     vec_push(&arena, &v, 3);
 *     for (size_t i = 0; i < v.n; i++) use(v.at[i]);
 *
 * Growing may move the elements, so pointers to them are valid only until the next push. */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/arena.h"

#define VEC(type)                                                                                  \
    struct {                                                                                       \
        type *at;                                                                                  \
        size_t n, cap;                                                                             \
    }

static inline void *vec_grow_(struct arena *a, void *at, size_t n, size_t *cap, size_t size) {
    if (n < *cap)
        return at;
    *cap = n ? n * 2 : 8;
    return arena_grow(a, at, n * size, *cap * size);
}

#define vec_push(arena, v, ...)                                                                    \
    ((v)->at = vec_grow_((arena), (v)->at, (v)->n, &(v)->cap, sizeof *(v)->at),                    \
     (v)->at[(v)->n++] = (__VA_ARGS__))

#endif
