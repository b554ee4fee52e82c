/* Spills that a compiler's code has, at places in ours. Its order of instructions is not ours: what
 * the code outside of loops spills goes to the accesses outside of loops, and what it spills in
 * loops to those in loops. It computes everything first and uses it later, so half of the places
 * store and the other half load.
 *
 * Not modelled: which loop it is. */
#include <string.h>

#include "analysis/ir/query.h"
#include "base/vec.h"
#include "codegen/estimate/registers/spills.h"

struct places {
    VEC(uint32_t) items; /* in the kernel's order */
};

static struct places places_of(struct arena *a, const struct kernel *k, enum spill_place wanted) {
    struct places p = {0};
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        const struct block *block = &k->blocks[b];
        bool here = (block->loop == NONE) == (wanted == SPILLS_ONCE);
        for (uint32_t i = 0; i < block->n_items && here; i++)
            if (k->items[block->first_item + i].kind == ITEM_ACCESS)
                vec_push(a, &p.items, block->first_item + i);
    }
    return p;
}

/* What falls to the place of n out of `count` that go to all of them. */
static uint32_t share_begin(uint64_t count, uint64_t n, uint64_t place) {
    return (uint32_t)(count * place / n);
}

/* Slots of so many stores or loads, all of them in turn. */
static const uint32_t *slots_in_turn(struct arena *a, uint32_t n, uint32_t slots) {
    uint32_t *number = NEW_ARRAY(a, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        number[i] = i % slots;
    return number;
}

static void spread(struct arena *a, const struct places *p, const struct spill_count *c,
                   uint32_t slots, struct item_spills *of) {
    size_t half = p->items.n / 2;
    const uint32_t *stores = slots_in_turn(a, c->stores, slots);
    const uint32_t *loads = slots_in_turn(a, c->loads, slots);
    for (size_t i = 0; i < 2 * half; i++) {
        uint32_t count = i < half ? c->stores : c->loads;
        uint32_t begin = share_begin(count, half, i % half);
        uint32_t n = share_begin(count, half, i % half + 1) - begin;
        if (i < half)
            of[p->items.at[i]] = (struct item_spills){.stores = stores + begin, .n_stores = n};
        else
            of[p->items.at[i]] = (struct item_spills){.loads = loads + begin, .n_loads = n};
    }
}

static void add(struct spill_count *to, struct spill_count *from) {
    to->stores += from->stores;
    to->loads += from->loads;
    *from = (struct spill_count){0};
}

const struct spills *cg_spread_spills(struct arena *a, const struct kernel *k, uint32_t slots,
                                      const struct spill_count *counts) {
    struct places p[SPILL_PLACES];
    struct spill_count c[SPILL_PLACES];
    memcpy(c, counts, sizeof c);
    for (int i = 0; i < SPILL_PLACES; i++) {
        p[i] = places_of(a, k, (enum spill_place)i);
        if (p[i].items.n < 2)
            add(&c[!i], &c[i]);
    }
    if (!slots || (p[0].items.n < 2 && p[1].items.n < 2))
        return NULL;
    struct spills *result = NEW(a, struct spills);
    struct item_spills *of = NEW_ARRAY(a, struct item_spills, k->n_items);
    for (int i = 0; i < SPILL_PLACES; i++)
        spread(a, &p[i], &c[i], slots, of);
    *result = (struct spills){.n_slots = slots, .of = of};
    return result;
}
