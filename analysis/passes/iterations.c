#include "analysis/passes/iterations.h"

#include "analysis/ir/induction.h"
#include "analysis/ir/query.h"

enum { DEEPEST = 24 };

static const struct polynomial unknown = {.unknown = true};

static struct polynomial integer(const struct iterations *it, uint32_t v, int depth);

/* --- values ------------------------------------------------------------------------- */

static struct polynomial param(const struct iterations *it, uint32_t v) {
    const struct value *x = &it->kernel->values[v];
    const struct launch_arg *arg = it->launch ? launch_arg(it->launch, (int)x->imm, x->name) : NULL;
    bool given = arg && arg->kind == ARG_NUMBER && arg->source != LAUNCH_ASSUMED;
    if (given && x->type == TYPE_INT)
        return poly_constant((int64_t)arg->number);
    return poly_symbol(v);
}

/* start + step * iteration */
static struct polynomial counter(const struct iterations *it, uint32_t v, int depth) {
    const struct kernel *k = it->kernel;
    struct induction iv;
    uint32_t loop = k->blocks[k->values[v].block].loop;
    if (loop == NONE || k->loops[loop].header != k->values[v].block ||
        !an_match_induction(k, loop, v, &iv) || (iv.op != OP_ADD && iv.op != OP_SUB))
        return unknown;
    struct polynomial start = integer(it, iv.start, depth), step = integer(it, iv.step, depth);
    struct polynomial iteration = poly_symbol(SYMBOL_COUNTS + SYMBOL_LOOPS + loop);
    struct polynomial gone = poly_multiply(&step, &iteration);
    return poly_add(start, iv.op == OP_SUB ? -1 : 1, &gone);
}

static struct polynomial work_item(const struct iterations *it, uint32_t v) {
    const struct value *x = &it->kernel->values[v];
    const struct value *d = x->n_args == 1 ? &it->kernel->values[x->args[0]] : NULL;
    bool id = x->imm == QUERY_GLOBAL_ID && d && d->op == OP_CONST && d->imm >= 0 && d->imm < 3;
    return id ? poly_symbol(symbol_of_dimension((uint32_t)d->imm)) : unknown;
}

static struct polynomial arithmetic(const struct iterations *it, const struct value *x, int depth) {
    struct polynomial a = integer(it, x->args[0], depth), b = integer(it, x->args[1], depth);
    bool shifts = x->op == OP_SHL && poly_is_constant(&b) && poly_constant_term(&b) >= 0 &&
                  poly_constant_term(&b) < 32;
    switch (x->op) {
    case OP_ADD:
        return poly_add(a, 1, &b);
    case OP_SUB:
        return poly_add(a, -1, &b);
    case OP_MUL:
        return poly_multiply(&a, &b);
    case OP_SHL:
        return shifts ? poly_add(poly_constant(0), (int64_t)1 << poly_constant_term(&b), &a)
                      : unknown;
    default:
        return unknown;
    }
}

static struct polynomial integer(const struct iterations *it, uint32_t v, int depth) {
    const struct value *x = &it->kernel->values[v];
    /* Narrower numbers wrap around for a purpose. */
    if (depth == 0 || x->type != TYPE_INT || x->comps != 1 || x->bits < 32)
        return unknown;
    switch (x->op) {
    case OP_CONST:
        return x->imms ? unknown : poly_constant(x->imm);
    case OP_PARAM:
        return param(it, v);
    case OP_WORKITEM:
        return work_item(it, v);
    case OP_SEXT:
    case OP_ZEXT:
    case OP_TRUNC:
    case OP_COPY:
        return integer(it, x->args[0], depth - 1);
    case OP_PHI:
        return counter(it, v, depth - 1);
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_SHL:
        return arithmetic(it, x, depth - 1);
    default:
        return unknown;
    }
}

struct polynomial iterations_integer(const struct iterations *it, uint32_t value) {
    return integer(it, value, DEEPEST);
}

static struct polynomial address(const struct iterations *it, uint32_t v, int depth);

/* A pointer that a loop moves on. */
static struct polynomial moving(const struct iterations *it, uint32_t v, int depth) {
    const struct kernel *k = it->kernel;
    const struct value *x = &k->values[v];
    uint32_t loop = k->blocks[x->block].loop;
    if (loop == NONE || k->loops[loop].header != x->block || x->n_args != 2)
        return unknown;
    uint32_t back = in_loop(k, k->blocks[x->block].preds[0], loop) ? 0 : 1;
    const struct value *next = &k->values[x->args[back]];
    if (next->op != OP_PTRADD || next->args[0] != v ||
        (next->n_args > 1 && !is_invariant(k, next->args[1], loop)))
        return unknown;
    struct polynomial step =
        next->n_args > 1 ? integer(it, next->args[1], depth) : poly_constant(1);
    struct polynomial iteration = poly_symbol(SYMBOL_COUNTS + SYMBOL_LOOPS + loop);
    struct polynomial gone = poly_multiply(&step, &iteration);
    return poly_add(address(it, x->args[1 - back], depth), next->imm, &gone);
}

