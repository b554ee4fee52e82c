/* Machine view: the order of a block's instructions as a compiler's scheduler makes it.
 *
 * First what feeds an instruction goes right before it, the longest chain first, so
 * that few values are alive at a time. What a load is for follows it if little else is missing:
 * sums that share their operands grow side by side, and the operands die soon. Then loads move up
 * to where their addresses are known, so that they overlap, but not across a barrier or a store to
 * the same address space, and no more at a time than fill WORDS_AHEAD registers. Not modelled: what
 * else vendors' schedulers weigh. */
#include <stdlib.h>

#include "analysis/ir/query.h"
#include "base/vec.h"
#include "codegen/estimate/machine/machine.h"

/* Registers of four bytes whose loads compilers have in flight before they use the first: nvcc 13.0
 * loads 16 numbers for each step of a product of matrices, and those of the next step only when it
 * has used them, be they loaded by one, two or four. A load from local memory counts as one
 * register: those of products on Kepler and Maxwell come four at a time, further ahead. */
enum { WORD_BYTES = 4, WORDS_AHEAD = 16 };

/* A use follows its load if no more than so many loads, and values altogether, are missing. */
enum { MISSING_LOADS = 4, MISSING_VALUES = 48 };

/* Uses follow loads that follow uses, and so on, so many times. */
enum { MOST_FOLLOWING = 32 };

struct scheduler {
    struct arena *arena;
    const struct kernel *k;
    const struct block *b;
    uint32_t *order; /* the block's values in new order, n of them so far */
    uint32_t n;
    uint32_t *depth;     /* by value: longest chain in the block that ends here */
    bool *placed;        /* by value */
    uint32_t *first_use; /* by value: its uses in the block are uses[] from here on, */
    uint32_t *n_uses;    /* so many */
    uint32_t *uses;
    uint32_t following;   /* how deep */
    uint32_t *position;   /* by value: in the block as it was */
    uint32_t next_fixed;  /* position of what is placed now and stays in order */
    uint32_t *level;      /* by value: loads of the block on the longest path to it, or more */
    bool *after_load;     /* by value: such a path has a load */
    uint32_t *lowest_use; /* by value: least level of its uses in the block, + 1; 0 = none */
};

/* Constant loads are ordered with global ones. */
static unsigned space_slot(const struct access *accesses, const struct value *v) {
    enum space s = accesses[v->site].space;
    return s == SPACE_CONSTANT ? SPACE_GLOBAL : s;
}

static bool in_block(const struct scheduler *s, uint32_t n) {
    return s->k->values[n].block == s->k->values[s->b->values[0]].block;
}

static void find_depths(struct scheduler *s) {
    for (uint32_t i = 0; i < s->b->n_values; i++) {
        const struct value *v = &s->k->values[s->b->values[i]];
        uint32_t deepest = 0;
        for (uint32_t a = 0; a < v->n_args && v->op != OP_PHI; a++)
            if (in_block(s, v->args[a]))
                deepest = max32(deepest, s->depth[v->args[a]]);
        s->depth[s->b->values[i]] = deepest + 1;
    }
}

/* The operand to place next: of those not yet placed the one with the longest chain. */
static uint32_t next_operand(const struct scheduler *s, const struct value *v) {
    uint32_t next = NONE;
    for (uint32_t a = 0; a < v->n_args && v->op != OP_PHI; a++) {
        uint32_t n = v->args[a];
        if (in_block(s, n) && !s->placed[n] && (next == NONE || s->depth[n] > s->depth[next]))
            next = n;
    }
    return next;
}

static void find_uses(struct scheduler *s) {
    const struct value *values = s->k->values;
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->b->n_values; i++) {
        s->position[s->b->values[i]] = i;
        s->n_uses[s->b->values[i]] = 0;
    }
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < s->b->n_values; i++) {
            const struct value *v = &values[s->b->values[i]];
            for (uint32_t a = 0; a < v->n_args && v->op != OP_PHI; a++) {
                if (!in_block(s, v->args[a]))
                    continue;
                if (pass)
                    s->uses[s->first_use[v->args[a]] + s->n_uses[v->args[a]]] = s->b->values[i];
                s->n_uses[v->args[a]]++;
            }
        }
        for (uint32_t i = 0; i < s->b->n_values && !pass; i++) {
            s->first_use[s->b->values[i]] = n;
            n += s->n_uses[s->b->values[i]];
            s->n_uses[s->b->values[i]] = 0;
        }
        if (!pass)
            s->uses = NEW_ARRAY(s->arena, uint32_t, n + 1);
    }
}

struct missing {
    uint32_t loads, values;
};

