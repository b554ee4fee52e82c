/* Marks the values that control flow and addresses depend on, so that the tracer
 * computes these and nothing else, and those that control flow alone depends on. Memory is followed
 * too: if a needed value is loaded, what may have been stored there is needed. */
#include <string.h>

#include "analysis/ir/query.h"
#include "analysis/passes/passes.h"

struct marker {
    struct kernel *k;
    bool *marked; /* by value */
    uint32_t *stack;
    uint32_t n;
};

static void need(struct marker *m, uint32_t v) {
    if (m->marked[v])
        return;
    m->marked[v] = true;
    m->stack[m->n++] = v;
}

static void close_over_arguments(struct marker *m) {
    while (m->n) {
        const struct value *v = &m->k->values[m->stack[--m->n]];
        for (uint32_t a = 0; a < v->n_args; a++)
            need(m, v->args[a]);
    }
}

static void need_addresses(struct marker *m) {
    const struct kernel *k = m->k;
    for (uint32_t i = 0; i < k->n_accesses; i++)
        need(m, k->values[k->accesses[i].value].args[0]);
}

/* An access's condition is one, too. */
static void need_conditions(struct marker *m) {
    const struct kernel *k = m->k;
    for (uint32_t i = 0; i < k->n_accesses; i++)
        if (k->accesses[i].guarded)
            need(m, an_condition(k, i));
    for (uint32_t i = 0; i < k->n_branches; i++)
        need(m, k->values[k->branches[i].value].args[0]);
}

/* Collects what a pointer may be based on; false if that is more than one thing. */
static bool add_root(const struct kernel *k, bool *seen, uint32_t v, uint32_t *root) {
    const struct value *p = &k->values[v];
    if (seen[v])
        return true;
    seen[v] = true;
    if (p->op == OP_PARAM || p->op == OP_OBJECT) {
        bool same = *root == NONE || *root == v;
        *root = v;
        return same;
    }
    if (p->op != OP_PTRADD && p->op != OP_COPY && p->op != OP_PHI && p->op != OP_SELECT)
        return false;
    uint32_t first = p->op == OP_SELECT ? 1 : 0;
    uint32_t last = p->op == OP_PTRADD || p->op == OP_COPY ? 1 : p->n_args;
    for (uint32_t a = first; a < last; a++)
        if (!add_root(k, seen, p->args[a], root))
            return false;
    return true;
}

/* Where the memory is, which generic pointers do not say; a structure by value is a parameter and
 * an object. */
static uint8_t space_of_root(const struct kernel *k, const struct value *root) {
    return root->op == OP_OBJECT ? k->objects[root->imm].space : k->params[root->imm].space;
}

static void find_only_roots(struct arena *a, struct kernel *k) {
    bool *seen = NEW_ARRAY(a, bool, k->n_values);
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        struct access *x = &k->accesses[i];
        uint32_t root = NONE;
        memset(seen, 0, k->n_values * sizeof *seen);
        bool one = add_root(k, seen, k->values[x->value].args[0], &root);
        x->unique_base = one ? root : NONE;
        if (x->space == SPACE_GENERIC && one && root != NONE)
            x->space = space_of_root(k, &k->values[root]);
    }
}

static bool is_written(const struct access *accesses, uint32_t n_accesses,
                       const struct access *load) {
    for (uint32_t i = 0; i < n_accesses; i++)
        if (accesses[i].kind != ACCESS_LOAD && may_alias(&accesses[i], load))
            return true;
    return false;
}

/* Loads by a restricted pointer that nothing is stored by. */
static void find_read_only(struct kernel *k) {
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        struct access *x = &k->accesses[i];
        const struct value *root = x->unique_base == NONE ? NULL : &k->values[x->unique_base];
        bool restricted = root && root->op == OP_PARAM && k->params[root->imm].restricted;
        x->read_only = x->kind == ACCESS_LOAD && x->space == SPACE_GLOBAL && restricted &&
                       !x->is_volatile && !is_written(k->accesses, k->n_accesses, x);
    }
}

/* True if it marked anything: stores that a needed load may read. */
static bool need_stored_values(struct marker *m) {
    const struct access *accesses = m->k->accesses;
    const uint32_t n_accesses = m->k->n_accesses;
    bool more = false;
    for (uint32_t l = 0; l < n_accesses; l++) {
        const struct access *load = &accesses[l];
        if (load->kind != ACCESS_LOAD || !m->marked[load->value])
            continue;
        for (uint32_t s = 0; s < n_accesses; s++) {
            const struct access *store = &accesses[s];
            bool writes = store->kind == ACCESS_STORE || store->commutative;
            if (!writes || !may_alias(store, load) || m->marked[store->value])
                continue;
            need(m, store->value);
            more = true;
        }
    }
    return more;
}

static void close_over_all(struct marker *m) {
    do
        close_over_arguments(m);
    while (need_stored_values(m));
}

void an_mark_needed(struct arena *a, struct kernel *k) {
    struct marker m = {.k = k,
                       .marked = NEW_ARRAY(a, bool, k->n_values),
                       .stack = NEW_ARRAY(a, uint32_t, k->n_values)};
    find_only_roots(a, k);
    find_read_only(k);
    an_mark_commutative_atomics(a, k);
    need_conditions(&m);
    close_over_all(&m);
    for (uint32_t i = 0; i < k->n_values; i++)
        k->values[i].in_control_slice = m.marked[i];
    need_addresses(&m);
    close_over_all(&m);
    for (uint32_t i = 0; i < k->n_values; i++)
        k->values[i].in_trace_slice = m.marked[i];
}
