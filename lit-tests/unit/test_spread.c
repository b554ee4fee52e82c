/* Spills that are counted, outside of loops and in them: every slot is stored before it is loaded.
 */
#include "check.h"
#include "codegen/estimate/registers/spills.h"

enum { ITEMS = 12, SLOTS = 7 };

/* A block with ten accesses and a computation, and a loop with an access. */
static struct kernel kernel_of(struct item *items, struct block *blocks) {
    for (uint32_t i = 0; i < ITEMS; i++)
        items[i].kind = i == 3 ? ITEM_COMPUTE : ITEM_ACCESS;
    blocks[0] = (struct block){.first_item = 0, .n_items = ITEMS - 1, .loop = NONE};
    blocks[1] = (struct block){.first_item = ITEMS - 1, .n_items = 1, .loop = 0};
    return (struct kernel){.items = items, .n_items = ITEMS, .blocks = blocks, .n_blocks = 2};
}

static const struct spill_count once[SPILL_PLACES] = {{SLOTS, SLOTS}};

static void test_spread(struct arena *a) {
    struct item items[ITEMS] = {0};
    struct block blocks[2] = {0};
    struct kernel k = kernel_of(items, blocks);
    const struct spills *s = cg_spread_spills(a, &k, SLOTS, once);
    uint32_t stored[SLOTS] = {0}, loaded[SLOTS] = {0};
    CHECK(s && s->n_slots == SLOTS);
    for (uint32_t i = 0; s && i < ITEMS; i++) {
        for (uint32_t n = 0; n < s->of[i].n_stores; n++) {
            CHECK(!loaded[s->of[i].stores[n]]);
            stored[s->of[i].stores[n]]++;
        }
        for (uint32_t n = 0; n < s->of[i].n_loads; n++) {
            CHECK(stored[s->of[i].loads[n]] == 1);
            loaded[s->of[i].loads[n]]++;
        }
    }
    for (uint32_t i = 0; i < SLOTS; i++)
        CHECK(stored[i] == 1 && loaded[i] == 1);
    CHECK(s && !s->of[3].n_stores && !s->of[ITEMS - 1].n_loads);
}

/* Where there is nothing but a loop it has to be there. */
static void test_no_place(struct arena *a) {
    struct item items[ITEMS] = {0};
    struct block blocks[2] = {0};
    struct kernel k = kernel_of(items, blocks);
    blocks[0].loop = 0;
    CHECK(cg_spread_spills(a, &k, SLOTS, once));
    blocks[0].n_items = blocks[1].n_items = 0;
    CHECK(!cg_spread_spills(a, &k, SLOTS, once));
}

/* More loads than slots, and a loop with spills of its own. */
static void test_loop(struct arena *a) {
    struct item items[ITEMS] = {0};
    struct block blocks[2] = {0};
    struct kernel k = kernel_of(items, blocks);
    blocks[0].n_items = 4;
    blocks[1].first_item = 4;
    blocks[1].n_items = ITEMS - 4;
    const struct spill_count counts[SPILL_PLACES] = {{1, 1}, {SLOTS, 3 * SLOTS}};
    const struct spills *s = cg_spread_spills(a, &k, SLOTS, counts);
    uint32_t stores = 0, loads = 0, loop_stores = 0, loop_loads = 0, of_last = 0;
    for (uint32_t i = 0; s && i < ITEMS; i++) {
        *(i < 4 ? &stores : &loop_stores) += s->of[i].n_stores;
        *(i < 4 ? &loads : &loop_loads) += s->of[i].n_loads;
        for (uint32_t n = 0; n < s->of[i].n_loads; n++)
            of_last += s->of[i].loads[n] == SLOTS - 1;
    }
    CHECK(stores == 1 && loads == 1 && loop_stores == SLOTS && loop_loads == 3 * SLOTS);
    CHECK(of_last == 3);
}

int main(void) {
    struct arena arena = {0};
    test_spread(&arena);
    test_no_place(&arena);
    test_loop(&arena);
    arena_free(&arena);
    return CHECK_DONE();
}
