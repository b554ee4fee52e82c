/* Dependences between iterations that are to be work-items: for each store and each other access
 * that may reach the same memory, whether two different work-items can. Addresses are polynomials;
 * where they are equal, is split into equations for each dimension of the array, as far as the
 * conditions around the accesses show that its parts do not run into each other. */
#include "analysis/ir/dependence.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/ir/query.h"
#include "analysis/passes/iterations.h"
#include "base/vec.h"

/* What two accesses have in common. */
struct pair {
    const struct iterations *it;
    const struct access *x, *y;
    struct facts facts; /* of both, those of y for another iteration */
    uint32_t dims;      /* of the work-items */
    bool fixed[3];      /* the equations say how far the work-items lie apart */
    int64_t distance[3];
    bool varies[3]; /* the dimension is in an equation */
    bool never;     /* there is no solution */
    bool split;     /* all equations are exact */
};

/* --- equations ------------------------------------------------------------------------ */

static uint32_t own_symbol(uint32_t symbol) {
    return symbol_counts(symbol) && symbol >= SYMBOL_COUNTS + SYMBOL_OTHER ? symbol - SYMBOL_OTHER
                                                                           : symbol;
}

static bool is_dimension(const struct pair *p, uint32_t symbol) {
    uint32_t own = own_symbol(symbol);
    return own >= SYMBOL_COUNTS && own < SYMBOL_COUNTS + p->dims;
}

/* The counting symbol of a term that has exactly one, and the rest of the term. False if it has
 * more. */
static bool take_count(const struct monomial *m, uint32_t *count, struct monomial *rest) {
    *count = 0;
    *rest = (struct monomial){.factor = m->factor};
    for (uint32_t i = 0; i < m->n; i++) {
        if (!symbol_counts(m->symbols[i]))
            rest->symbols[rest->n++] = m->symbols[i];
        else if (*count)
            return false;
        else
            *count = m->symbols[i];
    }
    return true;
}

/* A difference of one count, as c * i - c * i' + d. */
static bool is_distance(const struct polynomial *e, uint32_t *symbol, int64_t *distance) {
    int64_t own = 0, other = 0;
    *symbol = 0;
    for (uint32_t i = 0; i < e->n; i++) {
        const struct monomial *m = &e->at[i];
        if (!m->n)
            continue;
        uint32_t s = m->symbols[0];
        if (m->n > 1 || !symbol_counts(s) || (*symbol && *symbol != own_symbol(s)))
            return false;
        *symbol = own_symbol(s);
        *(s == *symbol ? &own : &other) += m->factor;
    }
    if (!*symbol || own != -other)
        return false;
    int64_t rest = poly_constant_term(e);
    *distance = rest % own ? INT64_MAX : rest / own;
    return true;
}

/* Whether e is never 0: by divisors, or by what is known of its size. */
static bool has_no_zero(const struct pair *p, const struct polynomial *e) {
    struct polynomial one = poly_constant(1), none = {0};
    struct polynomial positive = poly_add(*e, -1, &one);
    struct polynomial negative = poly_add(poly_add(none, -1, e), -1, &one);
    return facts_imply(&p->facts, &positive) || facts_imply(&p->facts, &negative);
}

/* Whether the counts can lie so far apart: |distance| beyond what the facts allow is impossible. */
static bool is_too_far(const struct pair *p, uint32_t symbol, int64_t distance) {
    int64_t far = distance < 0 ? -distance : distance;
    struct polynomial i = poly_symbol(symbol), last = poly_constant(far - 1);
    struct polynomial other = poly_symbol(symbol + SYMBOL_OTHER);
    struct polynomial a = poly_add(last, -1, &i), b = poly_add(last, -1, &other);
    return far && facts_imply(&p->facts, &a) && facts_imply(&p->facts, &b);
}

/* Draws the conclusions from an equation e = 0. */
static void take_equation(struct pair *p, const struct polynomial *e) {
    uint32_t symbol;
    int64_t distance;
    if (has_no_zero(p, e)) {
        p->never = true;
        return;
    }
    for (uint32_t i = 0; i < e->n; i++)
        for (uint32_t s = 0; s < e->at[i].n; s++)
            if (is_dimension(p, e->at[i].symbols[s]))
                p->varies[own_symbol(e->at[i].symbols[s]) - SYMBOL_COUNTS] = true;
    if (poly_is_constant(e))
        return;
    if (!is_distance(e, &symbol, &distance)) {
        p->split = false;
        return;
    }
    if (distance == INT64_MAX || is_too_far(p, symbol, distance)) {
        p->never = true;
    } else if (is_dimension(p, symbol)) {
        uint32_t d = symbol - SYMBOL_COUNTS;
        p->never |= p->fixed[d] && p->distance[d] != distance;
        p->fixed[d] = true;
        p->distance[d] = distance;
    }
}

