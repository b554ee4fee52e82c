/* Which register every component of a value has, and how many words it takes. What needs none on
 * NVIDIA (parameters and constants are operands from the constant bank) has none here. */
#include "codegen/estimate/registers/registers.h"

#include <string.h>

#include "analysis/ir/address_sums.h"
#include "analysis/ir/query.h"
#include "analysis/ir/value_range.h"
#include "codegen/estimate/registers/liveness.h"

struct namer {
    struct regs r;
    const struct offset_address *equal; /* by value: see an_equal_addresses() */
    bool *named;                        /* by value */
};

static void name(struct namer *n, uint32_t value);

/* The register of a component of an operand. */
static uint32_t part(struct namer *n, uint32_t value, int64_t comp) {
    const struct value *v = &n->r.k->values[value];
    name(n, value);
    return comp >= 0 && comp < regs_comps(v) ? n->r.of[n->r.first[value] + comp] : NONE;
}

static bool has_constant(const struct value *values, const struct value *v, uint32_t arg) {
    return values[v->args[arg]].op == OP_CONST;
}

/* Whether the value is nothing but another name; then these are its components. */
static bool renames(struct namer *n, uint32_t value, uint32_t *of) {
    const struct value *values = n->r.k->values;
    const struct value *v = &values[value], *x = v->n_args ? &values[v->args[0]] : NULL;
    uint32_t same = NONE;
    if (n->equal[value].address != NONE)
        same = n->equal[value].address;
    else if ((v->op == OP_PTRADD && v->n_args == 1) || v->op == OP_TRUNC ||
             (v->op == OP_COPY && regs_comps(x) == regs_comps(v)) ||
             ((v->op == OP_SEXT || v->op == OP_ZEXT) && v->bits > 32 && x->bits <= 32))
        same = v->args[0];
    bool extract = v->op == OP_EXTRACT && has_constant(values, v, 1);
    bool insert = v->op == OP_INSERT && has_constant(values, v, 2);
    if (same == NONE && !extract && !insert && v->op != OP_SHUFFLE)
        return false;
    for (uint32_t c = 0; c < regs_comps(v); c++) {
        if (extract)
            of[c] = part(n, v->args[0], values[v->args[1]].imm);
        else if (insert && c == values[v->args[2]].imm)
            of[c] = part(n, v->args[1], 0);
        else if (v->op == OP_SHUFFLE) {
            int64_t from = c < v->n_imms ? v->imms[c] : -1;
            bool second = from >= regs_comps(x);
            of[c] = part(n, v->args[second], second ? from - regs_comps(x) : from);
        } else
            of[c] = part(n, same == NONE ? v->args[0] : same, c);
    }
    return true;
}

static void name(struct namer *n, uint32_t value) {
    const struct value *v = &n->r.k->values[value];
    uint32_t first = n->r.first[value];
    if (n->named[value])
        return;
    n->named[value] = true;
    if (v->block == NONE || renames(n, value, n->r.of + first))
        return;
    for (uint32_t c = 0; c < regs_comps(v); c++)
        n->r.of[first + c] = first + c;
}

/* Addresses in local memory have 32 bits, and for some compilers those in constant memory. */
static const bool *find_narrow_pointers(struct arena *a, const struct kernel *k,
                                        const struct target *t) {
    bool *narrow = NEW_ARRAY(a, bool, k->n_values);
    for (uint32_t i = 0; i < k->n_accesses; i++)
        if (k->accesses[i].space == SPACE_LOCAL ||
            (k->accesses[i].space == SPACE_CONSTANT && t->constant_bank))
            narrow[k->values[k->accesses[i].value].args[0]] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = k->n_values; i-- > 0;) {
            const struct value *v = &k->values[i];
            bool passes =
                v->op == OP_PTRADD || v->op == OP_PHI || v->op == OP_COPY || v->op == OP_SELECT;
            for (uint32_t n = 0; narrow[i] && passes && n < v->n_args; n++) {
                const struct value *arg = &k->values[v->args[n]];
                changed |= arg->type == TYPE_POINTER && !narrow[v->args[n]];
                narrow[v->args[n]] |= arg->type == TYPE_POINTER;
            }
        }
    }
    return narrow;
}

/* What decides the words of a value. */
struct width {
    bool narrow_pointer;
    bool wide; /* somebody needs its upper half */
    const struct target *target;
};

/* Ids are 32-bit numbers whatever their type, but for global ones where they are wide. Of packed
 * small components the first one counts. */
