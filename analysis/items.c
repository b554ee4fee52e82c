/* Cuts blocks into items: straight-line computation, one memory instruction, or a
 * barrier. An item names the accesses whose results it waits for, so the
 * simulator sees which loads can overlap.
 *
 * In the machine view a block is first reordered as an instruction scheduler does:
 * a load moves up to where its address is known, but not across a barrier or a
 * store to the same address space. Not modelled: limits on how far, by registers. */
#include "analysis/passes.h"

#include <stdlib.h>

#include "base/vec.h"

struct set {
    VEC(uint32_t) members; /* access numbers, no duplicates */
};

struct cutter {
    struct arena *arena;
    struct kernel *k;
    struct set *pending; /* by value: loads that must finish before it can be used */
    VEC(struct item) items;
    uint16_t *depth; /* by value: place on the longest chain of the current item */
    uint32_t *item_of;
};

static void set_add(struct arena *a, struct set *s, uint32_t member) {
    for (size_t i = 0; i < s->members.n; i++)
        if (s->members.at[i] == member)
            return;
    vec_push(a, &s->members, member);
}

static void set_union(struct arena *a, struct set *s, const struct set *other) {
    for (size_t i = 0; i < other->members.n; i++)
        set_add(a, s, other->members.at[i]);
}

static bool is_access(const struct value *v) {
    return v->op == OP_LOAD || v->op == OP_STORE || v->op == OP_ATOMIC;
}

/* Passes its operand on without waiting for it. */
static bool passes_on(const struct value *v) {
    return v->op == OP_PHI || v->op == OP_COPY || v->op == OP_TRUNC || v->op == OP_ZEXT ||
           v->op == OP_SEXT || v->op == OP_EXTRACT || v->op == OP_INSERT || v->op == OP_SHUFFLE;
}

/* Loads reach uses through phis and free operations; phis make it a fixed point. */
static void find_pending(struct cutter *c) {
    struct kernel *k = c->k;
    bool changed = true;
    for (int round = 0; changed && round < 8; round++) {
        changed = false;
        for (uint32_t i = 0; i < k->n_values; i++) {
            const struct value *v = &k->values[i];
            size_t before = c->pending[i].members.n;
            if (v->op == OP_LOAD || v->op == OP_ATOMIC)
                set_add(c->arena, &c->pending[i], v->site);
            else if (passes_on(v))
                for (uint32_t a = 0; a < v->n_args; a++)
                    set_union(c->arena, &c->pending[i], &c->pending[v->args[a]]);
            changed |= c->pending[i].members.n != before;
        }
    }
}

