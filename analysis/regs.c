/* Registers per work-item from live ranges: the largest number of 32-bit registers that hold a
 * value at one point, in the order of the machine view and in the one of an assembler that hides
 * latencies. Kernel parameters and constants need none on NVIDIA (constant bank); on AMD what is
 * the same for a whole warp has scalar registers, which do not limit residency (regs_vectors.c).
 * What allocation adds to this, and what a GPU's limits take away, is perfmodel/registers.c.
 *
 * Not modelled: values that are computed again instead of kept. */
#include "analysis/regs_live.h"

#include <string.h>

#include "analysis/passes.h"

/* A kind of registers, and how its vendor's back end compiles for it. */
struct register_file {
    bool unrolls; /* also loops whose trip count is not constant, as the machine view does */
    /* Registers that an operation takes while it runs, beside operands and result, for what the
     * code that it stands for keeps at the same time. Chosen to fit kernels with such operations.
     */
    uint8_t divide_by_constant, divide, divide_64, fdiv, fdiv_64, sqrt, trans, trans_64, call;
    bool moves; /* operands in scalar registers, for some instructions, to vector ones first */
    bool zero;  /* has a register that is always zero */
    /* Atomics of all lanes on one address are added up first, and the sum taken apart if they want
     * the result. */
    uint8_t atomic, atomic_result;
};

static const struct register_file nvidia = {.unrolls = true,
                                            .zero = true,
                                            .divide_by_constant = 2,
                                            .divide = 6,
                                            .divide_64 = 14,
                                            .fdiv = 6,
                                            .fdiv_64 = 12,
                                            .sqrt = 6,
                                            .trans = 8,
                                            .trans_64 = 12,
                                            .call = 8,
                                            .atomic = 4,
                                            .atomic_result = 8};

static const struct register_file amd = {.unrolls = false,
                                         .moves = true,
                                         .divide_by_constant = 1,
                                         .divide = 4,
                                         .divide_64 = 14,
                                         .fdiv = 2,
                                         .fdiv_64 = 6,
                                         .sqrt = 2,
                                         .trans = 8,
                                         .trans_64 = 8,
                                         .call = 8};

/* --- live ranges -------------------------------------------------------------- */

/* Which registers are counted, and in which order. */
struct count {
    const struct register_file *file;
    const bool *skipped; /* by block: is not compiled this way */
    const bool *counted; /* by value: takes a register of the kind that is counted */
    const struct orders *orders;
    const uint8_t *words; /* by register: that it takes of that kind */
    const bool *varying;  /* by value: differs between the work-items of a warp */
    const bool *used;     /* by value: by another one */
};

static uint32_t alive_in(const struct liveness *l, const struct count *c, const uint64_t *set) {
    uint32_t words = 0;
    for (size_t w = 0; w < l->words; w++)
        for (uint64_t bits = set[w]; bits; bits &= bits - 1)
            words += c->words[w * 64 + (size_t)__builtin_ctzll(bits)];
    return words;
}

static uint32_t divide_scratch(const struct kernel *k, const struct value *v,
                               const struct register_file *f) {
    const struct value *by = &k->values[v->args[1]];
    if (by->op == OP_CONST)
        return by->imm & (by->imm - 1) ? f->divide_by_constant : 0;
    return v->bits > 32 ? f->divide_64 : f->divide;
}

static uint32_t atomic_scratch(const struct kernel *k, const struct count *c, uint32_t n) {
    const struct value *v = &k->values[n];
    if (c->varying[v->args[0]] || k->accesses[v->site].space == SPACE_LOCAL)
        return 0;
    return c->used[n] ? c->file->atomic_result : c->file->atomic;
}

static uint32_t scratch(const struct kernel *k, const struct count *c, uint32_t n) {
    const struct register_file *f = c->file;
    const struct value *v = &k->values[n];
    if (v->op == OP_SDIV || v->op == OP_UDIV || v->op == OP_SREM || v->op == OP_UREM)
        return divide_scratch(k, v, f);
    if (v->op == OP_ATOMIC)
        return atomic_scratch(k, c, n);
    if (v->op == OP_CALL)
        return f->call;
    switch ((enum op_class)v->cls) {
    case CLASS_FDIV:
        return f->fdiv;
    case CLASS_SQRT:
        return f->sqrt;
    case CLASS_FDIV64:
    case CLASS_SQRT64:
        return f->fdiv_64;
    case CLASS_TRANS:
        return f->trans;
    case CLASS_TRANS64:
        return f->trans_64;
    default:
        return 0;
    }
}

