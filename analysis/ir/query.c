#include "analysis/ir/query.h"

#include <string.h>

#include "analysis/ir/builtins.h"

bool may_alias(const struct access *x, const struct access *y) {
    bool spaces = x->space == y->space || x->space == SPACE_GENERIC || y->space == SPACE_GENERIC;
    return spaces &&
           (x->unique_base == y->unique_base || x->unique_base == NONE || y->unique_base == NONE);
}

uint32_t instruction_count(const struct kernel *k, const struct value *v) {
    uint32_t comps = v->comps;
    if (v->op == OP_OPAQUE && v->imm)
        return (uint32_t)v->imm;
    if ((v->op == OP_MATH || v->op == OP_CALL) && v->n_args && k->values[v->args[0]].comps > comps)
        comps = k->values[v->args[0]].comps;
    if (v->cls == CLASS_FP16)
        return (comps + 1) / 2;
    return v->cls == CLASS_FREE ? 0 : comps;
}

uint32_t block_predecessor(const struct block *b, uint32_t from) {
    uint32_t p = 0;
    while (p < b->n_preds && b->preds[p] != from)
        p++;
    return p;
}

bool is_rotation(const struct value *v) {
    int64_t function = v->imm & ~MATH_UNSIGNED;
    bool joins_two = v->op == OP_MATH && (function == MATH_FSHL || function == MATH_FSHR);
    return joins_two && v->args[0] == v->args[1];
}

uint32_t *an_count_uses(struct arena *a, const struct kernel *k) {
    uint32_t *n_uses = NEW_ARRAY(a, uint32_t, k->n_values);
    for (uint32_t i = 0; i < k->n_values; i++)
        for (uint32_t arg = 0; arg < k->values[i].n_args; arg++)
            n_uses[k->values[i].args[arg]]++;
    return n_uses;
}

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
