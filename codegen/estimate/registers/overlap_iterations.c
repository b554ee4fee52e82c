/* Loops as NVIDIA's assembler repeats them: a short one that loads and computes, or stores what it
 * computes, has several iterations in flight, also where a compiler has unrolled it already. It
 * counts in steps that are constants up to a bound that is known before it. Seen in the code of
 * ptxas 13.0; loops that load and store it leaves as they are. Registers are counted of the
 * repeated loop; what is executed is the machine view's, but for the loads that come ahead of their
 * use.
 *
 * Not modelled: bodies of several blocks, whose conditions become predicates, and loops that end
 * where a counter equals what is not known to be a multiple of its step. */
#include <string.h>

#include "analysis/ir/query.h"
#include "base/vec.h"
#include "codegen/estimate/registers/registers.h"

/* That a repeated loop asks for before it waits, as read from code of ptxas 13.0. */
enum { MOST_LOADS_IN_FLIGHT = 16 };

struct repeater {
    struct arena *arena;
    const struct kernel *k;
    struct overlapped_loops overlapped;
    struct block *blocks;     /* of the result, */
    VEC(struct value) values; /* and its values */
    uint32_t *now, *before; /* by value of the loop: what stands for it in this copy, and in the one
                             * before; NONE: itself */
};

static const struct value *value_of(const struct repeater *r, uint32_t value) {
    return &r->values.at[value];
}

/* What a phi of the loop is in the next iteration. */
static uint32_t next_of(const struct repeater *r, uint32_t phi, uint32_t block) {
    const struct value *v = value_of(r, phi);
    for (uint32_t p = 0; p < v->n_args; p++)
        if (r->blocks[block].preds[p] == block)
            return v->args[p];
    return phi;
}

/* A variable of the loop and a constant. */
static bool is_step(const struct repeater *r, uint32_t value, uint32_t block) {
    const struct value *v = value_of(r, value);
    if (v->block != block || (v->op != OP_ADD && v->op != OP_PTRADD))
        return false;
    const struct value *x = value_of(r, v->args[0]);
    bool constant = v->n_args < 2 || value_of(r, v->args[1])->op == OP_CONST;
    return constant && x->block == block && x->op == OP_PHI;
}

/* A variable of the loop that goes on in steps, or its next value. */
static bool is_counter(const struct repeater *r, uint32_t value, uint32_t block) {
    const struct value *v = value_of(r, value);
    bool phi = v->block == block && v->op == OP_PHI;
    return is_step(r, phi ? next_of(r, value, block) : value, block);
}

/* Whether the block ends where a counter reaches a bound that is known before. */
static bool is_counted(const struct repeater *r, uint32_t block) {
    const struct block *b = &r->blocks[block];
    const struct value *end = value_of(r, b->values[b->n_values - 1]);
    if (end->op != OP_BR || !end->n_args)
        return false;
    const struct value *c = value_of(r, end->args[0]);
    if (c->n_args != 2 || c->block != block)
        return false;
    bool first = value_of(r, c->args[0])->block == block;
    return first != (value_of(r, c->args[1])->block == block) &&
           is_counter(r, c->args[first ? 0 : 1], block);
}

static bool is_repeated(const struct repeater *r, uint32_t block) {
    const struct block *b = &r->blocks[block];
    bool loads = false, loads_local = false, stores = false;
    if (b->n_succs != 2 || (b->succs[0] != block && b->succs[1] != block) ||
        b->n_values > r->overlapped.longest || b->loop == NONE ||
        r->k->loops[b->loop].const_trips >= 0)
        return false;
    for (uint32_t i = 0; i < b->n_values; i++) {
        const struct value *v = value_of(r, b->values[i]);
        if (v->op == OP_ATOMIC || v->op == OP_BARRIER || v->op == OP_CALL)
            return false;
        bool local = v->op == OP_LOAD && r->k->accesses[v->site].space == SPACE_LOCAL;
        stores |= v->op == OP_STORE;
        loads |= v->op == OP_LOAD && !local;
        loads_local |= local;
    }
    return (stores ? !loads && !loads_local : loads) && is_counted(r, block);
}

static uint32_t renamed(const uint32_t *names, const struct repeater *r, uint32_t value) {
    return value < r->k->n_values && names[value] != NONE ? names[value] : value;
}

static const uint32_t *renamed_args(struct repeater *r, const struct value *v) {
    uint32_t *args = NEW_ARRAY(r->arena, uint32_t, v->n_args);
    for (uint32_t a = 0; a < v->n_args; a++)
        args[a] = renamed(r->now, r, v->args[a]);
    return args;
}

/* One iteration behind the others. The last one has the values' own numbers, as what follows the
 * loop uses them, and the jump. */
static uint32_t copy(struct repeater *r, uint32_t block, uint32_t n_phis, bool last, uint32_t *to) {
    const struct block *b = &r->blocks[block];
    uint32_t n = 0;
    for (uint32_t i = n_phis; i < b->n_values - !last; i++) {
        uint32_t original = b->values[i], number = original;
        struct value v = *value_of(r, original);
        v.args = renamed_args(r, &v);
        if (last) {
            r->values.at[original] = v;
        } else {
            number = (uint32_t)r->values.n;
            vec_push(r->arena, &r->values, v);
        }
        r->now[original] = last ? NONE : number;
        to[n++] = number;
    }
    return n;
}