static bool is_counted(const struct liveness *l, const struct count *count, uint32_t value,
                       uint32_t comp) {
    uint32_t reg = l->r->of[l->r->first[value] + comp];
    return reg != NONE && count->counted[l->r->owner[reg]];
}

/* Words of what a store writes that no counted register holds: it is moved to one first. NVIDIA has
 * a register that is zero. */
static uint32_t moved_data(const struct liveness *l, const struct count *count, uint32_t value) {
    const struct value *data = &l->r->k->values[value];
    uint32_t n = 0;
    if (data->op == OP_CONST && data->imm == 0 && count->file->zero)
        return 0;
    for (uint32_t c = 0; c < regs_comps(data); c++)
        if (!is_counted(l, count, value, c))
            n += data->bits > 32 ? 2 : 1;
    return n;
}

/* Words beside operands and result that an instruction needs because AMD's accesses, carries and
 * wide multiply-adds take operands from vector registers only: the address that all work-items
 * share, the upper half of an array's address, that of a product. */
static uint32_t moved_scalars(const struct liveness *l, const struct count *count, uint32_t n) {
    const struct kernel *k = l->r->k;
    const struct value *v = &k->values[n];
    if (v->op == OP_STORE || v->op == OP_ATOMIC || (v->op == OP_LOAD && count->counted[n]))
        return !is_counted(l, count, v->args[0], 0);
    if (!count->counted[n])
        return 0;
    if (v->op == OP_PTRADD)
        return count->words[l->r->first[n]] == 2;
    return v->op == OP_MUL && v->bits <= 32 && k->values[v->args[1]].op != OP_CONST;
}

static uint32_t moved(const struct liveness *l, const struct count *count, uint32_t n) {
    const struct value *v = &l->r->k->values[n];
    uint32_t words = 0;
    if (v->op == OP_STORE || v->op == OP_ATOMIC)
        words = moved_data(l, count, v->args[1]);
    return words + (count->file->moves ? moved_scalars(l, count, n) : 0);
}

/* Words that an instruction takes beside its operands and its result. */
static uint32_t beside(const struct liveness *l, const struct count *count, uint32_t n) {
    uint32_t while_running = count->counted[n] ? scratch(l->r->k, count, n) : 0;
    return max32(while_running, moved(l, count, n));
}

/* The highest pressure in a block, on the way back from what is alive at its end. */
static uint32_t block_pressure(const struct liveness *l, const struct count *count, uint32_t block,
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
        highest = max32(highest, now + beside(l, count, n));
    }
    return highest;
}

/* The highest pressure of counted values in the kernel. */
static uint32_t highest_pressure(struct arena *a, const struct liveness *l, const struct count *c) {
    uint64_t *set = NEW_ARRAY(a, uint64_t, l->words);
    uint32_t highest = 0;
    for (uint32_t b = 0; b < l->r->k->n_blocks; b++)
        if (!c->skipped[b])
            highest = max32(highest, block_pressure(l, c, b, set));
    return highest;
}

/* --- both orders ---------------------------------------------------------------- */

/* As the machine view orders a block before loads move up, without what is not computed. */
static uint32_t keep_computed(const struct regs *r, const struct block *b, bool phis,
                              uint32_t *order) {
    uint32_t n = 0;
    const uint32_t *values = b->compact ? b->compact : b->values;
    for (uint32_t i = 0; i < b->n_values; i++)
        if (r->computed[values[i]] && (!phis || r->k->values[values[i]].op == OP_PHI))
            order[n++] = values[i];
    return n;
}

