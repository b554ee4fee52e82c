/* Ways that lanes may have gone although the walk does not send them there: out of a loop that
 * they are kept in, or on in one that they are taken out of. What lies on such a way, up to where
 * it meets the others, may be executed all the same, more often than is counted, and may have
 * written memory. */
#include "analysis/ir/query.h"
#include "analysis/trace/tracer.h"

static enum certainty_reason reason_of(const struct tracer *t) {
    return tracer_reason(t, REASON_LOOP_BRANCH);
}

static void mark_accesses(struct tracer *t, struct untaken_path *way, uint32_t block) {
    const struct kernel *k = t->k;
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *a = &k->accesses[i];
        if (k->values[a->value].block != block)
            continue;
        certain_lower(&t->accesses[i], CERTAINTY_UNKNOWN, reason_of(t));
        if (a->kind != ACCESS_LOAD)
            vec_push(t->arena, &way->stores, i);
    }
}

static void mark_block(struct tracer *t, struct untaken_path *way, uint32_t block) {
    const struct kernel *k = t->k;
    const struct block *b = &k->blocks[block];
    mark_accesses(t, way, block);
    for (uint32_t i = 0; i < k->n_branches; i++)
        if (k->values[k->branches[i].value].block == block)
            certain_lower(&t->branches[i].certain, CERTAINTY_UNKNOWN, reason_of(t));
    for (uint32_t s = 0; s < b->n_succs; s++)
        for (uint32_t l = b->loop; l != NONE && !in_loop(k, b->succs[s], l); l = k->loops[l].parent)
            certain_lower(&t->loops[l].certain, CERTAINTY_UNKNOWN, reason_of(t));
}

/* Everything from the block up to `end`. */
static void mark_blocks(struct tracer *t, struct untaken_path *way, uint32_t first, uint32_t end) {
    const struct block *blocks = t->k->blocks;
    const uint32_t n_blocks = t->k->n_blocks;
    VEC(uint32_t) ahead = {0};
    bool *seen = NEW_ARRAY(t->arena, bool, n_blocks + 1);
    seen[n_blocks] = seen[end] = true;
    vec_push(t->arena, &ahead, first);
    while (ahead.n) {
        uint32_t at = ahead.at[--ahead.n];
        if (seen[at])
            continue;
        seen[at] = true;
        mark_block(t, way, at);
        for (uint32_t s = 0; s < blocks[at].n_succs; s++)
            vec_push(t->arena, &ahead, blocks[at].succs[s]);
    }
}

/* The successor's entry in the list of ways, made when it is first asked for. */
static struct untaken_path *way_along(struct tracer *t, uint32_t from, uint32_t to) {
    for (size_t i = 0; i < t->ways.n; i++)
        if (t->ways.at[i].from == from && t->ways.at[i].to == to)
            return &t->ways.at[i];
    struct untaken_path fresh = {.from = from, .to = to};
    mark_blocks(t, &fresh, to, t->k->blocks[from].ipdom);
    vec_push(t->arena, &t->ways, fresh);
    return &t->ways.at[t->ways.n - 1];
}

void warp_mark_untaken_path(struct warp *w, uint32_t to) {
    const struct untaken_path *way = way_along(w->t, w->block, to);
    for (size_t i = 0; i < way->stores.n; i++)
        warp_forget_store(w, way->stores.at[i]);
}
