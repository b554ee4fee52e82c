/* Spills that a compiler counts and our order of instructions does not need: it computes everything
 * first and uses it later, so each slot is stored in the first half of the kernel and loaded in the
 * second. Loops are left out as long as there is anything else, as compilers do. */
#include "analysis/passes.h"
#include "analysis/spills.h"
#include "base/vec.h"

struct places {
    VEC(uint32_t) items; /* in the kernel's order */
};

static struct places places_of(struct arena *a, const struct kernel *k, bool in_loops) {
    struct places p = {0};
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        const struct block *block = &k->blocks[b];
        for (uint32_t i = 0; i < block->n_items && (in_loops || block->loop == NONE); i++)
            if (k->items[block->first_item + i].kind == ITEM_ACCESS)
                vec_push(a, &p.items, block->first_item + i);
    }
    return p;
}

/* The slots that are stored or loaded at one of n places out of `slots` that go to all of them. */
static uint32_t first_slot(uint64_t slots, uint64_t n, uint64_t place) {
    return (uint32_t)(slots * place / n);
}

const struct spills *an_spread_spills(struct arena *a, const struct kernel *k, uint32_t slots) {
    struct places p = places_of(a, k, false);
    if (p.items.n < 2)
        p = places_of(a, k, true);
    if (p.items.n < 2)
        return NULL;
    struct item_spills *of = NEW_ARRAY(a, struct item_spills, k->n_items);
    uint32_t *number = NEW_ARRAY(a, uint32_t, slots);
    size_t half = p.items.n / 2;
    for (uint32_t i = 0; i < slots; i++)
        number[i] = i;
    for (size_t i = 0; i < 2 * half; i++) {
        struct item_spills *at = &of[p.items.at[i]];
        uint32_t first = first_slot(slots, half, i % half);
        uint32_t n = first_slot(slots, half, i % half + 1) - first;
        if (i < half)
            *at = (struct item_spills){.stores = number + first, .n_stores = n};
        else
            *at = (struct item_spills){.loads = number + first, .n_loads = n};
    }
    struct spills *result = NEW(a, struct spills);
    *result = (struct spills){.n_slots = slots, .of = of};
    return result;
}