static struct orders order_blocks(struct arena *a, const struct regs *r, bool overlapped) {
    const struct kernel *k = r->k;
    uint32_t *zeros = NEW_ARRAY(a, uint32_t, k->n_values);
    struct orders o = {NEW_ARRAY(a, const uint32_t *, k->n_blocks),
                       NEW_ARRAY(a, uint32_t, k->n_blocks)};
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        struct arena scratch = {0};
        uint32_t *order = NEW_ARRAY(a, uint32_t, k->blocks[b].n_values), n, more = 0;
        n = keep_computed(r, &k->blocks[b], overlapped, order);
        if (overlapped) {
            const uint32_t *rest = regs_order(&scratch, r, b, zeros, &more);
            memcpy(order + n, rest, more * sizeof *rest);
        }
        arena_free(&scratch);
        o.values[b] = order;
        o.n[b] = n + more;
    }
    return o;
}

/* With more words than this, compilers look for another order. */
enum { MANY_WORDS = 64 };

/* The order of a block that keeps few alive, whatever it costs in time; in place of the one in `o`.
 */
static void find_thrifty(struct arena *a, const struct liveness *l, struct orders *o,
                         uint32_t block) {
    struct arena scratch = {0};
    uint32_t *zeros = NEW_ARRAY(&scratch, uint32_t, l->r->k->n_values), more;
    uint32_t *order = NEW_ARRAY(a, uint32_t, l->r->k->blocks[block].n_values);
    uint32_t n = keep_computed(l->r, &l->r->k->blocks[block], true, order);
    const uint32_t *rest = regs_thrifty(&scratch, l, block, zeros, &more);
    memcpy(order + n, rest, more * sizeof *rest);
    arena_free(&scratch);
    o->values[block] = order;
    o->n[block] = n + more;
}

static void make_compact(struct arena *a, struct block *b, const struct regs *r,
                         const struct orders *o, uint32_t block) {
    uint32_t n = o->n[block], *order = NEW_ARRAY(a, uint32_t, b->n_values);
    memcpy(order, o->values[block], n * sizeof *order);
    for (uint32_t i = 0; i < b->n_values; i++)
        if (!r->computed[b->values[i]])
            order[n++] = b->values[i];
    b->compact = order;
}

/* Where the order that should keep few alive keeps more than the other one, nobody would take it.
 * The other one may be replaced. */
static void take_thriftier(struct arena *a, struct kernel *k, const struct liveness *l,
                           const struct count *c, struct orders *other) {
    struct arena own = {0};
    struct count second = *c;
    second.orders = other;
    uint64_t *set = NEW_ARRAY(&own, uint64_t, l->words);
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        uint32_t first = block_pressure(l, c, b, set);
        uint32_t words = block_pressure(l, &second, b, set);
        if (words < first)
            make_compact(a, &k->blocks[b], l->r, other, b);
        if (words <= MANY_WORDS || first <= MANY_WORDS)
            continue;
        find_thrifty(&own, l, other, b);
        if (block_pressure(l, &second, b, set) < (words < first ? words : first))
            make_compact(a, &k->blocks[b], l->r, other, b);
    }
    arena_free(&own);
}

/* Copies that the machine view makes of the body of a loop whose trip count is not constant
 * (load.c). */
enum { UNROLLED = 4 };

/* Blocks of loops that were unrolled so, or of the loops beside them with the rest of the
 * iterations: such a loop has a quarter of the accesses, and is the loop as it was. */
struct unrolled {
    bool *bodies, *rests; /* by block */
};

static struct unrolled find_unrolled(struct arena *a, const struct kernel *k) {
    struct unrolled u = {NEW_ARRAY(a, bool, k->n_blocks), NEW_ARRAY(a, bool, k->n_blocks)};
    uint32_t *accesses = NEW_ARRAY(a, uint32_t, k->n_loops);
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        uint32_t block = k->values[k->accesses[i].value].block;
        for (uint32_t l = block == NONE ? NONE : k->blocks[block].loop; l != NONE;
             l = k->loops[l].parent)
            accesses[l]++;
    }
    for (uint32_t x = 0; x < k->n_loops; x++)
        for (uint32_t y = 0; y < k->n_loops; y++) {
            bool pair = x != y && k->loops[x].parent == k->loops[y].parent && accesses[y] &&
                        accesses[x] == UNROLLED * accesses[y];
            for (uint32_t b = 0; pair && b < k->n_blocks; b++) {
                u.bodies[b] |= in_loop(k, b, x);
                u.rests[b] |= in_loop(k, b, y);
            }
        }
    return u;
}

