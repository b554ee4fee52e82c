/* GPU instructions add a constant to their address for free, so addresses that differ by a constant
 * share a register. LLVM's passes find most of them; what they miss, since they must not assume
 * that an index does not wrap around, an assembler's view of the loop finds: here indices are taken
 * as unbounded, which is how the hardware's wide multiply-add computes them. */
#include "analysis/ir/address_sums.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/ir/query.h"
#include "base/hash.h"

/* Sums of more terms, and deeper expressions, count as values of their own. */
enum { MAX_TERMS = 8, MAX_DEPTH = 48 };

struct term {
    uint64_t leaf; /* value number */
    int64_t times;
};

struct sum {
    struct term term[MAX_TERMS]; /* by leaf, none with 0 times */
    uint32_t n;
    int64_t constant;
};

struct finder {
    struct arena *arena;
    const struct kernel *k;
    const struct sum **known; /* by value, NULL: not yet */
};

static const struct sum *sum_of(struct finder *f, uint32_t value, uint32_t depth);

static const struct sum *leaf(struct finder *f, uint32_t value) {
    struct sum *s = NEW(f->arena, struct sum);
    s->term[0] = (struct term){value, 1};
    s->n = 1;
    return s;
}

static const struct sum *constant(struct finder *f, int64_t c) {
    struct sum *s = NEW(f->arena, struct sum);
    s->constant = c;
    return s;
}