/* A private array that stays in memory is ordered like any other memory. */
static unsigned space_slot(const struct kernel *k, const struct value *v) {
    enum space s = k->accesses[v->site].space;
    return s == SPACE_CONSTANT ? SPACE_GLOBAL : s;
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

/* What has been placed so far in the block, for the order of memory. */
struct fences {
    uint32_t store[5], any[5]; /* by enum space: latest level of a store, of any access */
    uint32_t floor;            /* nothing after goes above this */
    uint32_t highest;
};

static uint32_t max32(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static uint32_t memory_level(const struct kernel *k, const struct value *v, struct fences *f,
                             uint32_t level) {
    unsigned s = space_slot(k, v);
    bool constant = k->accesses[v->site].space == SPACE_CONSTANT;
    if (v->op == OP_LOAD)
        level = constant ? level : max32(level, f->store[s]);
    else
        f->store[s] = level = max32(level, f->any[s]);
    f->any[s] = max32(f->any[s], level);
    return level;
}

/* Level = number of loads of this block on the longest path to the value. */
static void schedule(struct cutter *c, struct block *b) {
    struct kernel *k = c->k;
    struct slot *slots = NEW_ARRAY(c->arena, struct slot, b->n_values);
    uint32_t *level = NEW_ARRAY(c->arena, uint32_t, k->n_values);
    struct fences f = {0};
    for (uint32_t i = 0; i < b->n_values; i++) {
        uint32_t n = b->values[i];
        const struct value *v = &k->values[n];
        uint32_t l = f.floor;
        for (uint32_t a = 0; a < v->n_args && v->op != OP_PHI; a++) {
            const struct value *arg = &k->values[v->args[a]];
            if (arg->block == v->block)
                l = max32(l, level[v->args[a]] + (arg->op == OP_LOAD || arg->op == OP_ATOMIC));
        }
        if (is_access(v))
            l = memory_level(k, v, &f, l);
        if (v->op == OP_BARRIER || v->op == OP_BR || v->op == OP_SWITCH || v->op == OP_RET)
            f.floor = l = max32(l, f.highest);
        f.highest = max32(f.highest, l);
        level[n] = l;
        slots[i] = (struct slot){n, l, i};
    }
    qsort(slots, b->n_values, sizeof *slots, by_level);
    uint32_t *order = NEW_ARRAY(c->arena, uint32_t, b->n_values);
    for (uint32_t i = 0; i < b->n_values; i++)
        order[i] = slots[i].value;
    b->values = order;
}

static struct item *new_item(struct cutter *c, enum item_kind kind, uint32_t value) {
    struct item item = {
        .kind = (uint8_t)kind, .value = value, .access = NONE, .loc = c->k->values[value].loc};
    vec_push(c->arena, &c->items, item);
    return &c->items.at[c->items.n - 1];
}

/* The loads that the value's operands hang on and that nothing in the block has waited for
 * yet. `done` collects them. */
static struct set new_waits(struct cutter *c, const struct value *v, struct set *done) {
    struct set waits = {0};
    for (uint32_t a = 0; a < v->n_args && v->op != OP_PHI; a++) {
        const struct set *p = &c->pending[v->args[a]];
        for (size_t i = 0; i < p->members.n; i++) {
            size_t before = done->members.n;
            set_add(c->arena, done, p->members.at[i]);
            if (done->members.n != before)
                set_add(c->arena, &waits, p->members.at[i]);
        }
    }
    return waits;
}

static uint32_t work_of(const struct kernel *k, const struct value *v) {
    uint32_t comps = v->comps;
    if ((v->op == OP_MATH || v->op == OP_CALL) && v->n_args && k->values[v->args[0]].comps > comps)
        comps = k->values[v->args[0]].comps;
    return v->cls == CLASS_FREE ? 0 : comps;
}

/* Adds an instruction to a compute item; the chain is the longest path of dependent
 * instructions, counted in instructions. */
static void add_work(struct cutter *c, struct item *item, uint32_t item_number, uint32_t n) {
    const struct value *v = &c->k->values[n];
    uint32_t work = work_of(c->k, v), before = 0, deepest = 0;
    for (uint32_t i = 0; i < CLASSES; i++)
        deepest += item->chain[i];
    for (uint32_t a = 0; a < v->n_args; a++)
        if (c->item_of[v->args[a]] == item_number)
            before = max32(before, c->depth[v->args[a]]);
    item->count[v->cls] = (uint16_t)(item->count[v->cls] + work);
    c->item_of[n] = item_number;
    c->depth[n] = (uint16_t)(before + (work ? 1 : 0));
    if (c->depth[n] > deepest)
        item->chain[v->cls]++;
}

static void cut_block(struct cutter *c, struct block *b) {
    struct kernel *k = c->k;
    struct set done = {0};
    bool open = false;
    b->first_item = (uint32_t)c->items.n;
    for (uint32_t i = 0; i < b->n_values; i++) {
        uint32_t n = b->values[i];
        const struct value *v = &k->values[n];
        bool memory = is_access(v) || v->op == OP_BARRIER;
        if (!memory && work_of(k, v) == 0 && !open)
            continue;
        struct set waits = {0};
        if (memory || work_of(k, v))
            waits = new_waits(c, v, &done);
        if (memory || !open || waits.members.n) {
            enum item_kind kind = v->op == OP_BARRIER ? ITEM_BARRIER
                                  : memory            ? ITEM_ACCESS
                                                      : ITEM_COMPUTE;
            struct item *item = new_item(c, kind, n);
            item->waits = waits.members.at;
            item->n_waits = (uint32_t)waits.members.n;
            item->access = is_access(v) ? v->site : NONE;
            open = !memory;
        }
        if (!memory)
            add_work(c, &c->items.at[c->items.n - 1], (uint32_t)c->items.n - 1, n);
    }
    b->n_items = (uint32_t)c->items.n - b->first_item;
}

void an_make_items(struct arena *a, struct kernel *k) {
    struct cutter c = {.arena = a, .k = k};
    c.pending = NEW_ARRAY(a, struct set, k->n_values);
    c.depth = NEW_ARRAY(a, uint16_t, k->n_values);
    c.item_of = NEW_ARRAY(a, uint32_t, k->n_values);
    for (uint32_t i = 0; i < k->n_values; i++)
        c.item_of[i] = NONE;
    find_pending(&c);
    for (uint32_t i = 0; i < k->n_blocks; i++) {
        if (k->view == VIEW_MACHINE)
            schedule(&c, &k->blocks[i]);
        cut_block(&c, &k->blocks[i]);
    }
    k->items = c.items.at;
    k->n_items = (uint32_t)c.items.n;
    for (uint32_t i = 0; i < k->n_items; i++)
        for (uint32_t cls = 0; cls < CLASSES; cls++)
            k->n_instructions += k->items[i].count[cls] + (k->items[i].kind != ITEM_COMPUTE);
}