/* Private variables that are still accessed: those that passes could not take apart. */
static uint32_t private_bytes(const struct kernel *k) {
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < k->n_objects; i++)
        if (k->objects[i].space == SPACE_PRIVATE)
            bytes += (uint32_t)((k->objects[i].bytes + 3) / 4 * 4);
    return bytes;
}

/* Values that another one needs. */
static const bool *find_used(struct arena *a, const struct kernel *k) {
    bool *used = NEW_ARRAY(a, bool, k->n_values);
    for (uint32_t i = 0; i < k->n_values; i++)
        for (uint32_t n = 0; n < k->values[i].n_args; n++)
            used[k->values[i].args[n]] = true;
    return used;
}

static struct count count_of(struct arena *a, const struct regs *r, const struct orders *orders) {
    const struct kernel *k = r->k;
    bool vectors = r->kind == REGS_VECTOR, *all = NEW_ARRAY(a, bool, k->n_values);
    memset(all, 1, k->n_values * sizeof *all);
    struct count c = {.file = vectors ? &amd : &nvidia, .orders = orders};
    c.varying = regs_varying(a, k);
    c.used = find_used(a, k);
    c.counted = vectors ? regs_vectors(a, k) : all;
    c.words = vectors ? regs_vector_words(a, r, c.counted) : r->words;
    c.skipped = c.file->unrolls ? NEW_ARRAY(a, bool, k->n_blocks) : find_unrolled(a, k).bodies;
    return c;
}

/* The order that keeps fewer alive becomes the compact one of each block. */
static void settle_orders(struct arena *kept, struct kernel *k) {
    struct arena a = {0};
    struct regs r = regs_of(&a, k, REGS_PAIRS);
    struct liveness l = regs_live(&a, &r);
    struct orders given = order_blocks(&a, &r, false), overlapped = order_blocks(&a, &r, true);
    struct count c = count_of(&a, &r, &given);
    take_thriftier(kept, k, &l, &c, &overlapped);
    arena_free(&a);
}

static const uint32_t *find_beside(struct arena *a, const struct liveness *l,
                                   const struct count *c) {
    uint32_t *words = NEW_ARRAY(a, uint32_t, l->r->k->n_values);
    for (uint32_t i = 0; i < l->r->k->n_values; i++)
        words[i] = l->r->computed[i] ? beside(l, c, i) : 0;
    return words;
}

static uint32_t count_alive(const struct kernel *k, enum regs_kind kind, bool overlapped,
                            uint32_t *assigned) {
    struct arena a = {0};
    struct regs r = regs_of(&a, k, kind);
    struct liveness l = regs_live(&a, &r);
    struct orders orders = order_blocks(&a, &r, overlapped);
    struct count c = count_of(&a, &r, &orders);
    uint32_t most = highest_pressure(&a, &l, &c);
    if (kind != REGS_VECTOR && overlapped)
        *assigned = regs_assign(&a, &l, &orders, find_beside(&a, &l, &c));
    arena_free(&a);
    return most;
}

void an_estimate_registers(struct arena *kept, struct kernel *k) {
    struct arena a = {0};
    settle_orders(kept, k);
    const struct kernel *repeated = regs_repeat(&a, k, find_unrolled(&a, k).rests);
    for (enum regs_kind kind = 0; kind < N_REGS_KINDS; kind++) {
        struct register_demand d = {0};
        bool as_pairs = kind == REGS_LOADED;
        d.least = as_pairs ? k->regs[REGS_PAIRS].least : count_alive(k, kind, false, NULL);
        d.overlapped = count_alive(kind == REGS_VECTOR ? k : repeated, kind, true, &d.assigned);
        k->regs[kind] = d;
    }
    k->private_bytes = private_bytes(k);
    regs_mark_scalar_loads(&a, k);
    arena_free(&a);
}