/* Counts what has to be placed before the value can be, until it is too much. */
static bool is_near(const struct scheduler *s, uint32_t value, struct missing *m) {
    const struct value *v = &s->k->values[value];
    if (!in_block(s, value) || s->placed[value])
        return true;
    m->values++;
    m->loads += v->op == OP_LOAD;
    if (v->op == OP_PHI || s->position[value] > s->next_fixed || m->values > MISSING_VALUES ||
        m->loads > MISSING_LOADS)
        return false;
    for (uint32_t a = 0; a < v->n_args; a++)
        if (!is_near(s, v->args[a], m))
            return false;
    return true;
}

/* A product that is only added to something is one instruction with that. */
static uint32_t fused(const struct scheduler *s, uint32_t value) {
    if (s->k->values[value].op != OP_FMUL || s->n_uses[value] != 1)
        return value;
    uint32_t use = s->uses[s->first_use[value]];
    enum op op = (enum op)s->k->values[use].op;
    return op == OP_FADD || op == OP_FSUB ? use : value;
}

static bool is_fixed(const struct value *v);
static void place(struct scheduler *s, uint32_t value);

/* Places what the loaded value is for, if all of that is near. */
static void place_uses(struct scheduler *s, uint32_t load) {
    if (s->n_uses[load] < 2 || s->following >= MOST_FOLLOWING)
        return;
    for (uint32_t i = 0; i < s->n_uses[load]; i++) {
        uint32_t use = fused(s, s->uses[s->first_use[load] + i]);
        if (is_fixed(&s->k->values[use]) || !is_near(s, use, &(struct missing){0}))
            return;
    }
    s->following++;
    for (uint32_t i = 0; i < s->n_uses[load]; i++)
        place(s, fused(s, s->uses[s->first_use[load] + i]));
    s->following--;
}

/* Places a value behind everything it needs. */
static void place(struct scheduler *s, uint32_t value) {
    VEC(uint32_t) stack = {0};
    if (s->placed[value])
        return;
    vec_push(s->arena, &stack, value);
    while (stack.n) {
        uint32_t n = stack.at[stack.n - 1], operand = next_operand(s, &s->k->values[n]);
        if (operand != NONE) {
            vec_push(s->arena, &stack, operand);
            continue;
        }
        stack.n--;
        if (s->placed[n])
            continue;
        s->placed[n] = true;
        s->order[s->n++] = n;
        if (s->k->values[n].op == OP_LOAD)
            place_uses(s, n);
    }
}

/* What must stay in order: memory writes, barriers, calls, the terminator. */
static bool is_fixed(const struct value *v) {
    return v->type == TYPE_VOID || v->op == OP_STORE || v->op == OP_ATOMIC || v->op == OP_BARRIER ||
           v->op == OP_CALL;
}

/* Loads that stand before a write of their address space stay before it. */
static void place_earlier_loads(struct scheduler *s, uint32_t end) {
    const struct value *write = &s->k->values[s->b->values[end]];
    for (uint32_t i = 0; i < end; i++) {
        const struct value *v = &s->k->values[s->b->values[i]];
        if (v->op == OP_LOAD && space_slot(s->k->accesses, v) == space_slot(s->k->accesses, write))
            place(s, s->b->values[i]);
    }
}

/* What stands before a barrier stays before it. First what the block computes for others, then what
 * is left, later values first: they pull in what leads to them in the order of its use. */
static void place_earlier(struct scheduler *s, uint32_t end) {
    for (uint32_t i = 0; i < end; i++)
        if (!s->n_uses[s->b->values[i]])
            place(s, s->b->values[i]);
    for (uint32_t i = end; i-- > 0;)
        place(s, s->b->values[i]);
}

static void place_operands(struct scheduler *s, uint32_t value) {
    for (uint32_t n; (n = next_operand(s, &s->k->values[value])) != NONE;)
        place(s, n);
}

static void place_all(struct scheduler *s) {
    const struct block *b = s->b;
    for (uint32_t i = 0; i < b->n_values; i++)
        if (s->k->values[b->values[i]].op == OP_PHI)
            place(s, b->values[i]);
    for (uint32_t i = 0; i < b->n_values; i++) {
        const struct value *v = &s->k->values[b->values[i]];
        if (!is_fixed(v))
            continue;
        s->next_fixed = i;
        place_operands(s, b->values[i]);
        if (is_access(v))
            place_earlier_loads(s, i);
        else
            place_earlier(s, i);
        place(s, b->values[i]);
    }
}

struct slot {
    uint32_t value, level, position;
};

static int by_level(const void *a, const void *b) {
    const struct slot *x = a, *y = b;
    if (x->level != y->level)
        return x->level < y->level ? -1 : 1;
    return x->position < y->position ? -1 : x->position > y->position;
}

