/* Memory of an arena: cleared, and what grows keeps what it has, in its place if it can. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/poison.h"
#include "base/vec.h"
#include "check.h"

enum { MANY = 100000 };

static bool is_clear(const char *p, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (p[i])
            return false;
    return true;
}

/* Two that grow in turn move, and one alone does not. */
static void check_vectors(struct arena *a) {
    VEC(uint32_t) x = {0}, y = {0};
    for (uint32_t i = 0; i < MANY; i++) {
        vec_push(a, &x, i);
        vec_push(a, &y, ~i);
    }
    bool kept = true;
    for (uint32_t i = 0; i < MANY; i++)
        kept = kept && x.at[i] == i && y.at[i] == ~i;
    CHECK(kept && x.n == MANY && x.at != y.at);
}

/* What was allocated before a mark stays, and what came after it no longer counts. */
static void check_mark(struct arena *a) {
    char *before = arena_strdup(a, "before");
    const struct arena_mark mark = arena_mark(a);
    while (a->total == mark.total)
        memset(arena_alloc(a, MANY), 1, MANY);
    arena_rewind(a, &mark);
    CHECK(a->total == mark.total && strcmp(before, "before") == 0);
    char *after = arena_alloc(a, 16);
    CHECK(is_clear(after, 16) && after > before && after - before <= 16 + POISON_GAP);
}

/* Blocks as they were, and nothing of what came later. */
static void check_copy(struct arena *a) {
    struct arena copies = {0};
    char *large = arena_alloc(a, MANY), *small = arena_strdup(a, "as it was");
    struct arena_copy copy = arena_save(&copies, a);
    memset(large, 1, MANY);
    memset(arena_alloc(a, MANY), 1, MANY);
    small[0] = 'i';
    arena_restore(a, &copy);
    CHECK(is_clear(large, MANY) && strcmp(small, "as it was") == 0);
    CHECK(a->total == copy.mark.total && is_clear(arena_alloc(a, MANY), MANY));
    arena_free(&copies);
}

int main(void) {
    struct arena a = {0}, *p = &a;
    char *first = arena_grow(p, NULL, 0, 16);
    memset(first, 1, 16);
    CHECK(arena_grow(p, first, 16, 64) == first);
    char *behind = arena_alloc(p, 16), *moved = arena_grow(p, first, 64, 128);
    CHECK(moved != first && memcmp(moved, first, 16) == 0 && is_clear(behind, 16));
    char *larger = arena_grow(p, moved, 128, MANY);
    CHECK(memcmp(larger, first, 16) == 0);
    check_vectors(p);
    check_mark(p);
    check_copy(p);
    memset(arena_grow(p, NULL, 0, MANY), 1, MANY);
    arena_free(p);
    CHECK(is_clear(arena_alloc(p, MANY), MANY) && strcmp(arena_strndup(p, "abc", 2), "ab") == 0);
    arena_free(p);
    return CHECK_DONE();
}
