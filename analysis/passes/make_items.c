/* Cuts blocks into items: straight-line computation, one memory instruction, or a
 * barrier. An item names the accesses whose results it waits for, so the
 * simulator sees which loads can overlap. */
#include "analysis/passes/passes.h"

#include "analysis/ir/query.h"
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

/* Passes its operand on without waiting for it. */
static bool passes_on(const struct value *v) {
    return v->op == OP_PHI || v->op == OP_COPY || v->op == OP_REGROUP || v->op == OP_TRUNC ||
           v->op == OP_ZEXT || v->op == OP_SEXT || v->op == OP_EXTRACT || v->op == OP_INSERT ||
           v->op == OP_SHUFFLE || (v->op == OP_OPAQUE && v->cls == CLASS_FREE);
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

/* Adds an instruction to a compute item; the chain is the longest path of dependent
 * instructions, counted in instructions. */
static void add_work(struct cutter *c, struct item *item, uint32_t item_number, uint32_t n) {
    const struct value *v = &c->k->values[n];
    uint32_t work = instruction_count(c->k, v), before = 0, deepest = 0;
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

/* Whether one side of a branch outside of loops leads here, and only that. Compilers move to such a
 * place what is used nowhere else, so that it has an item even where the view computes nothing. */
static bool is_side(const struct kernel *k, const struct block *b) {
    return b->loop == NONE && b->n_values && b->n_preds == 1 && k->blocks[b->preds[0]].n_succs > 1;
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
        if (!memory && instruction_count(k, v) == 0 && !open)
            continue;
        struct set waits = {0};
        if (memory || instruction_count(k, v))
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
    if (c->items.n == b->first_item && is_side(k, b))
        new_item(c, ITEM_COMPUTE, b->values[b->n_values - 1]);
    b->n_items = (uint32_t)c->items.n - b->first_item;
}

/* The instructions of a predicated block in one item; its accesses are only issued. */
static uint32_t empty_item(struct cutter *c, const struct block *b) {
    uint32_t all = (uint32_t)c->items.n;
    new_item(c, ITEM_COMPUTE, b->values[0]);
    struct item *sum = &c->items.at[all];
    for (uint32_t i = b->first_item; i < b->first_item + b->n_items; i++) {
        const struct item *item = &c->items.at[i];
        for (uint32_t cls = 0; cls < CLASSES; cls++) {
            sum->count[cls] = (uint16_t)(sum->count[cls] + item->count[cls]);
            sum->chain[cls] = (uint16_t)(sum->chain[cls] + item->chain[cls]);
        }
        sum->count[CLASS_CONTROL] += item->kind == ITEM_ACCESS;
    }
    return all;
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
        cut_block(&c, &k->blocks[i]);
    }
    for (uint32_t i = 0; i < k->n_blocks; i++) {
        struct block *b = &k->blocks[i];
        b->empty_item = b->predicated && b->n_items ? empty_item(&c, b) : NONE;
    }
    k->items = c.items.at;
    k->n_items = (uint32_t)c.items.n;
}
