/* Hands out registers by number as ptxas 13.0 does, in the code that it writes for compute
 * capability 7.5 to 9.0: block by block, each value the lowest register that is free, pairs and
 * vectors from a multiple of their size on, single ones in the bank that suits their users
 * (assign_banks.c). R1 is the stack pointer. Live ranges in SSA form meet only where one of them
 * begins, so that nothing has to move (Hack, Grund and Goos, "Register Allocation for Programs in
 * SSA-Form", CC 2006); the moves for phis are not modelled.
 *
 * What is loaded to half of the pair that its address was in keeps the other half, too. Constants
 * that are stored have a register from the block's start. A wide multiply-add takes the array's
 * beginning from the constant bank and the size of an element from a register, from Hopper on the
 * other way round; what loops need of that they keep. */
#include <string.h>

#include "analysis/ir/address_sums.h"
#include "analysis/ir/query.h"
#include "base/vec.h"
#include "codegen/estimate/registers/liveness.h"

/* Whoever needs more has them in memory on every GPU; more than so many are not told apart. */
enum { MOST = 1024 };

enum { STACK_POINTER = 1, MOST_STORED = 4 };

/* For so many instructions after an access, the registers that it reads are not written again: they
 * are read some time after the access was issued, and whoever writes them would have to wait. Seen
 * in chains of loads, whose addresses take turns in four to six pairs. */
enum { READ_LATE = 8 };

struct assigner {
    struct arena *arena;
    const struct liveness *l;
    const struct orders *orders;
    const uint32_t *beside;
    const int8_t *bank;  /* by register */
    const bool *read;    /* by register: by an instruction */
    uint32_t *at;        /* by register: its number, NONE: none yet */
    uint32_t *pair;      /* by register: the pair that it keeps, NONE: only itself */
    VEC(uint32_t) dying; /* registers in the order of their last uses, from the block's end; */
    uint32_t *ends;      /* so many at instructions from this one on */
    struct hoisted_constants held;
    bool taken[MOST], ever[MOST]; /* now, and at any time in the block */
    uint32_t read_until[MOST];    /* by number: the instruction from which on it can be written */
    uint32_t now;                 /* the instruction, from the block's start */
    uint32_t end;                 /* behind the highest that was ever taken */
};

static const struct value *value_of(const struct assigner *s, uint32_t value) {
    return &s->l->r->k->values[value];
}

static uint32_t words_of(const struct assigner *s, uint32_t reg) {
    return s->read[reg] ? s->l->r->words[reg] : 0;
}

/* --- the file ------------------------------------------------------------------- */

static bool is_free(const struct assigner *s, uint32_t at, uint32_t n) {
    for (uint32_t i = at; i < at + n; i++)
        if (i >= MOST || s->taken[i] || s->read_until[i] > s->now)
            return false;
    return true;
}

/* The first so many that are free, from `at` on in steps; MOST: none. */
static uint32_t find_free(const struct assigner *s, uint32_t at, uint32_t n, uint32_t step) {
    while (at < MOST && !is_free(s, at, n))
        at += step;
    return at + n <= MOST ? at : MOST;
}

static uint32_t find_single(const struct assigner *s, int8_t bank) {
    return bank == ANY_BANK ? find_free(s, 0, 1, 1) : find_free(s, (uint32_t)bank, 1, 2);
}

/* What does not fit is not told apart. */
static void take(struct assigner *s, uint32_t at, uint32_t n) {
    at = at < MOST ? at : MOST;
    n = at + n <= MOST ? n : MOST - at;
    memset(s->taken + at, true, n);
    memset(s->ever + at, true, n);
    s->end = max32(s->end, at + n);
}

static void free_register(struct assigner *s, uint32_t reg) {
    bool pair = s->pair[reg] != NONE;
    uint32_t at = pair ? s->pair[reg] : s->at[reg], n = pair ? 2 : words_of(s, reg);
    for (uint32_t i = at; at != NONE && i < at + n && i < MOST; i++)
        s->taken[i] = false;
}