static uint8_t words(const struct value *v, uint32_t comp, struct width w) {
    const struct target *t = w.target;
    bool id = v->op == OP_WORKITEM && (!t->wide_global_ids || v->imm != QUERY_GLOBAL_ID);
    bool half = t->drops_halves && !w.wide && v->type == TYPE_INT;
    if (v->type == TYPE_VOID || (v->type == TYPE_INT && v->bits == 1))
        return 0;
    if (v->op == OP_LOAD && v->bits && v->bits < 32 && (!t->triples_apart || v->comps != 3))
        return comp % (32 / v->bits) == 0;
    return v->bits > 32 && !id && !half && !(v->type == TYPE_POINTER && w.narrow_pointer) ? 2 : 1;
}

static bool has_effect(const struct value *v) {
    return is_access(v) || v->type == TYPE_VOID || v->op == OP_BARRIER || v->op == OP_CALL;
}

/* What memory accesses and branches need, through other names. */
static void find_computed(struct arena *a, struct regs *r) {
    const struct value *values = r->k->values;
    const uint32_t n_values = r->k->n_values;
    uint32_t *stack = NEW_ARRAY(a, uint32_t, n_values), n = 0;
    for (uint32_t i = 0; i < n_values; i++)
        if (values[i].block != NONE && has_effect(&values[i])) {
            r->computed[i] = true;
            stack[n++] = i;
        }
    while (n) {
        const struct value *v = &values[stack[--n]];
        for (uint32_t arg = 0; arg < v->n_args; arg++)
            for (uint32_t c = 0; c < regs_comps(&values[v->args[arg]]); c++) {
                uint32_t reg = r->of[r->first[v->args[arg]] + c];
                if (reg == NONE || r->computed[r->owner[reg]])
                    continue;
                r->computed[r->owner[reg]] = true;
                stack[n++] = r->owner[reg];
            }
    }
}

/* An index into several arrays is scaled and extended to 64 bits once, for all of them; an index
 * into one is part of the instruction that computes the address. */
static void widen_indices(struct arena *a, struct regs *r) {
    const struct value *values = r->k->values;
    const uint32_t n_values = r->k->n_values;
    uint32_t *base = NEW_ARRAY(a, uint32_t, r->n); /* by register of an index: the first array */
    memset(base, 0xff, r->n * sizeof *base);
    for (uint32_t i = 0; i < n_values; i++) {
        const struct value *v = &values[i];
        if (!r->computed[i] || v->op != OP_PTRADD || v->n_args != 2 || r->words[r->first[i]] != 2)
            continue;
        uint32_t reg = r->of[r->first[v->args[1]]];
        if (reg == NONE || r->words[reg] != 1)
            continue;
        if (base[reg] == NONE)
            base[reg] = v->args[0];
        else if (base[reg] != v->args[0])
            r->words[reg] = 2;
    }
}

struct regs regs_of(struct arena *a, const struct kernel *k, const struct target *t) {
    struct namer n = {.r = {.k = k, .target = t}, .equal = an_equal_addresses(a, k, t->bases)};
    struct regs *r = &n.r;
    const bool *narrow = find_narrow_pointers(a, k, t);
    const bool *wide = demanded_high_halves(a, k);
    r->first = NEW_ARRAY(a, uint32_t, k->n_values);
    for (uint32_t i = 0; i < k->n_values; i++) {
        r->first[i] = r->n;
        r->n += regs_comps(&k->values[i]);
    }
    r->of = NEW_ARRAY(a, uint32_t, r->n);
    r->owner = NEW_ARRAY(a, uint32_t, r->n);
    r->words = NEW_ARRAY(a, uint8_t, r->n);
    r->computed = NEW_ARRAY(a, bool, k->n_values);
    n.named = NEW_ARRAY(a, bool, k->n_values);
    memset(r->of, 0xff, r->n * sizeof *r->of);
    for (uint32_t i = 0; i < k->n_values; i++) {
        name(&n, i);
        for (uint32_t c = 0; c < regs_comps(&k->values[i]); c++) {
            r->owner[r->first[i] + c] = i;
            r->words[r->first[i] + c] =
                words(&k->values[i], c, (struct width){narrow[i], wide[i], t});
        }
    }
    find_computed(a, r);
    widen_indices(a, r);
    return *r;
}

