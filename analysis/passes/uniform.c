/* Which values are the same in all lanes of a warp whatever the launch: those that no number of a
 * work-item goes into, neither as data nor through a branch that sends lanes to different sides.
 * This is the compilers' divergence analysis (Coutinho et al., Divergence analysis and
 * optimizations, PACT 2011; Rosemann, Moll and Hack, An abstract interpretation for SPMD
 * divergence, POPL 2021). What happens to be the same in one
 * launch only, as (i & mask) with a mask of 0, is not uniform: no compiler can know it. */
#include <string.h>

#include "analysis/ir/query.h"
#include "analysis/passes/passes.h"

struct finder {
    const struct kernel *k;
    bool *varies;    /* by value */
    bool *mixed;     /* by block: lanes come together there that took different ways */
    bool *uneven;    /* by loop: its lanes leave it after different numbers of iterations */
    uint32_t *label; /* by block, of one branch: where lanes that are there came apart, or NONE */
};

static bool is_number_of_lane(const struct value *v) {
    switch ((enum workitem_query)v->imm) {
    case QUERY_GLOBAL_ID:
    case QUERY_LOCAL_ID:
    case QUERY_GLOBAL_LINEAR_ID:
    case QUERY_LOCAL_LINEAR_ID:
    case QUERY_SUB_GROUP_ID:
    case QUERY_SUB_GROUP_LOCAL_ID:
        return true;
    default:
        return false;
    }
}

/* Of each lane's own, without regard to operands. */
static bool is_source(const struct kernel *k, const struct value *v) {
    const struct access *x = is_access(v) && v->site != NONE ? &k->accesses[v->site] : NULL;
    switch ((enum op)v->op) {
    case OP_WORKITEM:
        return is_number_of_lane(v);
    case OP_LOAD:
        return !x || x->space == SPACE_PRIVATE || x->space == SPACE_GENERIC;
    case OP_SUBGROUP:
    case OP_ATOMIC:
    case OP_CALL:
    case OP_OPAQUE:
        return true;
    default:
        return false;
    }
}

/* Out of a loop that lanes leave one after another each takes what its last iteration had. */
static bool comes_from_uneven_loop(const struct finder *f, uint32_t from, uint32_t to) {
    uint32_t loop = from < f->k->n_blocks ? f->k->blocks[from].loop : NONE;
    for (; loop != NONE && !in_loop(f->k, to, loop); loop = f->k->loops[loop].parent)
        if (f->uneven[loop])
            return true;
    return false;
}

static bool varies_now(const struct finder *f, const struct value *v) {
    if (is_source(f->k, v) || (v->op == OP_PHI && v->n_args > 1 && f->mixed[v->block]))
        return true;
    for (uint32_t a = 0; a < v->n_args; a++) {
        const struct value *x = &f->k->values[v->args[a]];
        if (f->varies[v->args[a]] || comes_from_uneven_loop(f, x->block, v->block))
            return true;
    }
    return false;
}

/* True if the block's label changed. Edges from the branch itself have the label of where they
 * lead, and where two labels meet there is a new one. Behind `end`, which all lanes come to, they
 * are together again. */
static bool pass_label_on(struct finder *f, uint32_t branch, uint32_t end, uint32_t b) {
    const struct block *block = &f->k->blocks[b];
    uint32_t label = NONE;
    for (uint32_t p = 0; p < block->n_preds; p++) {
        uint32_t from = block->preds[p], here = from == branch ? b : f->label[from];
        if (here == NONE || (from == end && from != branch))
            continue;
        if (label != NONE && label != here) {
            f->mixed[b] = true;
            here = b;
        }
        label = here;
    }
    if (label == NONE || f->label[b] == label || f->label[b] == b)
        return false;
    f->label[b] = label;
    return true;
}

/* Where the lanes that the branch sends apart come together, and which loops they leave apart. */
static void send_apart(struct finder *f, uint32_t branch) {
    const struct kernel *k = f->k;
    uint32_t end = k->blocks[branch].ipdom;
    memset(f->label, 0xff, k->n_blocks * sizeof *f->label);
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t b = 0; b < k->n_blocks; b++)
            if (b != branch)
                changed |= pass_label_on(f, branch, end, b);
    }
    uint32_t l = k->blocks[branch].loop;
    for (; l != NONE && !in_loop(k, end, l); l = k->loops[l].parent)
        f->uneven[l] = true;
}

static bool sends_apart(const struct value *v) {
    return (v->op == OP_BR || v->op == OP_SWITCH) && v->n_args > 0;
}

bool *an_find_varying(struct arena *a, const struct kernel *k) {
    struct finder f = {.k = k,
                       .varies = NEW_ARRAY(a, bool, k->n_values),
                       .mixed = NEW_ARRAY(a, bool, k->n_blocks),
                       .uneven = NEW_ARRAY(a, bool, k->n_loops),
                       .label = NEW_ARRAY(a, uint32_t, k->n_blocks)};
    bool more = true;
    while (more) {
        more = false;
        for (uint32_t i = 0; i < k->n_values; i++) {
            if (f.varies[i] || !varies_now(&f, &k->values[i]))
                continue;
            f.varies[i] = more = true;
            if (sends_apart(&k->values[i]))
                send_apart(&f, k->values[i].block);
        }
    }
    return f.varies;
}
