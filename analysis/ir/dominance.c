#include "analysis/ir/dominance.h"

#include <string.h>

struct dominance dominance_of(struct arena *a, const struct kernel *k) {
    uint32_t n = k->n_blocks, number = 0, depth = 0;
    uint32_t *child = NEW_ARRAY(a, uint32_t, n), *sibling = NEW_ARRAY(a, uint32_t, n);
    uint32_t *first = NEW_ARRAY(a, uint32_t, n), *last = NEW_ARRAY(a, uint32_t, n);
    uint32_t *path = NEW_ARRAY(a, uint32_t, n);
    memset(child, 0xff, n * sizeof *child);
    for (uint32_t b = 1; b < n; b++) {
        if (k->blocks[b].idom == NONE)
            continue;
        sibling[b] = child[k->blocks[b].idom];
        child[k->blocks[b].idom] = b;
    }
    if (n)
        path[depth++] = 0;
    first[0] = number;
    while (depth) {
        uint32_t b = path[depth - 1], next = child[b];
        if (next == NONE) {
            last[b] = number;
            depth--;
            continue;
        }
        child[b] = sibling[next];
        first[next] = ++number;
        path[depth++] = next;
    }
    return (struct dominance){first, last};
}
