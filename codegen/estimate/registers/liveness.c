#include "codegen/estimate/registers/liveness.h"

#include <string.h>

#include "analysis/ir/query.h"

void regs_live_out(const struct liveness *l, uint32_t block, uint64_t *set) {
    const struct kernel *k = l->r->k;
    memset(set, 0, l->words * sizeof *set);
    for (uint32_t s = 0; s < k->blocks[block].n_succs; s++) {
        const struct block *to = &k->blocks[k->blocks[block].succs[s]];
        const uint64_t *in_trace_slice = l->in + k->blocks[block].succs[s] * l->words;
        for (size_t w = 0; w < l->words; w++)
            set[w] |= in_trace_slice[w];
        uint32_t pred = 0;
        while (pred < to->n_preds && to->preds[pred] != block)
            pred++;
        for (uint32_t i = 0; i < to->n_values && k->values[to->values[i]].op == OP_PHI; i++) {
            const struct value *phi = &k->values[to->values[i]];
            if (l->r->computed[to->values[i]] && pred < phi->n_args)
                regs_use(l->r, l->r->words, phi->args[pred], set);
        }
    }
}

/* From what is alive at a block's end to what is at its start. */
static void walk_back(const struct regs *r, const struct block *b, uint64_t *set) {
    for (uint32_t i = b->n_values; i-- > 0;) {
        const struct value *v = &r->k->values[b->values[i]];
        if (!r->computed[b->values[i]])
            continue;
        for (uint32_t c = 0; c < regs_comps(v); c++)
            clear_bit(set, r->first[b->values[i]] + c);
        for (uint32_t a = 0; a < v->n_args && v->op != OP_PHI; a++)
            regs_use(r, r->words, v->args[a], set);
    }
}

struct liveness regs_live(struct arena *a, const struct regs *r) {
    const struct block *blocks = r->k->blocks;
    const uint32_t n_blocks = r->k->n_blocks;
    struct liveness l = {.r = r, .words = (r->n + 63) / 64};
    l.in = NEW_ARRAY(a, uint64_t, l.words *n_blocks);
    uint64_t *set = NEW_ARRAY(a, uint64_t, l.words);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = n_blocks; b-- > 0;) {
            uint64_t *in = l.in + b * l.words;
            regs_live_out(&l, b, set);
            walk_back(r, &blocks[b], set);
            if (memcmp(set, in, l.words * sizeof *set) == 0)
                continue;
            memcpy(in, set, l.words * sizeof *set);
            changed = true;
        }
    }
    return l;
}

/* How many registers hold a value that is still needed, at most, in an order of the blocks. */

static uint32_t alive_in(const struct liveness *l, const uint64_t *set) {
    uint32_t words = 0;
    for (size_t w = 0; w < l->words; w++)
        for (uint64_t bits = set[w]; bits; bits &= bits - 1)
            words += l->r->words[w * 64 + (size_t)__builtin_ctzll(bits)];
    return words;
}

uint32_t regs_block_pressure(const struct liveness *l, const struct count *count, uint32_t block,
                             uint64_t *set) {
    const struct value *values = l->r->k->values;
    regs_live_out(l, block, set);
    uint32_t now = alive_in(l, set), highest = now;
    for (uint32_t i = count->orders->n[block]; i-- > 0;) {
        uint32_t n = count->orders->values[block][i];
        const struct value *v = &values[n];
        for (uint32_t c = 0; c < regs_comps(v); c++) {
            uint32_t reg = l->r->first[n] + c;
            now -= has_bit(set, reg) ? l->r->words[reg] : 0;
            clear_bit(set, reg);
        }
        for (uint32_t a = 0; a < v->n_args && v->op != OP_PHI; a++)
            now += regs_use(l->r, l->r->words, v->args[a], set);
        highest = max32(highest, now + regs_temporaries(l, count, n));
    }
    return highest;
}

uint32_t regs_highest_pressure(struct arena *a, const struct liveness *l, const struct count *c) {
    uint64_t *set = NEW_ARRAY(a, uint64_t, l->words);
    uint32_t highest = 0;
    for (uint32_t b = 0; b < l->r->k->n_blocks; b++)
        if (!c->skipped[b])
            highest = max32(highest, regs_block_pressure(l, c, b, set));
    return highest;
}