/* --- dimensions ------------------------------------------------------------------------ */

/* What a term is a multiple of, apart from counts: of rows the longer one. */
static struct monomial stride_of(const struct monomial *m) {
    struct monomial stride;
    uint32_t count;
    if (!take_count(m, &count, &stride))
        return (struct monomial){0};
    stride.factor = llabs(stride.factor);
    return stride;
}

static bool is_larger(const struct monomial *a, const struct monomial *b) {
    return a->n != b->n ? a->n > b->n : a->factor > b->factor;
}

/* The largest stride of the terms that count. Factor 0: no such term, or one is no product of one
 * count. */
static struct monomial largest_stride(const struct polynomial *e) {
    struct monomial largest = {0};
    for (uint32_t i = 0; i < e->n; i++) {
        struct monomial stride = stride_of(&e->at[i]);
        uint32_t count;
        struct monomial rest;
        if (!stride.factor)
            return stride;
        if (take_count(&e->at[i], &count, &rest) && count && is_larger(&stride, &largest))
            largest = stride;
    }
    return largest;
}

/* e = stride * quotient + rest, where the rest is what is no multiple, or a small constant. */
static void divide(const struct polynomial *e, const struct monomial *stride,
                   struct polynomial *quotient, struct polynomial *rest) {
    *quotient = *rest = (struct polynomial){0};
    for (uint32_t i = 0; i < e->n; i++) {
        struct monomial part = stride_of(&e->at[i]), m = e->at[i];
        uint32_t count;
        struct monomial ignored;
        bool multiple = poly_same_symbols(&part, stride) && m.factor % stride->factor == 0;
        if (multiple && take_count(&e->at[i], &count, &ignored)) {
            struct polynomial q = count ? poly_symbol(count) : poly_constant(1);
            *quotient = poly_add(*quotient, m.factor / stride->factor, &q);
            continue;
        }
        int64_t times =
            !m.n && !stride->n
                ? (m.factor + (m.factor < 0 ? -1 : 1) * stride->factor / 2) / stride->factor
                : 0;
        struct polynomial whole = poly_constant(times);
        m.factor -= times * stride->factor;
        struct polynomial left = poly_of(m);
        *quotient = poly_add(*quotient, 1, &whole);
        *rest = poly_add(*rest, 1, &left);
    }
}

/* Whether |rest| is less than the stride. */
static bool is_within(const struct pair *p, const struct polynomial *rest,
                      const struct monomial *stride) {
    struct polynomial less = poly_of(*stride), one = poly_constant(1);
    less = poly_add(less, -1, &one);
    struct polynomial up = poly_add(less, -1, rest), down = poly_add(less, 1, rest);
    return facts_imply(&p->facts, &up) && facts_imply(&p->facts, &down);
}

/* Splits e = 0 into equations as long as one part is smaller than what the other goes in steps of.
 */
static void solve(struct pair *p, struct polynomial e) {
    enum { MOST_DIMENSIONS = 6 };
    if (has_no_zero(p, &e)) {
        p->never = true;
        return;
    }
    for (int i = 0; i < MOST_DIMENSIONS && !p->never; i++) {
        struct monomial stride = largest_stride(&e);
        struct polynomial quotient, rest;
        if (!stride.factor)
            break;
        divide(&e, &stride, &quotient, &rest);
        if (!is_within(p, &rest, &stride))
            break;
        take_equation(p, &quotient);
        e = rest;
    }
    if (!p->never && e.n)
        take_equation(p, &e);
}

/* --- pairs ------------------------------------------------------------------------------ */

static int64_t common_divisor(const struct polynomial *e) {
    int64_t g = 0;
    for (uint32_t i = 0; i < e->n; i++)
        for (int64_t b = e->at[i].n ? llabs(e->at[i].factor) : 0; b;) {
            int64_t t = g % b;
            g = b;
            b = t;
        }
    return g;
}

