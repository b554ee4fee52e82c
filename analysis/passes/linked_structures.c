/* Where pointers lead that the kernel loads, and through which it loads further ones: lists, trees
 * and other linked structures lie in one buffer, the one that the first pointer is into. A pointer
 * from a table of pointers may lead anywhere. */
#include <string.h>

#include "analysis/ir/query.h"
#include "analysis/passes/passes.h"

struct chain {
    const struct kernel *k;
    bool *seen;    /* by value */
    uint32_t root; /* the only parameter or object found so far, or NONE */
    bool several;
    bool comes_back; /* a loaded pointer leads to a load that it came from */
};

static void add_root(struct chain *c, uint32_t v) {
    c->several |= c->root != NONE && c->root != v;
    c->root = v;
}

/* Goes back from a pointer to what it may come from; `loaded`: through a load. */
static void go_back(struct chain *c, uint32_t number, bool loaded) {
    const struct value *v = &c->k->values[number];
    if (c->seen[number]) {
        c->comes_back |= loaded;
        return;
    }
    c->seen[number] = true;
    switch ((enum op)v->op) {
    case OP_PARAM:
    case OP_OBJECT:
        add_root(c, number);
        break;
    case OP_PTRADD:
    case OP_COPY:
        go_back(c, v->args[0], loaded);
        break;
    case OP_LOAD:
        go_back(c, v->args[0], true);
        break;
    case OP_PHI:
    case OP_SELECT:
        for (uint32_t a = v->op == OP_SELECT; a < v->n_args; a++)
            go_back(c, v->args[a], loaded);
        break;
    default:
        break;
    }
}

void an_find_linked(struct arena *a, struct kernel *k) {
    bool *seen = NULL;
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        struct access *x = &k->accesses[i];
        x->linked = NONE;
        if (x->root != NONE || !goes_through_l2(x))
            continue;
        seen = seen ? memset(seen, 0, k->n_values * sizeof *seen) : NEW_ARRAY(a, bool, k->n_values);
        struct chain c = {.k = k, .seen = seen, .root = NONE};
        go_back(&c, k->values[x->value].args[0], false);
        if (c.comes_back && !c.several)
            x->linked = c.root;
    }
}
