#include "perfmodel/sim/counterfactual.h"

#include <string.h>

#include "analysis/ir/names.h"
#include "analysis/ir/query.h"
#include "base/hash.h"
#include "base/integers.h"

/* A request by its address and pattern, and the place it got. */
struct seen {
    uint64_t address;
    uint32_t pattern; /* + 1, 0 = free */
    uint64_t place;
};

static bool is_one_of(const struct whatif *w, struct loc loc) {
    bool found = loc_same(loc, w->loc);
    for (size_t i = 0; i < w->n_also && !found; i++)
        found = loc_same(loc, w->also[i]);
    return found;
}

/* Whether a machine access is what became of the source's. One that several became has no place of
 * its own; then buffer and kind decide. */
static bool stands_for(const struct access *x, const struct whatif *w) {
    if (x->loc.line)
        return is_one_of(w, x->loc);
    const struct access *s = w->access;
    return s && s->kind == x->kind && s->base && x->base && strcmp(s->base, x->base) == 0;
}

const bool *whatif_accesses(struct arena *a, const struct whatif *w, const struct trace *t) {
    const uint32_t n = t->kernel->n_accesses;
    bool *marks = NEW_ARRAY(a, bool, n);
    for (uint32_t i = 0; i < n; i++)
        marks[i] = stands_for(&t->kernel->accesses[i], w);
    return marks;
}

static double *full_weights(struct arena *a, const struct trace *t) {
    double *weight = NEW_ARRAY(a, double, t->n_regions);
    for (size_t i = 0; i < t->n_regions; i++)
        weight[i] = 1;
    return weight;
}

struct trace_changes *whatif_changes(struct arena *a, const struct whatif *w,
                                     const struct trace *t) {
    const struct kernel *k = t->kernel;
    uint32_t n = k->n_accesses > k->n_items ? k->n_accesses : k->n_items;
    const bool *none = NEW_ARRAY(a, bool, n);
    struct trace_changes *x = NEW(a, struct trace_changes);
    *x = (struct trace_changes){.narrow = none,
                                .no_conflict = none,
                                .one_each = none,
                                .uniform = none,
                                .no_wait = none,
                                .whole = none,
                                .weight = full_weights(a, t),
                                .arena = a};
    if (w->without && w->without->change)
        w->without->change(x, w, t);
    return x;
}

/* `n` instructions of an item's `of`; the dependence chain changes in proportion. */
static void move_class(struct item *item, const struct class_change *change, uint32_t n,
                       uint32_t of) {
    enum op_class from = change->from;
    uint32_t chain = item->chain[from] * n / of;
    item->count[from] = (uint16_t)(item->count[from] - n);
    item->chain[from] = (uint16_t)(item->chain[from] - chain);
    for (int i = 0; i < 2; i++) {
        item->count[change->to[i]] = (uint16_t)(item->count[change->to[i]] + n);
        item->chain[change->to[i]] = (uint16_t)(item->chain[change->to[i]] + chain);
    }
}

static bool is_at(const struct whatif *w, struct loc loc) {
    return !w->loc.line || is_one_of(w, loc);
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
    for (size_t row = 0; row < w->without->n_classes; row++) {
        const struct class_change *change = &w->without->classes[row];
        uint32_t of = item->count[change->from];
        uint32_t n = of ? work_at(k, b, number, change->from, w) : 0;
        if (of)
            move_class(item, change, n < of ? n : of, of);
    }
}

const struct kernel *whatif_kernel(struct arena *a, const struct whatif *w,
                                   const struct kernel *k) {
    if (!w->without || !w->without->n_classes)
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

static size_t slot_of(const struct trace_changes *x, uint64_t address, uint32_t pattern) {
    size_t i = hash_of(address ^ (uint64_t)pattern << 48) >> 20 & (x->cap_seen - 1);
    while (x->seen[i].pattern && (x->seen[i].pattern != pattern || x->seen[i].address != address))
        i = (i + 1) & (x->cap_seen - 1);
    return i;
}

static void make_room(struct trace_changes *x) {
    struct seen *old = x->seen;
    size_t n = x->cap_seen;
    x->cap_seen = n ? n * 2 : 1024;
    x->seen = NEW_ARRAY(x->arena, struct seen, x->cap_seen);
    for (size_t i = 0; i < n; i++)
        if (old[i].pattern)
            x->seen[slot_of(x, old[i].address, old[i].pattern)] = old[i];
}

uint64_t whatif_place(struct trace_changes *x, const struct trace_op *op, uint32_t bytes,
                      uint32_t sector_bytes) {
    if (x->n_seen * 2 >= x->cap_seen)
        make_room(x);
    struct seen *s = &x->seen[slot_of(x, op->address, op->pattern + 1)];
    if (!s->pattern) {
        uint64_t buffer = op->address >> BUFFER_SHIFT << BUFFER_SHIFT;
        uint64_t room = div_up(bytes, sector_bytes) * sector_bytes;
        *s = (struct seen){op->address, op->pattern + 1, buffer + x->n_seen * room};
        x->n_seen++;
    }
    return s->place;
}