/* The bytes that two accesses may lie apart and still meet: one that the addresses' divisor allows.
 * False if there are several; *never: none. */
static bool meeting_offset(const struct pair *p, const struct polynomial *e, int64_t *offset,
                           bool *never) {
    int64_t g = common_divisor(e), rest = poly_constant_term(e), n = 0;
    for (int64_t d = -(int64_t)p->x->bytes + 1; d < (int64_t)p->y->bytes; d++)
        if (g ? (rest - d) % g == 0 : rest == d) {
            *offset = d;
            n++;
        }
    *never = n == 0;
    return n == 1 || (!g && n);
}

static void compare_addresses(struct pair *p) {
    const struct value *values = p->it->kernel->values;
    struct polynomial x = iterations_address(p->it, values[p->x->value].args[0]);
    struct polynomial y = iterations_address(p->it, values[p->y->value].args[0]);
    struct polynomial other = iterations_of_other(&y);
    struct polynomial e = poly_add(x, -1, &other);
    int64_t offset = 0;
    p->split = !e.unknown && meeting_offset(p, &e, &offset, &p->never);
    if (!p->split || p->never)
        return;
    struct polynomial by = poly_constant(offset);
    solve(p, poly_add(e, -1, &by));
}

/* Whether the conditions around the accesses let but one work-item of the dimension through. */
static bool is_one_item(const struct pair *p, uint32_t d) {
    struct polynomial i = poly_symbol(symbol_of_dimension(d));
    struct polynomial other = poly_symbol(symbol_of_dimension(d) + SYMBOL_OTHER);
    struct polynomial up = poly_add(i, -1, &other), down = poly_add(other, -1, &i);
    return facts_imply(&p->facts, &up) && facts_imply(&p->facts, &down);
}

/* Whether only one work-item comes to both accesses. */
static bool stays_within_one(const struct pair *p) {
    for (uint32_t d = 0; d < p->dims; d++)
        if ((!p->fixed[d] || p->distance[d]) && !is_one_item(p, d))
            return false;
    return true;
}

/* Whether the solutions are known: each dimension has its distance, or all of its work-items are
 * meant. */
static bool is_certain(const struct pair *p) {
    bool all = p->split;
    for (uint32_t d = 0; d < p->dims; d++)
        all = all && (p->fixed[d] || !p->varies[d]);
    return all;
}

/* --- arrays ------------------------------------------------------------------------------- */

static const struct param *param_of(const struct kernel *k, const struct access *x) {
    const struct value *v = x->root == NONE ? NULL : &k->values[x->root];
    return v && v->op == OP_PARAM ? &k->params[v->imm] : NULL;
}

static bool is_text(const struct param *p) {
    return !p->type_name || !*p->type_name || strstr(p->type_name, "char");
}

/* Numbers of one width are of one type here, with a sign or without: C lets pointers to both meet.
 */
static const char *without_sign(const char *type) {
    return *type == 'u' ? type + 1 : type;
}

/* How two accesses of different roots may meet: not at all, or if the arrays overlap. */
static enum independence overlap(const struct kernel *k, const struct access *x,
                                 const struct access *y) {
    const struct param *a = param_of(k, x), *b = param_of(k, y);
    if (!a || !b)
        return ITERATIONS_NOT_PROVEN;
    if (a->restricted || b->restricted || (a->own_memory && b->own_memory))
        return ITERATIONS_INDEPENDENT;
    if (!is_text(a) && !is_text(b) &&
        strcmp(without_sign(a->type_name), without_sign(b->type_name)) != 0)
        return ITERATIONS_INDEPENDENT;
    return ITERATIONS_UNLESS_OVERLAP;
}

/* --- the loop ------------------------------------------------------------------------------ */

struct finder {
    struct arena *arena;
    struct iterations it;
    uint32_t dims;
    struct dependences out;
};

static void add(struct finder *f, struct dependence d) {
    for (size_t i = 0; i < f->out.n; i++) {
        const struct dependence *o = &f->out.at[i];
        bool same = o->name && d.name && strcmp(o->name, d.name) == 0 && o->verdict == d.verdict;
        if (same && o->access == d.access)
            return;
    }
    vec_push(f->arena, &f->out, d);
    if (d.verdict > f->out.verdict)
        f->out.verdict = d.verdict;
}