static struct polynomial address(const struct iterations *it, uint32_t v, int depth) {
    const struct value *x = &it->kernel->values[v];
    if (depth == 0)
        return unknown;
    if (x->op == OP_PARAM || x->op == OP_OBJECT)
        return poly_constant(0);
    if (x->op == OP_COPY)
        return address(it, x->args[0], depth - 1);
    if (x->op == OP_PHI)
        return moving(it, v, depth - 1);
    if (x->op != OP_PTRADD)
        return unknown;
    struct polynomial base = address(it, x->args[0], depth - 1);
    struct polynomial index = x->n_args > 1 ? integer(it, x->args[1], depth - 1) : poly_constant(1);
    return poly_add(base, x->imm, &index);
}

struct polynomial iterations_address(const struct iterations *it, uint32_t value) {
    return address(it, value, DEEPEST);
}

struct polynomial iterations_of_other(const struct polynomial *p) {
    struct polynomial q = *p;
    for (uint32_t i = 0; i < q.n; i++)
        for (uint32_t s = 0; s < q.at[i].n; s++)
            if (symbol_counts(q.at[i].symbols[s]))
                q.at[i].symbols[s] += SYMBOL_OTHER;
    return q;
}

/* --- facts --------------------------------------------------------------------------- */

static void add_fact(struct facts *f, struct polynomial p) {
    if (!p.unknown && f->n < MOST_FACTS)
        f->at[f->n++] = p;
}

/* a - b - less, which is not negative. */
static void add_difference(struct facts *f, const struct polynomial *a, const struct polynomial *b,
                           int64_t less) {
    struct polynomial one = poly_constant(less);
    struct polynomial d = poly_add(*a, -1, b);
    add_fact(f, poly_add(d, -1, &one));
}

/* What a comparison that came out as `holds` says. */
static void add_comparison(const struct iterations *it, const struct value *c, bool holds,
                           struct facts *f) {
    struct polynomial a = iterations_integer(it, c->args[0]);
    struct polynomial b = iterations_integer(it, c->args[1]);
    bool less = c->imm == COMPARE_SLT || c->imm == COMPARE_ULT;
    bool most = c->imm == COMPARE_SLE || c->imm == COMPARE_ULE;
    bool more = c->imm == COMPARE_SGT || c->imm == COMPARE_UGT;
    bool least = c->imm == COMPARE_SGE || c->imm == COMPARE_UGE;
    if (less || least)
        add_difference(f, less == holds ? &b : &a, less == holds ? &a : &b, less == holds);
    if (most || more)
        add_difference(f, most == holds ? &b : &a, most == holds ? &a : &b, more == holds);
    if ((c->imm == COMPARE_EQ && holds) || (c->imm == COMPARE_NE && !holds)) {
        add_difference(f, &a, &b, 0);
        add_difference(f, &b, &a, 0);
    }
}

/* What it says that a condition holds, or does not. Of a && b that both hold. */
static void add_condition(const struct iterations *it, uint32_t v, bool holds, struct facts *f,
                          int depth) {
    const struct value *x = &it->kernel->values[v];
    if (depth == 0)
        return;
    if (x->op == OP_ICMP && it->kernel->values[x->args[0]].type == TYPE_INT)
        add_comparison(it, x, holds, f);
    for (uint32_t i = 0; i < 2 && x->op == OP_AND && holds; i++)
        add_condition(it, x->args[i], true, f, depth - 1);
}

void iterations_add_facts(const struct iterations *it, uint32_t block, struct facts *f) {
    const struct kernel *k = it->kernel;
    for (uint32_t b = block; b != NONE && k->blocks[b].idom != NONE; b = k->blocks[b].idom) {
        const struct block *from = &k->blocks[k->blocks[b].idom];
        const struct value *end = &k->values[from->values[from->n_values - 1]];
        if (end->op != OP_BR || from->n_succs != 2 || from->succs[0] == from->succs[1] ||
            k->blocks[b].n_preds != 1)
            continue;
        add_condition(it, end->args[0], from->succs[0] == b, f, 4);
    }
}

/* Whether all of it is counts and constants that are not negative. */
static bool is_plainly_positive(const struct polynomial *p) {
    for (uint32_t i = 0; i < p->n; i++) {
        if (p->at[i].factor < 0)
            return false;
        for (uint32_t s = 0; s < p->at[i].n; s++)
            if (!symbol_counts(p->at[i].symbols[s]))
                return false;
    }
    return true;
}

/* The term that stands in the way: of a negative factor, or of what may be negative. */
static const struct monomial *obstacle(const struct polynomial *p) {
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < p->n; i++) {
            bool counts = p->at[i].n > 0;
            for (uint32_t s = 0; s < p->at[i].n; s++)
                counts = counts && symbol_counts(p->at[i].symbols[s]);
            if (pass == 0 ? p->at[i].factor < 0 && p->at[i].n : p->at[i].n && !counts)
                return &p->at[i];
        }
    return NULL;
}

static bool implies(const struct facts *f, const struct polynomial *p, int depth) {
    if (p->unknown)
        return false;
    if (is_plainly_positive(p))
        return true;
    const struct monomial *o = obstacle(p);
    for (uint32_t i = 0; i < f->n && o && depth > 0; i++)
        for (uint32_t t = 0; t < f->at[i].n; t++) {
            const struct monomial *m = &f->at[i].at[t];
            int64_t times = m->factor ? o->factor / m->factor : 0;
            if (!poly_same_symbols(m, o) || times <= 0)
                continue;
            struct polynomial rest = poly_add(*p, -times, &f->at[i]);
            if (implies(f, &rest, depth - 1))
                return true;
        }
    return false;
}

bool facts_imply(const struct facts *f, const struct polynomial *p) {
    return implies(f, p, 6);
}