/* `near` is taken if it is free and suits. */
static void place(struct assigner *s, uint32_t reg, uint32_t near) {
    uint32_t n = words_of(s, reg);
    bool suits =
        n == 1 ? s->bank[reg] == ANY_BANK || near % 2 == (uint32_t)s->bank[reg] : near % 2 == 0;
    if (!n)
        return;
    if (near == NONE || !suits || !is_free(s, near, n))
        near = n == 1 ? find_single(s, s->bank[reg]) : find_free(s, 0, n, n);
    s->at[reg] = near;
    take(s, near, n);
}

/* Components of a loaded vector are side by side. */
static void place_vector(struct assigner *s, uint32_t value) {
    uint32_t first = s->l->r->first[value], n = 0;
    for (uint32_t c = 0; c < regs_comps(value_of(s, value)); c++)
        n += words_of(s, first + c);
    uint32_t at = find_free(s, 0, n, n > 2 ? 4 : n > 1 ? 2 : 1);
    for (uint32_t c = 0; c < regs_comps(value_of(s, value)); c++) {
        uint32_t words = words_of(s, first + c);
        s->at[first + c] = at;
        take(s, at, words);
        at = at + words < MOST ? at + words : MOST;
    }
}

/* Registers for a moment. */
static void touch(struct assigner *s, uint32_t words, int8_t bank) {
    uint32_t at = 0;
    for (; words > 1; words -= 2, at += 2) {
        at = find_free(s, at, 2, 2);
        s->end = max32(s->end, at + 2 <= MOST ? at + 2 : MOST);
    }
    if (words)
        s->end = max32(s->end, find_single(s, bank) + 1);
}

/* --- constants -------------------------------------------------------------------- */

static bool is_wide_sum(const struct assigner *s, uint32_t value) {
    const struct value *v = value_of(s, value);
    return s->l->r->computed[value] && v->op == OP_PTRADD && v->n_args == 2 &&
           words_of(s, s->l->r->first[value]) == 2;
}

/* Takes the size of an element from a register. */
static bool is_scaled(const struct assigner *s, uint32_t value) {
    return !s->l->r->target->hoists_bases && is_wide_sum(s, value) &&
           value_of(s, value)->imm != 1 && an_is_narrow_index(s->l->r->k, value_of(s, value));
}

static void take_held(struct assigner *s, uint32_t block) {
    for (uint32_t n = 0; n < s->held.pairs[block]; n++)
        take(s, find_free(s, 0, 2, 2), 2);
    for (uint32_t n = 0; n < s->held.singles[block]; n++)
        take(s, find_free(s, 0, 1, 1), 1);
}

/* The constants that the block stores; zero has a register of its own. They get theirs when the
 * rest of the block has. */
static void take_stored(struct assigner *s, uint32_t block) {
    int64_t known[MOST_STORED];
    uint32_t n = 0, at = 1;
    for (uint32_t i = 0; i < s->orders->n[block] && n < MOST_STORED; i++) {
        const struct value *v = value_of(s, s->orders->values[block][i]);
        const struct value *data = v->op == OP_STORE ? value_of(s, v->args[1]) : v;
        bool skip = data->op != OP_CONST || regs_comps(data) != 1 || data->bits > 32 || !data->imm;
        for (uint32_t m = 0; m < n && !skip; m++)
            skip = known[m] == data->imm;
        if (skip)
            continue;
        known[n++] = data->imm;
        while (at < MOST && s->ever[at])
            at += 2;
        take(s, at, 1);
    }
}

/* --- blocks ------------------------------------------------------------------------ */

static uint32_t operand(const struct assigner *s, const struct value *v, uint32_t arg, uint32_t c) {
    return s->l->r->of[s->l->r->first[v->args[arg]] + c];
}

