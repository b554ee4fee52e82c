#include "perfmodel/sim/counterfactual.h"

#include <string.h>

#include "analysis/ir/names.h"
#include "analysis/ir/query.h"
#include "base/hash.h"

/* A request by its address and pattern, and the place it got. */
struct seen {
    uint64_t address;
    uint32_t pattern; /* + 1, 0 = free */
    uint64_t place;
};

/* Whether a machine access is what became of the source's. One that several became has no place of
 * its own; then buffer and kind decide. */
static bool stands_for(const struct access *x, const struct whatif *w) {
    if (x->loc.line)
        return loc_same(x->loc, w->loc);
    const struct access *s = w->access;
    return s && s->kind == x->kind && s->base && x->base && strcmp(s->base, x->base) == 0;
}

static const bool *accesses_at(struct arena *a, const struct kernel *k, enum defect defect,
                               const struct whatif *w) {
    bool *marks = NEW_ARRAY(a, bool, k->n_accesses);
    for (uint32_t i = 0; i < k->n_accesses && w->defect == defect; i++)
        marks[i] = stands_for(&k->accesses[i], w);
    return marks;
}

static const bool *barriers_at(struct arena *a, const struct kernel *k, const struct whatif *w) {
    bool *marks = NEW_ARRAY(a, bool, k->n_items);
    for (uint32_t i = 0; i < k->n_items && w->defect == DEFECT_BARRIER; i++)
        marks[i] = k->items[i].kind == ITEM_BARRIER && loc_same(k->items[i].loc, w->loc);
    return marks;
}

/* The loads, and the stores by the same pointer: a variable takes the place of both. */
static const bool *repeated_at(struct arena *a, const struct kernel *k, const struct whatif *w) {
    const bool *loads = accesses_at(a, k, DEFECT_REDUNDANT_LOAD, w);
    bool *marks = NEW_ARRAY(a, bool, k->n_accesses);
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        marks[i] |= loads[i];
        for (uint32_t j = 0; j < k->n_accesses && loads[i]; j++)
            marks[j] |=
                k->accesses[j].kind == ACCESS_STORE &&
                k->values[k->accesses[j].value].args[0] == k->values[k->accesses[i].value].args[0];
    }
    return marks;
}

static bool is_written(const struct kernel *k, uint32_t root) {
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *a = &k->accesses[i];
        if (a->kind != ACCESS_LOAD &&
            (a->only_root == NONE ? a->space == SPACE_GLOBAL : a->only_root == root))
            return true;
    }
    return false;
}

bool whatif_can_tile(const struct kernel *k, const struct access *a) {
    return a->kind == ACCESS_LOAD && a->space == SPACE_GLOBAL && !a->assumed &&
           a->only_root != NONE && !is_written(k, a->only_root);
}

static const bool *tiled(struct arena *a, const struct kernel *k, const struct whatif *w) {
    bool *marks = NEW_ARRAY(a, bool, k->n_accesses);
    for (uint32_t i = 0; i < k->n_accesses && w->defect == DEFECT_UNTILED; i++)
        marks[i] = whatif_can_tile(k, &k->accesses[i]);
    return marks;
}

/* If the lanes of a warp agreed, fewer warps would run each side. */
static const double *region_weights(struct arena *a, const struct trace *t,
                                    const struct whatif *w) {
    double *weight = NEW_ARRAY(a, double, t->n_regions);
    for (size_t i = 0; i < t->n_regions; i++) {
        const struct trace_region *r = &t->regions[i];
        weight[i] = r->parent == NONE ? 1 : weight[r->parent];
        if (w->defect == DEFECT_DIVERGENCE && r->branch != NONE &&
            loc_same(t->kernel->branches[r->branch].loc, w->loc))
            weight[i] *= r->share;
    }
    return weight;
}

struct without *whatif_prepare(struct arena *a, const struct whatif *w, const struct trace *t) {
    struct without *x = NEW(a, struct without);
    x->arena = a;
    x->narrow = accesses_at(a, t->kernel, DEFECT_UNCOALESCED, w);
    x->no_conflict = accesses_at(a, t->kernel, DEFECT_BANK_CONFLICT, w);
    x->one_each = accesses_at(a, t->kernel, DEFECT_ATOMIC_CONTENTION, w);
    x->uniform = accesses_at(a, t->kernel, DEFECT_CONSTANT_DIVERGENCE, w);
    x->once = repeated_at(a, t->kernel, w);
    x->tiled = tiled(a, t->kernel, w);
    x->no_wait = barriers_at(a, t->kernel, w);
    x->no_private = w->defect == DEFECT_PRIVATE_MEMORY;
    x->no_spills = w->defect == DEFECT_SPILLS;
    x->weight = region_weights(a, t, w);
    return x;
}

/* What a component of that class becomes: native functions are one operation of the special unit,
 * and one more to scale argument or result. */