/* Registers per work-item from live ranges: the largest number of 32-bit registers that hold a
 * value at one point, in the order of the machine view and in the one of an assembler that hides
 * latencies. Kernel parameters and constants need none on NVIDIA (constant bank). What allocation
 * adds to this, and what a GPU's limits take away, is perfmodel/occupancy/occupancy.c.
 *
 * Not modelled: values that are computed again instead of kept. */

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
static uint32_t private_bytes(const struct object *objects, uint32_t n_objects) {
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < n_objects; i++)
        if (objects[i].space == SPACE_PRIVATE)
            bytes += (uint32_t)((objects[i].bytes + 3) / 4 * 4);
    return bytes;
}

/* Values that another one needs. */
static const bool *find_used(struct arena *a, const struct value *values, uint32_t n_values) {
    bool *used = NEW_ARRAY(a, bool, n_values);
    for (uint32_t i = 0; i < n_values; i++)
        for (uint32_t n = 0; n < values[i].n_args; n++)
            used[values[i].args[n]] = true;
    return used;
}

static struct count count_of(struct arena *a, const struct regs *r, const struct orders *orders) {
    const struct kernel *k = r->k;
    struct count c = {.target = r->target, .orders = orders};
    c.varying = regs_varying(a, k);
    c.used = find_used(a, k->values, k->n_values);
    c.skipped = r->target->unrolls ? NEW_ARRAY(a, bool, k->n_blocks) : find_unrolled(a, k).bodies;
    return c;
}

/* The order that keeps fewer alive becomes the compact one of each block. */
static void choose_orders(struct arena *kept, struct kernel *k) {
    struct arena a = {0};
    struct regs r = regs_of(&a, k, &target_ptxas);
    struct liveness l = regs_live(&a, &r);
    struct orders given = regs_order_blocks(&a, &r, false),
                  overlapped = regs_order_blocks(&a, &r, true);
    struct count c = count_of(&a, &r, &given);
    regs_take_thriftier(kept, k, &l, &c, &overlapped);
    arena_free(&a);
}

static const uint32_t *find_beside(struct arena *a, const struct liveness *l,
                                   const struct count *c) {
    uint32_t *words = NEW_ARRAY(a, uint32_t, l->r->k->n_values);
    for (uint32_t i = 0; i < l->r->k->n_values; i++)
        words[i] = l->r->computed[i] ? regs_temporaries(l, c, i) : 0;
    return words;
}

static uint32_t count_alive(const struct kernel *k, const struct target *t, bool overlapped,
                            uint32_t *assigned) {
    struct arena a = {0};
    struct regs r = regs_of(&a, k, t);
    struct liveness l = regs_live(&a, &r);
    struct orders orders = regs_order_blocks(&a, &r, overlapped);
    struct count c = count_of(&a, &r, &orders);
    uint32_t most = regs_highest_pressure(&a, &l, &c);
    if (t->numbers && overlapped)
        *assigned = regs_assign(&a, &l, &orders, find_beside(&a, &l, &c));
    arena_free(&a);
    return most;
}

/* The kernel as the target's assembler takes it apart and repeats it, but for blocks in `rests`. */
static const struct kernel *assembled(struct arena *a, const struct kernel *k,
                                      const struct target *t, const bool *rests) {
    if (t->overlapped.iterations)
        k = regs_repeat(a, k, rests, t->overlapped);
    return t->splits_global_ids ? regs_split_ids(a, k) : k;
}

static struct register_demand demand_of(struct arena *kept, const struct kernel *k,
                                        const struct target_row *row) {
    struct arena a = {0};
    const struct target *t = row->target;
    const bool *rests = t->overlapped.iterations ? find_unrolled(&a, k).rests : NULL;
    struct register_demand d = {.target = row->name};
    d.least = count_alive(k, t->pressure ? t->pressure : t, false, NULL);
    d.overlapped = count_alive(assembled(&a, k, t, rests), t, true, &d.assigned);
    if (t->overlapped.iterations)
        d.ahead = regs_iterations_ahead(kept, k, rests, t->overlapped);
    arena_free(&a);
    return d;
}

void cg_estimate_registers(struct arena *kept, struct kernel *k, target_set targets) {
    choose_orders(kept, k);
    struct register_demand *demand = NEW_ARRAY(kept, struct register_demand, target_count);
    for (uint32_t i = 0; i < target_count; i++)
        if (targets >> i & 1)
            demand[i] = demand_of(kept, k, &target_table[i]);
    k->demand = demand;
    k->n_demand = target_count;
    k->private_bytes = private_bytes(k->objects, k->n_objects);
}