/* Lists the registers that nobody reads after an instruction of the block. */
static void find_last_uses(struct assigner *s, uint32_t block, uint64_t *live) {
    const struct regs *r = s->l->r;
    s->dying.n = 0;
    regs_live_out(s->l, block, live);
    for (uint32_t i = s->orders->n[block]; i-- > 0;) {
        uint32_t value = s->orders->values[block][i];
        const struct value *v = value_of(s, value);
        for (uint32_t c = 0; c < regs_comps(v); c++)
            clear_bit(live, r->first[value] + c);
        for (uint32_t a = 0; a < v->n_args && v->op != OP_PHI; a++)
            for (uint32_t c = 0; c < regs_comps(value_of(s, v->args[a])); c++) {
                uint32_t reg = operand(s, v, a, c);
                if (reg == NONE || has_bit(live, reg))
                    continue;
                set_bit(live, reg);
                vec_push(s->arena, &s->dying, reg);
            }
        s->ends[i] = (uint32_t)s->dying.n;
    }
}

static void start_block(struct assigner *s, uint32_t block) {
    const uint64_t *in = s->l->in + block * s->l->words;
    memset(s->taken, false, sizeof s->taken);
    memset(s->ever, false, sizeof s->ever);
    memset(s->read_until, 0, sizeof s->read_until);
    s->now = 0;
    take(s, STACK_POINTER, 1);
    for (uint32_t placed = 0; placed < 2; placed++)
        for (size_t w = 0; w < s->l->words; w++)
            for (uint64_t bits = in[w]; bits; bits &= bits - 1) {
                uint32_t reg = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(bits);
                if (placed && s->at[reg] == NONE)
                    place(s, reg, NONE);
                else if (s->pair[reg] != NONE)
                    take(s, s->pair[reg], 2);
                else if (s->at[reg] != NONE)
                    take(s, s->at[reg], words_of(s, reg));
            }
    take_held(s, block);
}

/* Where a phi's operand is already: they should share. */
static uint32_t place_of_operand(const struct assigner *s, const struct value *phi, uint32_t comp,
                                 uint32_t words) {
    for (uint32_t a = 0; a < phi->n_args; a++) {
        bool has = comp < regs_comps(value_of(s, phi->args[a]));
        uint32_t reg = has ? operand(s, phi, a, comp) : NONE;
        if (reg != NONE && s->at[reg] != NONE && words_of(s, reg) == words)
            return s->at[reg];
    }
    return NONE;
}

/* The loaded value goes to the pair of an address that nobody needs any more. */
static bool takes_pair(const struct assigner *s, uint32_t value, uint32_t address) {
    const struct value *v = value_of(s, value);
    return v->op == OP_LOAD && regs_comps(v) == 1 && operand(s, v, 0, 0) == address &&
           words_of(s, address) == 2 && s->pair[address] == NONE &&
           words_of(s, s->l->r->first[value]) == 1 && s->at[address] != NONE &&
           s->read_until[s->at[address]] <= s->now;
}

static void place_results(struct assigner *s, uint32_t value, uint32_t address, uint32_t near) {
    const struct value *v = value_of(s, value);
    uint32_t first = s->l->r->first[value];
    if (address != NONE) {
        s->pair[first] = s->at[address];
        s->at[first] = s->at[address] + (s->bank[first] == 1);
    } else if (v->op == OP_LOAD && regs_comps(v) > 1)
        place_vector(s, value);
    else
        for (uint32_t c = 0; c < regs_comps(v); c++, near = NONE)
            place(s, first + c,
                  v->op == OP_PHI ? place_of_operand(s, v, c, words_of(s, first + c)) : near);
}

