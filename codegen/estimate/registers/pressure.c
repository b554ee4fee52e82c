/* How many registers hold a value that is still needed, at most, in an order of the blocks. */
#include "codegen/estimate/registers/pressure.h"
#include "analysis/ir/query.h"

static uint32_t alive_in(const struct liveness *l, const struct count *c, const uint64_t *set) {
    uint32_t words = 0;
    for (size_t w = 0; w < l->words; w++)
        for (uint64_t bits = set[w]; bits; bits &= bits - 1)
            words += c->words[w * 64 + (size_t)__builtin_ctzll(bits)];
    return words;
}

uint32_t regs_block_pressure(const struct liveness *l, const struct count *count, uint32_t block,
                             uint64_t *set) {
    const struct kernel *k = l->r->k;
    regs_live_out(l, block, set);
    uint32_t now = alive_in(l, count, set), highest = now;
    for (uint32_t i = count->orders->n[block]; i-- > 0;) {
        uint32_t n = count->orders->values[block][i];
        const struct value *v = &k->values[n];
        for (uint32_t c = 0; c < regs_comps(v); c++) {
            uint32_t reg = l->r->first[n] + c;
            now -= has_bit(set, reg) ? count->words[reg] : 0;
            clear_bit(set, reg);
        }
        for (uint32_t a = 0; a < v->n_args && v->op != OP_PHI; a++)
            now += regs_use(l->r, count->words, v->args[a], set);
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