static void add_pair(struct finder *f, uint32_t x, uint32_t y, const struct pair *p) {
    const struct kernel *k = f->it.kernel;
    const struct access *store = &k->accesses[x];
    struct dependence d = {.verdict = ITERATIONS_NOT_PROVEN,
                           .access = x,
                           .other = y,
                           .name = store->base,
                           .loc = store->loc};
    if (p && is_certain(p)) {
        d.verdict = ITERATIONS_DEPENDENT;
        d.has_distance = true;
        for (uint32_t i = 0; i < f->dims; i++) {
            d.has_distance &= p->fixed[i];
            d.distance[i] = p->distance[i];
        }
    } else if (!p) {
        d.verdict = overlap(k, store, &k->accesses[y]);
    }
    add(f, d);
}

static void compare(struct finder *f, uint32_t x, uint32_t y) {
    const struct kernel *k = f->it.kernel;
    const struct access *a = &k->accesses[x], *b = &k->accesses[y];
    if (a->root == NONE || b->root == NONE) {
        add_pair(f, x, y, NULL);
        return;
    }
    if (a->root != b->root) {
        if (overlap(k, a, b) != ITERATIONS_INDEPENDENT)
            add_pair(f, x, y, NULL);
        return;
    }
    struct pair *p = NEW(f->arena, struct pair);
    struct facts own = {0};
    *p = (struct pair){.it = &f->it, .x = a, .y = b, .dims = f->dims};
    iterations_add_facts(&f->it, k->values[a->value].block, &p->facts);
    iterations_add_facts(&f->it, k->values[b->value].block, &own);
    for (uint32_t i = 0; i < own.n && p->facts.n < MOST_FACTS; i++)
        p->facts.at[p->facts.n++] = iterations_of_other(&own.at[i]);
    compare_addresses(p);
    if (!p->never && !(p->split && stays_within_one(p)))
        add_pair(f, x, y, p);
}

static bool is_shared(const struct access *a) {
    return a->space != SPACE_PRIVATE && a->kind != ACCESS_ATOMIC;
}

static void compare_accesses(struct finder *f) {
    const struct access *accesses = f->it.kernel->accesses;
    const uint32_t n_accesses = f->it.kernel->n_accesses;
    for (uint32_t x = 0; x < n_accesses; x++)
        for (uint32_t y = 0; y < n_accesses; y++) {
            const struct access *a = &accesses[x], *b = &accesses[y];
            bool twice = b->kind == ACCESS_STORE && y < x;
            if (is_shared(a) && is_shared(b) && a->kind == ACCESS_STORE && !twice)
                compare(f, x, y);
        }
}

/* Scalars that go on from iteration to iteration other than as a sum or the like. */
static void add_scalars(struct finder *f) {
    const struct sequential_loop *s = f->it.kernel->sequential;
    for (size_t i = 0; i < s->n_carried; i++)
        if (!s->carried[i].operation)
            add(f, (struct dependence){.verdict = ITERATIONS_DEPENDENT,
                                       .access = NONE,
                                       .other = NONE,
                                       .name = s->carried[i].name,
                                       .loc = f->it.kernel->loc});
}

/* Calls of what is not in the source may do anything. */
static void add_calls(struct finder *f) {
    const struct value *values = f->it.kernel->values;
    const uint32_t n_values = f->it.kernel->n_values;
    for (uint32_t i = 0; i < n_values; i++)
        if (values[i].op == OP_CALL)
            add(f, (struct dependence){.verdict = ITERATIONS_NOT_PROVEN,
                                       .access = NONE,
                                       .other = NONE,
                                       .loc = values[i].loc,
                                       .reason = "it calls a function that is not in the source"});
}

static struct dependences find(struct arena *a, const struct kernel *k,
                               const struct launch *launch) {
    struct finder f = {.arena = a, .it = {k, launch}};
    while (f.dims < 3 && k->sequential->counters[f.dims])
        f.dims++;
    compare_accesses(&f);
    add_scalars(&f);
    add_calls(&f);
    return f.out;
}

struct dependences an_find_dependences(struct arena *a, const struct kernel *k,
                                       const struct launch *launch) {
    struct dependences always = find(a, k, NULL);
    if (always.verdict < ITERATIONS_NOT_PROVEN || !launch)
        return always;
    struct dependences here = find(a, k, launch);
    here.for_launch = here.verdict != always.verdict;
    return here.verdict < always.verdict || here.verdict == ITERATIONS_DEPENDENT ? here : always;
}