/* Operands are free before the result is placed, but for pairs that are kept. */
static void assign_value(struct assigner *s, uint32_t value, const uint32_t *dying, uint32_t n) {
    const struct value *v = value_of(s, value);
    uint32_t near = NONE, address = NONE;
    bool store = v->op == OP_STORE || v->op == OP_ATOMIC;
    touch(s, s->beside[value], store ? 1 : ANY_BANK);
    if (regs_base(s->l->r, value) != NONE && s->l->r->k->blocks[v->block].loop == NONE)
        touch(s, 2, ANY_BANK);
    for (uint32_t d = 0; d < n; d++) {
        if (takes_pair(s, value, dying[d]))
            address = dying[d];
        else if (s->pair[dying[d]] == NONE)
            free_register(s, dying[d]);
        if (s->pair[dying[d]] == NONE && words_of(s, dying[d]) == 1 && near == NONE &&
            v->op != OP_LOAD)
            near = s->at[dying[d]];
    }
    place_results(s, value, address, near);
    for (uint32_t d = 0; d < n; d++)
        if (s->pair[dying[d]] != NONE)
            free_register(s, dying[d]);
}

/* Keeps the registers that an access reads for a while. */
static void keep_read(struct assigner *s, const struct value *v) {
    for (uint32_t a = 0; a < v->n_args; a++)
        for (uint32_t c = 0; c < regs_comps(value_of(s, v->args[a])); c++) {
            uint32_t reg = operand(s, v, a, c), at = reg == NONE ? NONE : s->at[reg];
            for (uint32_t i = 0; at < MOST && i < words_of(s, reg) && at + i < MOST; i++)
                s->read_until[at + i] = s->now + READ_LATE;
        }
}

static void assign_block(struct assigner *s, uint32_t block) {
    const uint32_t *values = s->orders->values[block], n = s->orders->n[block];
    uint32_t scale = NONE, last_scaled = NONE;
    bool in_a_loop = s->l->r->k->blocks[block].loop != NONE;
    start_block(s, block);
    for (uint32_t i = 0; i < n; i++)
        last_scaled = is_scaled(s, values[i]) ? i : last_scaled;
    for (uint32_t i = 0; i < n; i++) {
        if (last_scaled != NONE && scale == NONE && (in_a_loop || is_scaled(s, values[i]))) {
            scale = find_single(s, ANY_BANK);
            take(s, scale, 1);
        }
        if (i == last_scaled && !in_a_loop && scale < MOST)
            s->taken[scale] = false;
        uint32_t from = i + 1 < n ? s->ends[i + 1] : 0;
        s->now = i;
        assign_value(s, values[i], s->dying.at + from, s->ends[i] - from);
        if (is_access(value_of(s, values[i])))
            keep_read(s, value_of(s, values[i]));
    }
    take_stored(s, block);
}

static const bool *find_read(struct arena *a, const struct regs *r) {
    bool *read = NEW_ARRAY(a, bool, r->n);
    for (uint32_t i = 0; i < r->k->n_values; i++) {
        const struct value *v = &r->k->values[i];
        for (uint32_t n = 0; r->computed[i] && n < v->n_args; n++)
            for (uint32_t c = 0; c < regs_comps(&r->k->values[v->args[n]]); c++) {
                uint32_t reg = r->of[r->first[v->args[n]] + c];
                if (reg != NONE)
                    read[reg] = true;
            }
    }
    return read;
}

uint32_t regs_assign(struct arena *a, const struct liveness *l, const struct orders *orders,
                     const uint32_t *beside) {
    struct assigner *s = NEW(a, struct assigner);
    const struct regs *r = l->r;
    *s = (struct assigner){.arena = a, .l = l, .orders = orders, .beside = beside};
    s->bank = regs_banks(a, r);
    s->held = regs_hoisted_constants(a, r);
    s->read = find_read(a, r);
    s->at = NEW_ARRAY(a, uint32_t, r->n);
    s->pair = NEW_ARRAY(a, uint32_t, r->n);
    s->ends = NEW_ARRAY(a, uint32_t, r->k->n_values + 1);
    memset(s->at, 0xff, r->n * sizeof *s->at);
    memset(s->pair, 0xff, r->n * sizeof *s->pair);
    uint64_t *live = NEW_ARRAY(a, uint64_t, l->words);
    for (uint32_t b = 0; b < r->k->n_blocks; b++) {
        find_last_uses(s, b, live);
        assign_block(s, b);
    }
    return s->end;
}