static void repeat(struct repeater *r, uint32_t block) {
    struct block *b = &r->blocks[block];
    uint32_t *values = NEW_ARRAY(r->arena, uint32_t, r->overlapped.iterations * b->n_values),
             n_phis = 0;
    while (value_of(r, b->values[n_phis])->op == OP_PHI) {
        values[n_phis] = b->values[n_phis];
        n_phis++;
    }
    uint32_t n = n_phis;
    for (uint32_t i = 0; i < r->overlapped.iterations; i++) {
        memcpy(r->before, r->now, r->k->n_values * sizeof *r->now);
        for (uint32_t phi = 0; i > 0 && phi < n_phis; phi++)
            r->now[b->values[phi]] = renamed(r->before, r, next_of(r, b->values[phi], block));
        n += copy(r, block, n_phis, i + 1 == r->overlapped.iterations, values + n);
    }
    b->values = values;
    b->compact = values;
    b->n_values = n;
}

const struct kernel *regs_repeat(struct arena *a, const struct kernel *k, const bool *rest,
                                 struct overlapped_loops overlapped) {
    struct repeater r = {.arena = a, .k = k, .overlapped = overlapped};
    struct kernel *result = arena_memdup(a, k, sizeof *k);
    result->blocks = r.blocks = arena_memdup(a, k->blocks, k->n_blocks * sizeof *k->blocks);
    for (uint32_t i = 0; i < k->n_values; i++)
        vec_push(a, &r.values, k->values[i]);
    r.now = NEW_ARRAY(a, uint32_t, k->n_values);
    r.before = NEW_ARRAY(a, uint32_t, k->n_values);
    memset(r.now, 0xff, k->n_values * sizeof *r.now);
    for (uint32_t b = 0; b < k->n_blocks; b++)
        if (!rest[b] && is_repeated(&r, b))
            repeat(&r, b);
    result->values = r.values.at;
    result->n_values = (uint32_t)r.values.n;
    return result;
}

/* Whether a value of the block follows from the load, through variables of the loop where that was
 * in an iteration before. No deeper than the block is long. `seen` is by value. */
static bool follows_from(const struct repeater *r, uint32_t block, uint32_t value, uint32_t load,
                         bool *seen) {
    const struct value *v = value_of(r, value);
    if (value == load)
        return true;
    if (v->block != block || seen[value])
        return false;
    seen[value] = true;
    if (v->op == OP_PHI)
        return follows_from(r, block, next_of(r, value, block), load, seen);
    for (uint32_t a = 0; a < v->n_args; a++)
        if (follows_from(r, block, v->args[a], load, seen))
            return true;
    return false;
}

/* Whether the address of a load of the block follows from what it has loaded in the iteration
 * before, as in a list. */
static bool loads_in_turn(struct arena *a, const struct repeater *r, uint32_t block) {
    const struct block *b = &r->blocks[block];
    bool *seen = NULL;
    for (uint32_t i = 0; i < b->n_values; i++) {
        const struct value *v = value_of(r, b->values[i]);
        if (v->op != OP_LOAD)
            continue;
        seen = seen ? memset(seen, 0, r->k->n_values * sizeof *seen)
                    : NEW_ARRAY(a, bool, r->k->n_values);
        if (follows_from(r, block, v->args[0], b->values[i], seen))
            return true;
    }
    return false;
}

/* Iterations of a repeated block whose loads come before the first is waited for. */
static uint8_t iterations_in_flight(const struct repeater *r, const struct block *b) {
    uint32_t loads = 0;
    for (uint32_t i = 0; i < b->n_values; i++)
        loads += value_of(r, b->values[i])->op == OP_LOAD;
    uint32_t most = loads ? MOST_LOADS_IN_FLIGHT / loads : 1;
    return (uint8_t)(most < 1                          ? 1
                     : most < r->overlapped.iterations ? most
                                                       : r->overlapped.iterations);
}

const uint8_t *regs_iterations_ahead(struct arena *a, const struct kernel *k, const bool *rest,
                                     struct overlapped_loops overlapped) {
    /* Nothing is added to the kernel's own values. */
    const struct repeater r = {.k = k,
                               .overlapped = overlapped,
                               .blocks = k->blocks,
                               .values = {.at = k->values, .n = k->n_values}};
    uint8_t *ahead = NULL;
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        const struct block *block = &k->blocks[b];
        bool apart = !rest[b] && is_repeated(&r, b) && !loads_in_turn(a, &r, b);
        uint8_t n = apart ? iterations_in_flight(&r, block) : 1;
        if (n > 1 && !ahead)
            ahead = memset(NEW_ARRAY(a, uint8_t, k->n_accesses), 1, k->n_accesses);
        for (uint32_t i = 0; i < block->n_values && n > 1; i++) {
            const struct value *v = &k->values[block->values[i]];
            if (v->op == OP_LOAD)
                ahead[v->site] = n;
        }
    }
    return ahead;
}
