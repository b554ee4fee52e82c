/* NVIDIA's even and odd registers are two banks. An instruction that reads two registers has one of
 * each, as ptxas 13.0 hands them out: what a sum in a register is added to is all in the other
 * bank, and what is stored, as addresses are pairs from an even register on. Instructions that read
 * three of them have two banks whatever happens. Seen in its code for compute capability 7.5 to
 * 9.0. */
#include <string.h>

#include "analysis/ir/query.h"
#include "base/heap.h"
#include "codegen/estimate/registers/liveness.h"

enum { EVEN, ODD };

/* Operands of one instruction, at most; of a vector's store only the first component counts. */
enum { MOST_READ = 4 };

struct link {
    uint32_t a, b; /* registers that should be in different banks */
};

struct banks {
    struct arena *arena;
    const struct regs *r;
    const uint32_t *user; /* by value: the only one that needs it, or NONE */
    bool *part;           /* by value: of the instruction of its only user */
    uint32_t *same;       /* by register: one that it stays in, itself at last */
    VEC(struct link) links;
    uint32_t *first, *linked; /* by register, and one more: where its links are; those */
    int8_t *bank;             /* by register */
};

static const uint32_t *find_only_users(struct arena *a, const struct value *values,
                                       uint32_t n_values) {
    uint32_t *user = NEW_ARRAY(a, uint32_t, n_values), *users = NEW_ARRAY(a, uint32_t, n_values);
    for (uint32_t i = 0; i < n_values; i++)
        for (uint32_t n = 0; values[i].block != NONE && n < values[i].n_args; n++) {
            user[values[i].args[n]] = i;
            users[values[i].args[n]]++;
        }
    for (uint32_t i = 0; i < n_values; i++)
        user[i] = users[i] == 1 ? user[i] : NONE;
    return user;
}

static uint32_t operand(const struct banks *b, const struct value *v, uint32_t arg) {
    uint32_t reg = b->r->of[b->r->first[v->args[arg]]];
    return reg != NONE && b->r->words[reg] ? reg : NONE;
}

/* A product that is added to something, and a sum of two of three, are in one instruction. */
static void find_parts(struct banks *b) {
    const struct value *values = b->r->k->values;
    const uint32_t n_values = b->r->k->n_values;
    for (uint32_t i = 0; i < n_values; i++) {
        const struct value *v = &values[i];
        bool sum = v->op == OP_FADD || v->op == OP_FSUB, three = v->op == OP_ADD && v->bits <= 32;
        for (uint32_t n = 0, done = 0; !done && n < v->n_args; n++) {
            const struct value *x = &values[v->args[n]];
            bool whole = true;
            for (uint32_t m = 0; m < x->n_args; m++)
                whole &= !b->part[x->args[m]];
            done = b->user[v->args[n]] == i &&
                   ((sum && x->op == OP_FMUL) || (three && x->op == OP_ADD && whole));
            b->part[v->args[n]] |= done;
        }
    }
}

/* The registers that an instruction reads, those of its parts included. */
static uint32_t read_by(const struct banks *b, const struct value *v, uint32_t *regs, uint32_t n) {
    for (uint32_t a = 0; a < v->n_args && n < MOST_READ; a++) {
        uint32_t reg = operand(b, v, a);
        if (b->part[v->args[a]])
            n = read_by(b, &b->r->k->values[v->args[a]], regs, n);
        else if (reg != NONE)
            regs[n++] = reg;
    }
    return n;
}

static uint32_t whole(const struct banks *b, uint32_t reg) {
    while (b->same[reg] != reg)
        reg = b->same[reg] = b->same[b->same[reg]];
    return reg;
}

static bool is_accumulated(const struct value *v) {
    return regs_comps(v) == 1 && (v->op == OP_FADD || v->op == OP_FSUB || v->op == OP_FMA ||
                                  v->op == OP_ADD || v->op == OP_FMIN || v->op == OP_FMAX);
}

/* A sum stays in the register of what something is added to. */
static void join_sums(struct banks *b) {
    const struct value *values = b->r->k->values;
    const uint32_t n_values = b->r->k->n_values;
    for (uint32_t i = 0; i < n_values; i++) {
        const struct value *v = &values[i];
        bool joined = !b->r->computed[i] || !is_accumulated(v);
        for (uint32_t a = 0; !joined && a < v->n_args; a++) {
            const struct value *x = &values[v->args[a]];
            joined = operand(b, v, a) != NONE && x->op != OP_LOAD && x->op != OP_FMUL &&
                     x->op != OP_WORKITEM && (x->op == OP_PHI || b->user[v->args[a]] == i);
            if (joined)
                b->same[whole(b, b->r->first[i])] = whole(b, operand(b, v, a));
        }
    }
}

