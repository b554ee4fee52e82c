/* Registers per work-item from live ranges: the largest number of 32-bit values
 * alive at one point, plus what every kernel holds. An estimate: the vendor's
 * compiler may rematerialise, spill or reorder. Kernel parameters and constants
 * need no register on NVIDIA (constant bank); on AMD what is the same for a whole warp has scalar
 * registers, which do not limit residency. */
#include "analysis/passes.h"

#include <string.h>

/* Ids, addresses under construction, and the calling convention: what small
 * kernels use beyond their live values. */
enum { REGS_BASE = 8 };

/* AMD keeps work-item ids and little else beside the values. */
enum { VECTOR_REGS_BASE = 2 };

struct liveness {
    struct kernel *k;
    const bool *counted; /* by value: takes a register of the kind that is counted */
    size_t words;        /* per set */
    uint64_t *in;        /* by block */
};

static uint64_t *live_in(const struct liveness *l, uint32_t block) {
    return l->in + block * l->words;
}

/* An address with a constant offset is part of the instruction that uses it. */
static bool is_folded(const struct value *v) {
    return v->op == OP_PTRADD && v->n_args == 1;
}

static bool in_register(const struct value *v) {
    return v->block != NONE && v->type != TYPE_VOID && !is_folded(v);
}

/* The value that has to be in a register where `v` is used. */
static uint32_t held(const struct kernel *k, uint32_t v) {
    while (is_folded(&k->values[v]))
        v = k->values[v].args[0];
    return v;
}

static void set_bit(uint64_t *s, uint32_t n) {
    s[n / 64] |= 1ull << n % 64;
}
static void clear_bit(uint64_t *s, uint32_t n) {
    s[n / 64] &= ~(1ull << n % 64);
}
static bool has_bit(const uint64_t *s, uint32_t n) {
    return s[n / 64] >> n % 64 & 1;
}

static uint32_t units(const struct value *v) {
    if (v->type == TYPE_INT && v->bits == 1)
        return 0;
    return (uint32_t)v->comps * (v->bits > 32 ? 2 : 1);
}

/* What is alive at the end of a block: what its successors need, with the phi operands of this
 * edge in place of the phis. */
static void live_out(const struct liveness *l, uint32_t block, uint64_t *set) {
    const struct kernel *k = l->k;
    memset(set, 0, l->words * sizeof *set);
    for (uint32_t s = 0; s < k->blocks[block].n_succs; s++) {
        const struct block *to = &k->blocks[k->blocks[block].succs[s]];
        const uint64_t *needed = live_in(l, k->blocks[block].succs[s]);
        for (size_t w = 0; w < l->words; w++)
            set[w] |= needed[w];
        uint32_t pred = 0;
        while (pred < to->n_preds && to->preds[pred] != block)
            pred++;
        for (uint32_t i = 0; i < to->n_values && k->values[to->values[i]].op == OP_PHI; i++) {
            const struct value *phi = &k->values[to->values[i]];
            uint32_t arg = pred < phi->n_args ? held(k, phi->args[pred]) : NONE;
            if (arg != NONE && in_register(&k->values[arg]))
                set_bit(set, arg);
        }
    }
}

static uint32_t units_of(const struct liveness *l, uint32_t value) {
    return l->counted[value] ? units(&l->k->values[value]) : 0;
}

static uint32_t pressure(const struct liveness *l, const uint64_t *set) {
    uint32_t n = 0;
    for (size_t w = 0; w < l->words; w++)
        for (uint64_t bits = set[w]; bits; bits &= bits - 1)
            n += units_of(l, (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(bits));
    return n;
}

/* Walks a block backwards from what is alive at its end to what is at its start; returns the
 * highest pressure on the way. */
static uint32_t walk_back(const struct liveness *l, uint32_t block, uint64_t *set) {
    const struct kernel *k = l->k;
    const struct block *b = &k->blocks[block];
    uint32_t now = pressure(l, set), highest = now;
    for (uint32_t i = b->n_values; i-- > 0;) {
        const struct value *v = &k->values[b->values[i]];
        if (in_register(v) && has_bit(set, b->values[i])) {
            clear_bit(set, b->values[i]);
            now -= units_of(l, b->values[i]);
        }
        for (uint32_t a = 0; a < v->n_args && v->op != OP_PHI && !is_folded(v); a++) {
            uint32_t arg = held(k, v->args[a]);
            if (!in_register(&k->values[arg]) || has_bit(set, arg))
                continue;
            set_bit(set, arg);
            now += units_of(l, arg);
        }
        if (now > highest)
            highest = now;
    }
    return highest;
}

/* The highest pressure of counted values in the kernel. */
static uint32_t highest_pressure(struct arena *a, struct kernel *k, const bool *counted) {
    struct liveness l = {.k = k, .counted = counted, .words = (k->n_values + 63) / 64};
    l.in = NEW_ARRAY(a, uint64_t, l.words * k->n_blocks);
    uint64_t *set = NEW_ARRAY(a, uint64_t, l.words);
    uint32_t highest = 0;
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t b = k->n_blocks; b-- > 0;) {
            live_out(&l, b, set);
            uint32_t p = walk_back(&l, b, set);
            highest = max32(highest, p);
            if (memcmp(set, live_in(&l, b), l.words * sizeof *set) != 0) {
                memcpy(live_in(&l, b), set, l.words * sizeof *set);
                changed = true;
            }
        }
    }
    return highest;
}

static bool starts_varying(const struct value *v) {
    return v->op == OP_ATOMIC ||
           (v->op == OP_WORKITEM &&
            (v->imm == QUERY_GLOBAL_ID || v->imm == QUERY_LOCAL_ID ||
             v->imm == QUERY_GLOBAL_LINEAR_ID || v->imm == QUERY_LOCAL_LINEAR_ID ||
             v->imm == QUERY_SUB_GROUP_LOCAL_ID));
}

/* Values that differ between the work-items of a warp. Not modelled: phis that differ only because
 * the branch to them did. */
static const bool *find_varying(struct arena *a, const struct kernel *k) {
    bool *varying = NEW_ARRAY(a, bool, k->n_values);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < k->n_values; i++) {
            const struct value *v = &k->values[i];
            bool is = starts_varying(v);
            for (uint32_t n = 0; n < v->n_args; n++)
                is |= varying[v->args[n]];
            changed |= is && !varying[i];
            varying[i] |= is;
        }
    }
    return varying;
}

void an_estimate_registers(struct arena *a, struct kernel *k) {
    bool *all = NEW_ARRAY(a, bool, k->n_values);
    memset(all, 1, k->n_values * sizeof *all);
    k->regs_estimate = highest_pressure(a, k, all) + REGS_BASE;
    k->vector_regs_estimate = highest_pressure(a, k, find_varying(a, k)) + VECTOR_REGS_BASE;
}
