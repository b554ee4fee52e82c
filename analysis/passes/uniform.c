/* Which values are the same in all lanes of a warp whatever the launch: those that no number of a
 * work-item goes into, neither as data nor through a branch that sends lanes to different sides.
 * This is the compilers' divergence analysis (Coutinho et al., Divergence analysis and
 * optimizations, PACT 2011; Rosemann, Moll and Hack, An abstract interpretation for SPMD
 * divergence, POPL 2021). What happens to be the same in one launch only, as (i & mask) with a mask
 * of 0, is not uniform: no compiler can know it. */
#include <stdlib.h>

#include "analysis/ir/query.h"
#include "analysis/passes/passes.h"

struct finder {
    const struct kernel *k;
    bool *varies;     /* by value */
    bool *mixed;      /* by block: lanes come together there that took different ways */
    bool *uneven;     /* by loop: its lanes leave it after different numbers of iterations */
    uint32_t *label;  /* by block, of one branch: where lanes that are there came apart, or NONE */
    uint32_t *apart;  /* blocks that lanes may be in before all that a branch sends apart are */
    uint32_t n_apart; /* together again, that one included */
    bool *is_apart;   /* by block: whether it is one of these */
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

static void add_successors(struct finder *f, uint32_t block) {
    const struct block *b = &f->k->blocks[block];
    for (uint32_t s = 0; s < b->n_succs; s++)
        if (!f->is_apart[b->succs[s]]) {
            f->is_apart[b->succs[s]] = true;
            f->apart[f->n_apart++] = b->succs[s];
        }
}

static int by_number(const void *x, const void *y) {
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

/* Finds them in the order of their numbers, with the branch itself if it is in a loop. */
static void find_apart(struct finder *f, uint32_t branch, uint32_t end) {
    f->n_apart = 0;
    add_successors(f, branch);
    for (uint32_t i = 0; i < f->n_apart; i++)
        if (f->apart[i] != end)
            add_successors(f, f->apart[i]);
    qsort(f->apart, f->n_apart, sizeof *f->apart, by_number);
}

/* Where the lanes that the branch sends apart come together, and which loops they leave apart. */
static void send_apart(struct finder *f, uint32_t branch) {
    const struct kernel *k = f->k;
    uint32_t end = k->blocks[branch].ipdom;
    find_apart(f, branch, end);
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < f->n_apart; i++)
            if (f->apart[i] != branch)
                changed |= pass_label_on(f, branch, end, f->apart[i]);
    }
    for (uint32_t i = 0; i < f->n_apart; i++) {
        f->label[f->apart[i]] = NONE;
        f->is_apart[f->apart[i]] = false;
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
                       .label = NEW_ARRAY(a, uint32_t, k->n_blocks),
                       .apart = NEW_ARRAY(a, uint32_t, k->n_blocks),
                       .is_apart = NEW_ARRAY(a, bool, k->n_blocks)};
    for (uint32_t b = 0; b < k->n_blocks; b++)
        f.label[b] = NONE;
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
