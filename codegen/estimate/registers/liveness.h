/* Which registers hold a value that is still needed: live ranges, in SSA form as in Appel, Modern
 * Compiler Implementation, section 10.1. */
#ifndef CODEGEN_ESTIMATE_REGISTERS_LIVENESS_H
#define CODEGEN_ESTIMATE_REGISTERS_LIVENESS_H

#include "codegen/estimate/registers/registers.h"

struct liveness {
    const struct regs *r;
    size_t words; /* per set */
    uint64_t *in; /* by block: the set of registers that are alive at its start, without its phis */
};

struct liveness regs_live(struct arena *a, const struct regs *r);
/* What is alive at the end of a block: what its successors need, with the phi operands of this
 * edge in place of the phis. */
void regs_live_out(const struct liveness *l, uint32_t block, uint64_t *set);

/* By block: what is computed, in an order, phis first. */
struct orders {
    const uint32_t **values;
    uint32_t *n;
};

/* assign_ptxas.c: the registers that NVIDIA's assembler would take for it, the stack pointer
 * included. `beside` has by value the words that an instruction takes beside operands and results.
 */
uint32_t regs_assign(struct arena *a, const struct liveness *l, const struct orders *orders,
                     const uint32_t *beside);

/* assign_banks.c: by register: the bank that it should be in, 0 for even numbers, 1 for odd ones.
 */
enum { ANY_BANK = -1 };
const int8_t *regs_banks(struct arena *a, const struct regs *r);

/* By block: constants that the loops around it keep in pairs of registers and in single ones. */
struct hoisted_constants {
    uint32_t *pairs, *singles;
};
/* temporaries.c */
struct hoisted_constants regs_hoisted_constants(struct arena *a, const struct regs *r);
/* temporaries.c: the parameter with the beginning of the array that an address is computed
 * from, if the instruction takes it from registers, or NONE. */
uint32_t regs_base(const struct regs *r, uint32_t value);

/* order_ptxas_windows.c: gives a block that is too long for NVIDIA's assembler the order that it
 * makes. */
void regs_order_units(struct arena *a, struct kernel *k, uint32_t block);

/* The block's values in the order that keeps few alive. */
static inline const uint32_t *regs_compact(const struct regs *r, const struct block *b) {
    if (b->windowed_order && r->target->windows)
        return b->windowed_order;
    return b->compact ? b->compact : b->values;
}

/* block_orders.c: the values of a block that are computed, in an order that keeps few alive;
 * `n` of them, without phis. `scratch` holds a 0 for every value, before and after. */
const uint32_t *regs_order_by_pressure(struct arena *a, const struct liveness *l, uint32_t block,
                                       uint32_t *scratch, uint32_t *n);

static inline void set_bit(uint64_t *s, uint32_t n) {
    s[n / 64] |= 1ull << n % 64;
}
static inline void clear_bit(uint64_t *s, uint32_t n) {
    s[n / 64] &= ~(1ull << n % 64);
}
static inline bool has_bit(const uint64_t *s, uint32_t n) {
    return s[n / 64] >> n % 64 & 1;
}

/* Makes the registers of an operand alive; returns how many words that adds, by `words` of each
 * register. */
static inline uint32_t regs_use(const struct regs *r, const uint8_t *words, uint32_t value,
                                uint64_t *set) {
    uint32_t added = 0;
    for (uint32_t c = 0; c < regs_comps(&r->k->values[value]); c++) {
        uint32_t reg = r->of[r->first[value] + c];
        if (reg == NONE || has_bit(set, reg))
            continue;
        set_bit(set, reg);
        added += words[reg];
    }
    return added;
}

/* Counting registers that are alive: between the passes that choose orders and count in them. */

/* How registers are counted, and in which order. */
struct count {
    const struct target *target;
    const bool *skipped; /* by block: is not compiled this way */
    const struct orders *orders;
    const bool *varying; /* by value: differs between the work-items of a warp */
    const bool *used;    /* by value: by another one */
};

/* temporaries.c: words that an instruction takes beside its operands and its result. */
uint32_t regs_temporaries(const struct liveness *l, const struct count *count, uint32_t n);

/* the highest pressure in a block, on the way back from what is alive at its end.
 */
uint32_t regs_block_pressure(const struct liveness *l, const struct count *count, uint32_t block,
                             uint64_t *set);
/* the highest pressure in the kernel. */
uint32_t regs_highest_pressure(struct arena *a, const struct liveness *l, const struct count *c);

/* block_orders.c: the blocks as the machine view has them, or as an assembler that overlaps what it
 * can. */
struct orders regs_order_blocks(struct arena *a, const struct regs *r, bool overlapped);
/* block_orders.c: where the order that should keep few alive keeps more than the other one, nobody
 * would take it: what keeps fewer becomes the compact one. The other one may be replaced. */
void regs_take_thriftier(struct arena *a, struct kernel *k, const struct liveness *l,
                         const struct count *c, struct orders *other);

#endif
