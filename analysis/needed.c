/* Marks the values that control flow and addresses depend on, so that the tracer
 * computes these and nothing else. Memory is followed too: if a needed value is
 * loaded from local or private memory, what is stored there is needed. */
#include "analysis/passes.h"

struct marker {
    struct kernel *k;
    uint32_t *stack;
    uint32_t n;
};

static void need(struct marker *m, uint32_t v) {
    if (m->k->values[v].needed)
        return;
    m->k->values[v].needed = true;
    m->stack[m->n++] = v;
}

static void close_over_arguments(struct marker *m) {
    while (m->n) {
        const struct value *v = &m->k->values[m->stack[--m->n]];
        for (uint32_t a = 0; a < v->n_args; a++)
            need(m, v->args[a]);
    }
}

static void need_roots(struct marker *m) {
    const struct kernel *k = m->k;
    for (uint32_t i = 0; i < k->n_accesses; i++)
        need(m, k->values[k->accesses[i].value].args[0]);
    for (uint32_t i = 0; i < k->n_branches; i++)
        need(m, k->values[k->branches[i].value].args[0]);
}

static bool is_readable_back(enum space s) {
    return s == SPACE_LOCAL || s == SPACE_PRIVATE;
}

/* True if it marked anything: stores that a needed load may read. */
static bool need_stored_values(struct marker *m) {
    const struct kernel *k = m->k;
    bool more = false;
    for (uint32_t l = 0; l < k->n_accesses; l++) {
        const struct access *load = &k->accesses[l];
        if (load->kind != ACCESS_LOAD || !k->values[load->value].needed ||
            !is_readable_back(load->space))
            continue;
        for (uint32_t s = 0; s < k->n_accesses; s++) {
            const struct access *store = &k->accesses[s];
            if (store->kind != ACCESS_STORE || store->space != load->space ||
                (store->root != load->root && store->root != NONE && load->root != NONE) ||
                k->values[store->value].needed)
                continue;
            need(m, store->value);
            more = true;
        }
    }
    return more;
}

void an_mark_needed(struct arena *a, struct kernel *k) {
    struct marker m = {.k = k, .stack = NEW_ARRAY(a, uint32_t, k->n_values)};
    need_roots(&m);
    do
        close_over_arguments(&m);
    while (need_stored_values(&m));
}