/* Where the array's beginning is in registers, the address takes its place. */
static void find_links(struct banks *b) {
    const struct value *values = b->r->k->values;
    const uint32_t n_values = b->r->k->n_values;
    for (uint32_t i = 0; i < n_values; i++) {
        const struct value *v = &values[i];
        uint32_t regs[MOST_READ];
        bool reads = b->r->computed[i] && !b->part[i] && v->op != OP_PHI && v->op != OP_SELECT;
        uint32_t n = reads ? read_by(b, v, regs, 0) : 0;
        if (n == 1 && regs_base(b->r, i) != NONE)
            regs[n++] = b->r->first[i];
        if (n != 2)
            continue;
        struct link l = {whole(b, regs[0]), whole(b, regs[1])};
        vec_push(b->arena, &b->links, l);
        b->first[l.a + 1]++;
        b->first[l.b + 1]++;
    }
}

/* Sorts the links by register. */
static void index_links(struct banks *b) {
    uint32_t *next = NEW_ARRAY(b->arena, uint32_t, b->r->n);
    for (uint32_t i = 0; i < b->r->n; i++)
        next[i] = b->first[i + 1] += b->first[i];
    b->linked = NEW_ARRAY(b->arena, uint32_t, 2 * b->links.n + 1);
    for (size_t i = 0; i < b->links.n; i++) {
        b->linked[--next[b->links.at[i].a]] = b->links.at[i].b;
        b->linked[--next[b->links.at[i].b]] = b->links.at[i].a;
    }
}

/* Puts what is linked to the register in the other bank, and so on. */
static void spread(struct banks *b, uint32_t reg, uint32_t *stack) {
    uint32_t n = 0;
    stack[n++] = reg;
    while (n) {
        uint32_t from = stack[--n];
        for (uint32_t i = b->first[from]; i < b->first[from + 1]; i++) {
            uint32_t to = b->linked[i];
            if (b->bank[to] != ANY_BANK || b->r->words[to] != 1)
                continue;
            b->bank[to] = b->bank[from] == EVEN ? ODD : EVEN;
            stack[n++] = to;
        }
    }
}

/* First what addresses decide, then sums that most is added to. */
static void choose_banks(struct banks *b) {
    uint32_t *stack = NEW_ARRAY(b->arena, uint32_t, b->r->n);
    struct heap others = {.arena = b->arena};
    for (uint32_t i = 0; i < b->r->n; i++) {
        b->bank[i] = b->r->words[i] == 2 ? EVEN : ANY_BANK;
        if (b->r->words[i] == 1 && b->first[i + 1] > b->first[i])
            heap_push(&others, UINT32_MAX - (b->first[i + 1] - b->first[i]), i);
    }
    for (uint32_t i = 0; i < b->r->n; i++)
        if (b->r->words[i] == 2)
            spread(b, i, stack);
    while (others.items.n) {
        uint32_t reg = heap_pop(&others);
        if (b->bank[reg] != ANY_BANK)
            continue;
        b->bank[reg] = ODD;
        spread(b, reg, stack);
    }
}

const int8_t *regs_banks(struct arena *a, const struct regs *r) {
    struct banks b = {.arena = a, .r = r, .user = find_only_users(a, r->k->values, r->k->n_values)};
    b.part = NEW_ARRAY(a, bool, r->k->n_values);
    b.same = NEW_ARRAY(a, uint32_t, r->n);
    b.first = NEW_ARRAY(a, uint32_t, r->n + 1);
    b.bank = NEW_ARRAY(a, int8_t, r->n);
    for (uint32_t i = 0; i < r->n; i++)
        b.same[i] = i;
    find_parts(&b);
    join_sums(&b);
    find_links(&b);
    index_links(&b);
    choose_banks(&b);
    for (uint32_t i = 0; i < r->n; i++)
        b.bank[i] = r->words[i] == 1 ? b.bank[whole(&b, i)] : ANY_BANK;
    return b.bank;
}
