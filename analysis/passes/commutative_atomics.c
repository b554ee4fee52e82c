/* Atomics on local memory whose order does not matter: nothing else happens to the memory between
 * the barriers before and behind them, but for atomics of the same kind. Behind the barrier it then
 * holds the same after any order of the work-items. Loads between the same barriers as atomics may
 * be of what was there before, or behind some of them. */
#include "analysis/ir/query.h"
#include "analysis/passes/passes.h"

struct interval {
    const struct kernel *k;
    bool *seen;     /* by block: whether its start was reached */
    bool *accessed; /* by access */
    uint32_t *todo; /* blocks to go on with */
    uint32_t n_todo;
};

static bool is_local_atomic(const struct access *x) {
    return x->kind == ACCESS_ATOMIC && x->space == SPACE_LOCAL;
}

/* Numbers of one kind commute. */
static int kind_of(const struct value *values, const struct access *x) {
    int64_t f = x->kind == ACCESS_ATOMIC ? values[x->value].imm : ATOMIC_OTHER;
    return f >= ATOMIC_ADD && f <= ATOMIC_DEC ? ATOMIC_ADD : (int)f;
}

/* Notes the accesses from a value of the block on to a barrier or its end. */
static void walk_block(struct interval *i, uint32_t block, uint32_t from) {
    const struct block *b = &i->k->blocks[block];
    for (uint32_t n = from; n < b->n_values; n++) {
        const struct value *v = &i->k->values[b->values[n]];
        if (v->op == OP_BARRIER)
            return;
        if (is_access(v) && v->site != NONE)
            i->accessed[v->site] = true;
    }
    for (uint32_t s = 0; s < b->n_succs; s++) {
        uint32_t to = b->succs[s];
        if (to >= i->k->n_blocks || i->seen[to])
            continue;
        i->seen[to] = true;
        i->todo[i->n_todo++] = to;
    }
}

/* Where in its object or buffer an access is, if that is a constant. */
static bool constant_place(const struct value *values, const struct access *x, int64_t *offset) {
    uint32_t n = values[x->value].args[0];
    for (*offset = 0; n != x->unique_base;) {
        const struct value *v = &values[n];
        bool indexed = v->op == OP_PTRADD && v->n_args == 2;
        if ((v->op != OP_PTRADD && v->op != OP_COPY) ||
            (indexed && values[v->args[1]].op != OP_CONST))
            return false;
        *offset += indexed ? v->imm * values[v->args[1]].imm : v->op == OP_COPY ? 0 : v->imm;
        n = v->args[0];
    }
    return true;
}

/* Two fields of a structure, or two elements of an array whose numbers the source has. */
static bool are_apart(const struct value *values, const struct access *x, const struct access *y) {
    int64_t at, other;
    return x->unique_base == y->unique_base && x->unique_base != NONE &&
           constant_place(values, x, &at) && constant_place(values, y, &other) &&
           (at + x->bytes <= other || other + y->bytes <= at);
}

/* Atomics that meet others than their like, and loads that meet atomics. */
static void clear_order_independent(const struct interval *i, struct kernel *k) {
    for (uint32_t n = 0; n < k->n_accesses; n++) {
        struct access *x = &k->accesses[n];
        for (uint32_t m = 0; m < k->n_accesses && is_local_atomic(x) && i->accessed[n]; m++) {
            struct access *y = &k->accesses[m];
            if (!i->accessed[m] || !may_alias(x, y) || are_apart(k->values, x, y))
                continue;
            x->commutative &= kind_of(k->values, x) == kind_of(k->values, y);
            y->reads_atomic_result |= y->kind == ACCESS_LOAD;
        }
    }
}

/* From there to the next barrier, on all ways. */
static void look_from(struct arena *a, struct kernel *k, uint32_t block, uint32_t from) {
    struct interval i = {.k = k,
                         .seen = NEW_ARRAY(a, bool, k->n_blocks),
                         .accessed = NEW_ARRAY(a, bool, k->n_accesses),
                         .todo = NEW_ARRAY(a, uint32_t, k->n_blocks)};
    walk_block(&i, block, from);
    while (i.n_todo)
        walk_block(&i, i.todo[--i.n_todo], 0);
    clear_order_independent(&i, k);
}

void an_mark_commutative_atomics(struct arena *a, struct kernel *k) {
    bool any = false;
    for (uint32_t n = 0; n < k->n_accesses; n++) {
        struct access *x = &k->accesses[n];
        x->commutative = is_local_atomic(x) && x->unique_base != NONE && kind_of(k->values, x);
        any |= is_local_atomic(x);
    }
    if (!any)
        return;
    look_from(a, k, 0, 0);
    for (uint32_t b = 0; b < k->n_blocks; b++)
        for (uint32_t n = 0; n < k->blocks[b].n_values; n++)
            if (k->values[k->blocks[b].values[n]].op == OP_BARRIER)
                look_from(a, k, b, n + 1);
}
