#include "diag/fix/relation.h"

#include <string.h>

#include "analysis/ir/query.h"
#include "base/hash.h"
#include "base/vec.h"

/* Comparisons that one may lead to, one inside the other. */
enum { MOST_STEPS = 4000 };

static const struct value *before(const struct relation *r, uint32_t x) {
    return &r->before->values[x];
}

static const struct value *after(const struct relation *r, uint32_t y) {
    return &r->after->values[y];
}

/* Fences are functions without a result. */
bool relation_is_effect(const struct value *v) {
    return is_access(v) || v->op == OP_BARRIER || v->op == OP_CALL || v->op == OP_SUBGROUP ||
           v->op == OP_BR || v->op == OP_SWITCH || v->op == OP_RET ||
           (v->op == OP_MATH && v->type == TYPE_VOID);
}

/* Of the same shape, whatever the operands are. Functions that give the same number have other
 * classes where they are not as precise. */
static bool is_alike(const struct value *x, const struct value *y) {
    return x->op == y->op && (x->op != OP_MATH || x->cls == y->cls) && x->type == y->type &&
           x->comps == y->comps && x->bits == y->bits && x->imm == y->imm &&
           x->n_args == y->n_args && x->n_imms == y->n_imms &&
           (!x->n_imms || memcmp(x->imms, y->imms, x->n_imms * sizeof *x->imms) == 0);
}

/* The place of the pair in the table: a free one if it is not there. */
static size_t slot_of(const struct relation *r, uint32_t x, uint32_t y) {
    size_t slot = hash_of((uint64_t)x << 32 | y) & (r->table.cap - 1);
    for (; r->table.at[slot] != NONE; slot = (slot + 1) & (r->table.cap - 1)) {
        const struct relation_pair *p = &r->pairs.at[r->table.at[slot]];
        if (p->x == x && p->y == y)
            break;
    }
    return slot;
}

static void grow_table(struct relation *r) {
    r->table.cap = r->table.cap ? r->table.cap * 2 : 1024;
    r->table.at = NEW_ARRAY(r->arena, uint32_t, r->table.cap);
    memset(r->table.at, 0xff, r->table.cap * sizeof *r->table.at);
    for (size_t i = 0; i < r->pairs.n; i++)
        r->table.at[slot_of(r, r->pairs.at[i].x, r->pairs.at[i].y)] = (uint32_t)i;
}

static bool is_assumed(const struct relation *r, uint32_t x, uint32_t y) {
    uint32_t at = r->table.cap ? r->table.at[slot_of(r, x, y)] : NONE;
    return at != NONE && r->pairs.at[at].holds;
}

static void assume(struct relation *r, uint32_t x, uint32_t y) {
    if (r->pairs.n * 2 >= r->table.cap)
        grow_table(r);
    size_t slot = slot_of(r, x, y);
    if (r->table.at[slot] == NONE) {
        r->table.at[slot] = (uint32_t)r->pairs.n;
        vec_push(r->arena, &r->pairs, (struct relation_pair){x, y, true});
    }
    r->pairs.at[r->table.at[slot]].holds = true;
    vec_push(r->arena, &r->trail, r->table.at[slot]);
}

/* Takes back all assumptions but the first n. */
static void withdraw(struct relation *r, size_t n) {
    while (r->trail.n > n)
        r->pairs.at[r->trail.at[--r->trail.n]].holds = false;
}

uint32_t relation_source(const struct kernel *k, uint32_t value) {
    for (;;) {
        const struct value *v = &k->values[value];
        bool copies = v->op == OP_COPY && !v->imm && v->type == k->values[v->args[0]].type &&
                      v->bits == k->values[v->args[0]].bits;
        if (!copies && !(v->op == OP_PHI && v->n_args == 1))
            return value;
        value = v->args[0];
    }
}

static bool same_objects(struct relation *r, const struct object *x, const struct object *y) {
    bool equal = x->space == y->space && x->bytes == y->bytes && !x->init == !y->init &&
                 !x->name == !y->name && (!x->name || strcmp(x->name, y->name) == 0) &&
                 (!x->init || memcmp(x->init, y->init, x->bytes) == 0);
    return equal || (r->edit && r->edit->objects && r->edit->objects(r, x, y));
}

/* Operands that come along paired edges. */
static bool same_phis(struct relation *r, const struct value *x, const struct value *y) {
    const struct block *to = &r->before->blocks[x->block], *copy = &r->after->blocks[y->block];
    if (r->block[x->block] != y->block || to->n_preds != copy->n_preds)
        return false;
    for (uint32_t i = 0; i < to->n_preds; i++) {
        uint32_t k = 0;
        while (k < copy->n_preds && copy->preds[k] != r->block[to->preds[i]])
            k++;
        if (k == copy->n_preds || !relation_same(r, x->args[i], y->args[k]))
            return false;
    }
    return true;
}

static bool same_operands(struct relation *r, const struct value *x, const struct value *y) {
    for (uint32_t i = 0; i < x->n_args; i++)
        if (!relation_same(r, x->args[i], y->args[i]))
            return false;
    return true;
}

