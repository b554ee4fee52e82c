/* Which lanes still need an old value: those that wait where it is alive. */
#include <string.h>

#include "analysis/ir/query.h"
#include "analysis/trace/tracer.h"

static bool has_register(const struct tracer *t, uint32_t value) {
    return t->slot[value] != NONE;
}

/* What is alive at a block's end: what its successors need, with the phi operands of this edge
 * in place of their phis. */
static void live_at_end(const struct tracer *t, uint32_t block, uint64_t *set) {
    const struct kernel *k = t->k;
    memset(set, 0, t->live_words * sizeof *set);
    for (uint32_t s = 0; s < k->blocks[block].n_succs; s++) {
        uint32_t to = k->blocks[block].succs[s], pred = block_predecessor(&k->blocks[to], block);
        for (size_t i = 0; i < t->live_words; i++)
            set[i] |= t->live[to * t->live_words + i];
        for (uint32_t i = 0; i < t->blocks[to].n_phis; i++) {
            uint32_t arg = k->values[t->blocks[to].phis[i]].args[pred];
            if (has_register(t, arg))
                set[arg / 64] |= 1ull << arg % 64;
        }
    }
}

/* Walks back to the block's start. */
static void live_before(const struct tracer *t, uint32_t block, uint64_t *set) {
    const struct kernel *k = t->k;
    const struct block *b = &k->blocks[block];
    for (uint32_t i = b->n_values; i-- > 0;) {
        uint32_t n = b->values[i];
        const struct value *v = &k->values[n];
        set[n / 64] &= ~(1ull << n % 64);
        for (uint32_t a = 0; a < v->n_args && v->op != OP_PHI; a++)
            if (has_register(t, v->args[a]))
                set[v->args[a] / 64] |= 1ull << v->args[a] % 64;
    }
}

/* Needed values alive at the start of each block. */
static void find_live(struct tracer *t) {
    const struct kernel *k = t->k;
    t->live_words = (k->n_values + 63) / 64;
    t->live = NEW_ARRAY(t->arena, uint64_t, t->live_words * k->n_blocks);
    uint64_t *set = NEW_ARRAY(t->arena, uint64_t, t->live_words);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = k->n_blocks; b-- > 0;) {
            live_at_end(t, b, set);
            live_before(t, b, set);
            uint64_t *old = t->live + b * t->live_words;
            changed |= memcmp(set, old, t->live_words * sizeof *set) != 0;
            memcpy(old, set, t->live_words * sizeof *set);
        }
    }
}

static bool is_alive_at(const struct tracer *t, uint32_t block, uint32_t value) {
    const struct value *v = &t->k->values[value];
    if (block >= t->k->n_blocks)
        return false;
    return (v->op == OP_PHI && v->block == block) ||
           (t->live[block * t->live_words + value / 64] >> value % 64 & 1);
}

uint64_t warp_keep(struct warp *w, uint32_t value) {
    uint64_t keep = 0;
    for (uint32_t i = 0; w->has_waiting_lanes && i < w->n_frames; i++) {
        const struct frame *f = &w->frames.at[i];
        if ((f->arrived || f->sides.n) && !w->t->live)
            find_live(w->t);
        if (f->arrived && is_alive_at(w->t, f->reconv, value))
            keep |= f->arrived;
        for (size_t s = 0; s < f->sides.n; s++)
            if (is_alive_at(w->t, f->sides.at[s].to, value))
                keep |= f->sides.at[s].mask;
    }
    return keep;
}
