/* Where pointers lead that the kernel loads, and through which it loads further ones: lists, trees
 * and other linked structures lie in one buffer, the one that the first pointer is into. A pointer
 * from a table of pointers may lead anywhere. */
#include "analysis/ir/query.h"
#include "analysis/passes/passes.h"
#include "base/vec.h"

/* More than one parameter or object. */
static const uint32_t SEVERAL = NONE - 1;

/* What a pointer comes from. */
struct lead {
    uint32_t root; /* the only parameter or object, NONE: none is known, or SEVERAL */
    bool linked;   /* it comes from a load whose address follows from what it has loaded before */
};

struct finder {
    struct arena *arena;
    const struct kernel *k;
    struct lead *leads; /* by value */
    /* A value and whether a load lies between it and where the walk began: twice its number, + 1
     * if one does. */
    VEC(uint32_t) states;
    uint32_t *seen; /* by state: the last walk that came there, named by its phi + 1 */
};

/* The arguments that a pointer may be, or is an offset from, or is loaded through. */
struct sources {
    uint32_t first, end;
};

static struct sources sources_of(const struct value *v) {
    switch ((enum op)v->op) {
    case OP_PTRADD:
    case OP_COPY:
    case OP_LOAD:
        return (struct sources){0, 1};
    case OP_PHI:
        return (struct sources){0, v->n_args};
    case OP_SELECT:
        return (struct sources){1, v->n_args};
    default:
        return (struct sources){0, 0};
    }
}

static void push_sources(struct finder *f, uint32_t phi, const struct value *v, bool loaded) {
    struct sources s = sources_of(v);
    for (uint32_t a = s.first; a < s.end; a++) {
        uint32_t state = 2 * v->args[a] + loaded;
        if (f->seen[state] == phi + 1)
            continue;
        f->seen[state] = phi + 1;
        vec_push(f->arena, &f->states, state);
    }
}

/* Whether a variable of the loop is, in a later iteration, loaded through itself. */
static bool is_loaded_through_itself(struct finder *f, uint32_t phi, uint32_t loop) {
    f->states.n = 0;
    push_sources(f, phi, &f->k->values[phi], false);
    while (f->states.n) {
        uint32_t state = f->states.at[--f->states.n], number = state / 2;
        const struct value *v = &f->k->values[number];
        bool loaded = state % 2;
        if (number == phi && loaded)
            return true;
        if (number != phi && in_loop(f->k, v->block, loop))
            push_sources(f, phi, v, loaded || v->op == OP_LOAD);
    }
    return false;
}

/* Without what its sources come from. Each cycle of values goes through a phi of a loop's header.
 */
static struct lead own_lead(struct finder *f, uint32_t number) {
    const struct kernel *k = f->k;
    const struct value *v = &k->values[number];
    struct lead lead = {.root = v->op == OP_PARAM || v->op == OP_OBJECT ? number : NONE};
    uint32_t loop = v->op == OP_PHI ? k->blocks[v->block].loop : NONE;
    if (loop != NONE && k->loops[loop].header == v->block)
        lead.linked = is_loaded_through_itself(f, number, loop);
    return lead;
}

/* True if the value's lead has changed. */
static bool add_sources(struct finder *f, uint32_t number) {
    const struct value *v = &f->k->values[number];
    struct sources s = sources_of(v);
    struct lead lead = f->leads[number], before = lead;
    for (uint32_t a = s.first; a < s.end; a++) {
        const struct lead *from = &f->leads[v->args[a]];
        lead.linked |= from->linked;
        if (lead.root == NONE)
            lead.root = from->root;
        else if (from->root != NONE && from->root != lead.root)
            lead.root = SEVERAL;
    }
    f->leads[number] = lead;
    return lead.linked != before.linked || lead.root != before.root;
}

static const struct lead *find_leads(struct arena *a, const struct kernel *k) {
    struct finder f = {.arena = a,
                       .k = k,
                       .leads = NEW_ARRAY(a, struct lead, k->n_values),
                       .seen = NEW_ARRAY(a, uint32_t, 2 * (size_t)k->n_values)};
    for (uint32_t i = 0; i < k->n_values; i++)
        f.leads[i] = own_lead(&f, i);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < k->n_values; i++)
            more |= add_sources(&f, i);
    }
    return f.leads;
}

void an_find_linked(struct arena *a, struct kernel *k) {
    const struct lead *leads = NULL;
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        struct access *x = &k->accesses[i];
        x->linked = NONE;
        if (x->root != NONE || !goes_through_l2(x))
            continue;
        leads = leads ? leads : find_leads(a, k);
        const struct lead *lead = &leads[k->values[x->value].args[0]];
        if (lead->linked && lead->root != SEVERAL)
            x->linked = lead->root;
    }
}