/* By what they do. Effects are the same only where their blocks have paired them. */
static bool compare(struct relation *r, uint32_t x, uint32_t y) {
    const struct value *v = before(r, x), *w = after(r, y);
    if (v->op == OP_OBJECT && w->op == OP_OBJECT)
        return same_objects(r, &r->before->objects[v->imm], &r->after->objects[w->imm]);
    if (!is_alike(v, w) || relation_is_effect(v) || (v->op == OP_UNDEF && v->type == TYPE_OTHER))
        return false;
    return v->op == OP_PHI ? same_phis(r, v, w) : same_operands(r, v, w);
}

bool relation_same(struct relation *r, uint32_t x, uint32_t y) {
    x = relation_source(r->before, x);
    y = relation_source(r->after, y);
    if (is_assumed(r, x, y))
        return true;
    enum relation_answer answer =
        r->edit && r->edit->decides ? r->edit->decides(r, x, y) : RELATION_COMPARE;
    if (answer != RELATION_COMPARE)
        return answer == RELATION_YES;
    if (r->steps == 0)
        return false;
    r->steps--;
    size_t n = r->trail.n;
    assume(r, x, y);
    bool same = compare(r, x, y);
    if (!same) {
        withdraw(r, n);
        assume(r, x, y);
        same = r->edit && r->edit->allows && r->edit->allows(r, x, y);
    }
    if (!same)
        withdraw(r, n);
    r->steps++;
    return same;
}

static bool is_skipped(struct relation *r, const struct kernel *k, uint32_t value) {
    if (!relation_is_effect(&k->values[value]))
        return true;
    bool (*without)(struct relation *, uint32_t) = !r->edit         ? NULL
                                                   : k == r->before ? r->edit->removes
                                                                    : r->edit->adds;
    return without && without(r, value);
}

/* The next effect of the block from *i on that has a counterpart, or NONE. */
static uint32_t next_effect(struct relation *r, const struct kernel *k, const struct block *b,
                            uint32_t *i) {
    while (*i < b->n_values && is_skipped(r, k, b->values[*i]))
        ++*i;
    return *i < b->n_values ? b->values[(*i)++] : NONE;
}

/* Pairs the effects of two blocks; false if there are others, or in another order. */
static bool pair_effects(struct relation *r, const struct block *b, const struct block *c) {
    uint32_t i = 0, k = 0, x, y;
    do {
        x = next_effect(r, r->before, b, &i);
        y = next_effect(r, r->after, c, &k);
        if ((x == NONE) != (y == NONE) || (x != NONE && !is_alike(before(r, x), after(r, y))))
            return false;
        if (x != NONE)
            assume(r, x, y);
    } while (x != NONE);
    return true;
}

/* Pairs the blocks that can be reached, and their effects. */
static bool pair_blocks(struct relation *r) {
    VEC(uint32_t) open = {0};
    bool *taken = NEW_ARRAY(r->arena, bool, r->after->n_blocks);
    vec_push(r->arena, &open, 0);
    r->block[0] = 0;
    taken[0] = true;
    while (open.n) {
        uint32_t number = open.at[--open.n];
        const struct block *b = &r->before->blocks[number];
        const struct block *c = &r->after->blocks[r->block[number]];
        if (b->n_succs != c->n_succs || !pair_effects(r, b, c))
            return false;
        for (uint32_t s = 0; s < b->n_succs; s++) {
            uint32_t to = b->succs[s], copy = c->succs[s];
            if (r->block[to] == NONE && !taken[copy]) {
                r->block[to] = copy;
                taken[copy] = true;
                vec_push(r->arena, &open, to);
            }
            if (r->block[to] != copy)
                return false;
        }
    }
    return true;
}

static bool same_params(const struct kernel *x, const struct kernel *y) {
    if (x->n_params != y->n_params)
        return false;
    for (uint32_t i = 0; i < x->n_params; i++) {
        const struct param *p = &x->params[i], *q = &y->params[i];
        if (p->type != q->type || p->bits != q->bits || p->comps != q->comps ||
            p->space != q->space || p->elem_bytes != q->elem_bytes)
            return false;
    }
    return true;
}

/* A kernel that was not looked at has no code. */
static bool is_left_out(const struct kernel *k) {
    return k->reason && k->n_blocks == 1;
}

bool relation_holds(struct relation *r, struct arena *a, const struct kernel *x,
                    const struct kernel *y, const struct relation_edit *edit) {
    *r = (struct relation){.arena = a, .before = x, .after = y, .edit = edit, .steps = MOST_STEPS};
    r->block = NEW_ARRAY(a, uint32_t, x->n_blocks);
    memset(r->block, 0xff, x->n_blocks * sizeof *r->block);
    r->rounded = NEW_ARRAY(a, bool, y->n_values);
    if (is_left_out(x) || is_left_out(y) || !same_params(x, y) || !pair_blocks(r))
        return false;
    size_t effects = r->trail.n;
    for (size_t i = 0; i < effects; i++) {
        const struct relation_pair pair = r->pairs.at[r->trail.at[i]];
        if (!same_operands(r, before(r, pair.x), after(r, pair.y)))
            return false;
    }
    return true;
}