static int64_t times(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

static int64_t plus(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static bool is_constant(const struct finder *f, uint32_t value) {
    const struct value *v = &f->k->values[value];
    return v->op == OP_CONST && v->comps == 1 && v->type == TYPE_INT;
}

/* x + factor * y, or NULL if it has too many terms. */
static const struct sum *add(struct finder *f, const struct sum *x, const struct sum *y,
                             int64_t factor) {
    struct sum *s = NEW(f->arena, struct sum);
    uint32_t i = 0, j = 0;
    s->constant = plus(x->constant, times(y->constant, factor));
    while (i < x->n || j < y->n) {
        struct term t;
        if (j == y->n || (i < x->n && x->term[i].leaf < y->term[j].leaf))
            t = x->term[i++];
        else if (i == x->n || y->term[j].leaf < x->term[i].leaf) {
            t = (struct term){y->term[j].leaf, times(y->term[j].times, factor)};
            j++;
        } else {
            t = x->term[i++];
            t.times = plus(t.times, times(y->term[j++].times, factor));
        }
        if (t.times == 0)
            continue;
        if (s->n == MAX_TERMS)
            return NULL;
        s->term[s->n++] = t;
    }
    return s;
}

static const struct sum *scaled(struct finder *f, const struct sum *x, int64_t factor) {
    static const struct sum zero = {.n = 0};
    return add(f, &zero, x, factor);
}

/* Setting bits of an unrolled loop's counter that are known to be 0. */
static bool adds_bits(const struct finder *f, const struct value *v) {
    enum op op = f->k->values[v->args[0]].op;
    return is_constant(f, v->args[1]) && (op == OP_PHI || op == OP_SHL || op == OP_AND);
}

/* NULL: the value is a leaf. */
static const struct sum *expand(struct finder *f, const struct value *v, uint32_t depth) {
    const struct value *values = f->k->values;
    if (v->n_args == 0)
        return NULL;
    const struct sum *x = sum_of(f, v->args[0], depth + 1);
    switch ((enum op)v->op) {
    case OP_SEXT:
    case OP_ZEXT:
        return values[v->args[0]].bits > 1 ? x : NULL;
    case OP_ADD:
        return add(f, x, sum_of(f, v->args[1], depth + 1), 1);
    case OP_SUB:
        return add(f, x, sum_of(f, v->args[1], depth + 1), -1);
    case OP_OR:
        return adds_bits(f, v) ? add(f, x, constant(f, values[v->args[1]].imm), 1) : NULL;
    case OP_SHL:
        return is_constant(f, v->args[1]) && (uint64_t)values[v->args[1]].imm < 63
                   ? scaled(f, x, (int64_t)1 << values[v->args[1]].imm)
                   : NULL;
    case OP_MUL:
        return is_constant(f, v->args[1]) ? scaled(f, x, values[v->args[1]].imm) : NULL;
    case OP_PTRADD:
        return v->n_args == 1 ? add(f, x, constant(f, v->imm), 1)
                              : add(f, x, sum_of(f, v->args[1], depth + 1), v->imm);
    default:
        return NULL;
    }
}

static const struct sum *sum_of(struct finder *f, uint32_t value, uint32_t depth) {
    const struct value *v = &f->k->values[value];
    if (f->known[value])
        return f->known[value];
    const struct sum *s = NULL;
    if (is_constant(f, value))
        s = constant(f, v->imm);
    else if (v->block != NONE && v->comps == 1 && depth < MAX_DEPTH)
        s = expand(f, v, depth);
    return f->known[value] = s ? s : leaf(f, value);
}

static bool same_terms(const struct sum *x, const struct sum *y) {
    return x->n == y->n && memcmp(x->term, y->term, x->n * sizeof *x->term) == 0;
}

static size_t hash(const struct sum *s) {
    uint64_t h = s->n;
    for (uint32_t i = 0; i < s->n; i++)
        h = hash_of(h ^ s->term[i].leaf ^ (uint64_t)s->term[i].times << 32);
    return (size_t)(h ^ h >> 29);
}

static const struct value *behind_copies(const struct value *values, uint32_t value) {
    while (values[value].op == OP_COPY)
        value = values[value].args[0];
    return &values[value];
}

/* Where an array begins is part of the instruction, if the assembler knows it or a register of the
 * whole warp has it: a leaf that stands for all such arrays, or NONE. */
static uint32_t free_base(const struct kernel *k, uint32_t value, struct array_bases bases) {
    const struct value *v = behind_copies(k->values, value);
    bool object = v->op == OP_OBJECT;
    enum space s = object ? k->objects[v->imm].space : SPACE_GLOBAL;
    if (object && bases.immediate && (s == SPACE_LOCAL || s == SPACE_CONSTANT))
        return k->n_values + s;
    bool shared = v->type == TYPE_POINTER && (object || v->op == OP_PARAM);
    return shared && bases.shared ? k->n_values + SPACE_GLOBAL : NONE;
}

bool an_is_narrow_index(const struct kernel *k, const struct value *address) {
    const struct value *index = behind_copies(k->values, address->args[1]);
    if (index->op != OP_SEXT && index->op != OP_ZEXT)
        return index->bits <= 32;
    return behind_copies(k->values, index->args[0])->op != OP_TRUNC;
}

/* What of an address takes registers. Where one instruction adds the index to an array in global
 * memory, there is no offset that several arrays could share. */
static const struct sum *without_base(struct finder *f, uint32_t address,
                                      struct array_bases bases) {
    const struct value *v = &f->k->values[address];
    const struct sum *s = sum_of(f, address, 0);
    bool shares = v->n_args != 2 || !an_is_narrow_index(f->k, v);
    for (uint32_t i = 0; i < s->n && s->term[i].leaf < f->k->n_values; i++) {
        uint32_t base = (uint32_t)s->term[i].leaf, instead = free_base(f->k, base, bases);
        if (instead == NONE || s->term[i].times != 1 ||
            (instead == f->k->n_values + SPACE_GLOBAL && !shares))
            continue;
        const struct sum *index = add(f, s, leaf(f, base), -1);
        return add(f, index, leaf(f, instead), 1);
    }
    return s;
}

enum { BUCKETS = 1024 };

struct offset_address *an_equal_addresses(struct arena *a, const struct kernel *k,
                                          struct array_bases bases) {
    struct finder f = {a, k, NEW_ARRAY(a, const struct sum *, k->n_values)};
    struct offset_address *equal = NEW_ARRAY(a, struct offset_address, k->n_values);
    uint32_t *next = NEW_ARRAY(a, uint32_t, k->n_values), first[BUCKETS];
    const struct dominance dom = dominance_of(a, k);
    for (uint32_t i = 0; i < k->n_values; i++)
        equal[i].address = NONE;
    memset(first, 0xff, sizeof first);
    for (uint32_t b = 0; b < k->n_blocks; b++)
        for (uint32_t i = 0; i < k->blocks[b].n_values; i++) {
            uint32_t n = k->blocks[b].values[i];
            if (k->values[n].op != OP_PTRADD)
                continue;
            const struct sum *s = f.known[n] = without_base(&f, n, bases);
            uint32_t *head = &first[hash(s) % BUCKETS], other = *head;
            while (other != NONE && !(same_terms(f.known[other], s) &&
                                      is_dominated(&dom, k->values[other].block, b)))
                other = next[other];
            equal[n].address = other;
            if (other == NONE) {
                next[n] = *head;
                *head = n;
            } else {
                equal[n].offset = plus(s->constant, times(f.known[other]->constant, -1));
            }
        }
    return equal;
}