static const struct {
    enum defect defect;
    enum op_class from, to[2];
} instead[] = {
    {DEFECT_SLOW_MATH, CLASS_FDIV, {CLASS_SFU, CLASS_FP32}},
    {DEFECT_SLOW_MATH, CLASS_SQRT, {CLASS_SFU, CLASS_FREE}},
    {DEFECT_SLOW_MATH, CLASS_EXP, {CLASS_SFU, CLASS_FP32}},
    {DEFECT_SLOW_MATH, CLASS_LOG, {CLASS_SFU, CLASS_FP32}},
    {DEFECT_SLOW_MATH, CLASS_SIN, {CLASS_SFU, CLASS_FP32}},
    {DEFECT_SLOW_MATH, CLASS_POW, {CLASS_SFU, CLASS_FP32}},
    {DEFECT_ROOT_DIVISOR, CLASS_FDIV, {CLASS_FP32, CLASS_FREE}},
    {DEFECT_ROOT_DIVISOR, CLASS_SQRT, {CLASS_SFU, CLASS_FREE}},
    {DEFECT_DOUBLE, CLASS_FP64, {CLASS_FP32, CLASS_FREE}},
    {DEFECT_DOUBLE, CLASS_FDIV64, {CLASS_FDIV, CLASS_FREE}},
    {DEFECT_DOUBLE, CLASS_SQRT64, {CLASS_SQRT, CLASS_FREE}},
    {DEFECT_DOUBLE, CLASS_TRANS64, {CLASS_TRANS, CLASS_FREE}},
    {DEFECT_DOUBLE, CLASS_POW64, {CLASS_POW, CLASS_FREE}},
};

/* `n` instructions of an item's `of`; the dependence chain changes in proportion. */
static void move_class(struct item *item, size_t row, uint32_t n, uint32_t of) {
    enum op_class from = instead[row].from;
    uint32_t chain = item->chain[from] * n / of;
    item->count[from] = (uint16_t)(item->count[from] - n);
    item->chain[from] = (uint16_t)(item->chain[from] - chain);
    for (int i = 0; i < 2; i++) {
        item->count[instead[row].to[i]] = (uint16_t)(item->count[instead[row].to[i]] + n);
        item->chain[instead[row].to[i]] = (uint16_t)(item->chain[instead[row].to[i]] + chain);
    }
}

static bool is_at(const struct whatif *w, struct loc loc) {
    return !w->loc.line || loc_same(loc, w->loc) || (w->also.line && loc_same(loc, w->also));
}

/* Of the values that make the item, the instructions of a class that are where the defect is. */
static uint32_t work_at(const struct kernel *k, const struct block *b, uint32_t item,
                        enum op_class cls, const struct whatif *w) {
    uint32_t last = b->first_item + b->n_items - 1, i = 0, n = 0;
    uint32_t next = item < last ? k->items[item + 1].value : NONE;
    while (b->values[i] != k->items[item].value)
        i++;
    for (; i < b->n_values && b->values[i] != next; i++) {
        const struct value *v = &k->values[b->values[i]];
        if (v->cls == cls && is_at(w, v->loc))
            n += instruction_count(k, v);
    }
    return n;
}

static void change_item(const struct kernel *k, const struct block *b, uint32_t number,
                        const struct whatif *w, struct item *item) {
    for (size_t row = 0; row < sizeof instead / sizeof *instead; row++) {
        uint32_t of = item->count[instead[row].from];
        if (instead[row].defect != w->defect || !of)
            continue;
        uint32_t n = work_at(k, b, number, instead[row].from, w);
        move_class(item, row, n < of ? n : of, of);
    }
}

const struct kernel *whatif_kernel(struct arena *a, const struct whatif *w,
                                   const struct kernel *k) {
    if (w->defect != DEFECT_SLOW_MATH && w->defect != DEFECT_ROOT_DIVISOR &&
        w->defect != DEFECT_DOUBLE)
        return k;
    struct kernel *changed = NEW(a, struct kernel);
    *changed = *k;
    changed->items = NEW_ARRAY(a, struct item, k->n_items);
    for (uint32_t i = 0; i < k->n_items; i++)
        changed->items[i] = k->items[i];
    for (uint32_t i = 0; i < k->n_blocks; i++) {
        const struct block *b = &k->blocks[i];
        for (uint32_t j = b->first_item; j < b->first_item + b->n_items; j++)
            if (k->items[j].kind == ITEM_COMPUTE)
                change_item(k, b, j, w, &changed->items[j]);
    }
    return changed;
}

static size_t slot_of(const struct without *w, uint64_t address, uint32_t pattern) {
    size_t i = hash_of(address ^ (uint64_t)pattern << 48) >> 20 & (w->cap_seen - 1);
    while (w->seen[i].pattern && (w->seen[i].pattern != pattern || w->seen[i].address != address))
        i = (i + 1) & (w->cap_seen - 1);
    return i;
}

static void make_room(struct without *w) {
    struct seen *old = w->seen;
    size_t n = w->cap_seen;
    w->cap_seen = n ? n * 2 : 1024;
    w->seen = NEW_ARRAY(w->arena, struct seen, w->cap_seen);
    for (size_t i = 0; i < n; i++)
        if (old[i].pattern)
            w->seen[slot_of(w, old[i].address, old[i].pattern)] = old[i];
}

uint64_t whatif_place(struct without *w, const struct trace_op *op, uint32_t bytes) {
    if (w->n_seen * 2 >= w->cap_seen)
        make_room(w);
    struct seen *s = &w->seen[slot_of(w, op->address, op->pattern + 1)];
    if (!s->pattern) {
        uint64_t buffer = op->address >> BUFFER_SHIFT << BUFFER_SHIFT;
        uint64_t room = (bytes + SECTOR_BYTES - 1) / SECTOR_BYTES * SECTOR_BYTES;
        *s = (struct seen){op->address, op->pattern + 1, buffer + w->n_seen * room};
        w->n_seen++;
    }
    return s->place;
}