/* What has been levelled so far in the block, for the order of memory. */
struct fences {
    uint32_t store[5], any[5]; /* by enum space: latest level of a store, of any access */
    uint32_t floor;            /* nothing after goes above this */
    uint32_t highest;
    uint32_t *words; /* by level: what its loads fill */
};

static uint32_t memory_level(const struct access *accesses, const struct value *v, struct fences *f,
                             uint32_t level) {
    unsigned s = space_slot(accesses, v);
    if (v->op == OP_LOAD) {
        level = accesses[v->site].space == SPACE_CONSTANT ? level : max32(level, f->store[s]);
        bool is_local = accesses[v->site].space == SPACE_LOCAL;
        uint32_t words = is_local ? 1 : max32(1, accesses[v->site].bytes / WORD_BYTES);
        while (f->words[level] && f->words[level] + words > WORDS_AHEAD)
            level++;
        f->words[level] += words;
    } else {
        f->store[s] = level = max32(level, f->any[s]);
    }
    f->any[s] = max32(f->any[s], level);
    return level;
}

/* What depends on no load of the block moves down to its first use, which keeps it out of a
 * register for as long; what does depend on loads frees theirs and stays. */
static void sink(struct scheduler *s) {
    const struct value *values = s->k->values;
    uint32_t *level = s->level;
    for (uint32_t i = 0; i < s->n; i++)
        s->lowest_use[s->order[i]] = 0;
    for (uint32_t i = s->n; i-- > 0;) {
        uint32_t n = s->order[i];
        const struct value *v = &values[n];
        if (!is_fixed(v) && v->op != OP_PHI && !s->after_load[n] && s->lowest_use[n])
            level[n] = max32(level[n], s->lowest_use[n] - 1);
        for (uint32_t a = 0; a < v->n_args && v->op != OP_PHI; a++) {
            uint32_t *use = &s->lowest_use[v->args[a]];
            *use = *use && *use - 1 < level[n] ? *use : level[n] + 1;
        }
    }
}

/* Level = number of loads of this block on the longest path to the value, and more
 * where too many loads have a level already. */
static void find_levels(struct scheduler *s) {
    struct fences f = {.words = NEW_ARRAY(s->arena, uint32_t, 2 * s->n + 1)};
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t n = s->order[i], l = f.floor;
        const struct value *v = &s->k->values[n];
        s->after_load[n] = is_access(v);
        for (uint32_t a = 0; a < v->n_args && v->op != OP_PHI; a++) {
            const struct value *arg = &s->k->values[v->args[a]];
            if (!in_block(s, v->args[a]))
                continue;
            s->after_load[n] |= s->after_load[v->args[a]];
            l = max32(l, s->level[v->args[a]] + (arg->op == OP_LOAD || arg->op == OP_ATOMIC));
        }
        if (is_access(v))
            l = memory_level(s->k->accesses, v, &f, l);
        if (is_fixed(v) && !is_access(v))
            f.floor = l = max32(l, f.highest);
        f.highest = max32(f.highest, l);
        s->level[n] = l;
    }
    sink(s);
}

static void schedule(struct arena *a, struct block *b, struct scheduler *s) {
    struct slot *slots = NEW_ARRAY(a, struct slot, b->n_values);
    s->b = b;
    s->n = 0;
    s->order = NEW_ARRAY(a, uint32_t, b->n_values);
    find_depths(s);
    find_uses(s);
    place_all(s);
    b->compact = arena_memdup(a, s->order, s->n * sizeof *s->order);
    find_levels(s);
    for (uint32_t i = 0; i < s->n; i++)
        slots[i] = (struct slot){s->order[i], s->level[s->order[i]], i};
    qsort(slots, s->n, sizeof *slots, by_level);
    for (uint32_t i = 0; i < s->n; i++)
        s->order[i] = slots[i].value;
    b->values = s->order;
}

void cg_schedule(struct arena *a, struct kernel *k) {
    struct scheduler s = {.arena = a, .k = k};
    s.depth = NEW_ARRAY(a, uint32_t, k->n_values);
    s.placed = NEW_ARRAY(a, bool, k->n_values);
    s.first_use = NEW_ARRAY(a, uint32_t, k->n_values);
    s.n_uses = NEW_ARRAY(a, uint32_t, k->n_values);
    s.position = NEW_ARRAY(a, uint32_t, k->n_values);
    s.level = NEW_ARRAY(a, uint32_t, k->n_values);
    s.after_load = NEW_ARRAY(a, bool, k->n_values);
    s.lowest_use = NEW_ARRAY(a, uint32_t, k->n_values);
    for (uint32_t i = 0; i < k->n_blocks; i++)
        if (k->blocks[i].n_values)
            schedule(a, &k->blocks[i], &s);
}
