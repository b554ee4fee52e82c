/* Two numbers of groups that are simulated together end as each does alone. */
#include "check.h"
#include "perfmodel/sim/sim.h"

enum { ITEMS = 6, TRACED = 3, MOST_GROUPS = 14 };

/* Computations, each of another length. */
static struct kernel kernel_of(struct arena *a) {
    struct value *values = NEW_ARRAY(a, struct value, ITEMS);
    uint32_t *numbers = NEW_ARRAY(a, uint32_t, ITEMS);
    struct block *block = NEW(a, struct block);
    struct item *items = NEW_ARRAY(a, struct item, ITEMS);
    for (uint32_t i = 0; i < ITEMS; i++) {
        numbers[i] = i;
        values[i] = (struct value){.op = OP_RET, .comps = 1};
        items[i] = (struct item){.kind = ITEM_COMPUTE, .value = i, .access = NONE};
        items[i].count[CLASS_FP32] = items[i].chain[CLASS_FP32] = (uint16_t)(1 + i * i);
    }
    *block = (struct block){.values = numbers, .n_values = ITEMS, .n_items = ITEMS, .loop = NONE};
    return (struct kernel){.values = values,
                           .n_values = ITEMS,
                           .blocks = block,
                           .n_blocks = 1,
                           .items = items,
                           .n_items = ITEMS};
}

static bool same(const struct sim_result *x, const struct sim_result *y) {
    bool same = x->cycles == y->cycles && x->done == y->done && x->resident == y->resident;
    for (int b = 0; b < BOUNDS; b++)
        same &= x->busy[b] == y->busy[b];
    return same && !x->spent == !y->spent &&
           (!x->spent || x->spent[ITEMS - 1] == y->spent[ITEMS - 1]);
}

static void test_pairs(struct arena *a, struct study *study, const struct trace *t) {
    struct sharing_request alone = {.gpu = study->gpu, .launch = study->launch, .trace = t};
    struct sim_input all = {.study = study,
                            .trace = t,
                            .sharing = sharing_alone(a, &alone),
                            .sms = 16},
                     fewer = all;
    for (fewer.groups = TRACED; fewer.groups < MOST_GROUPS; fewer.groups++) {
        struct sim_result first = simulate(a, &fewer);
        for (all.groups = fewer.groups + 1; all.groups <= MOST_GROUPS; all.groups++) {
            struct sim_result last = simulate(a, &all);
            struct sim_pair pair = simulate_pair(a, &all, fewer.groups);
            CHECK(first.cycles > 0 && same(&pair.fewer, &first) && same(&pair.all, &last));
        }
    }
}

int main(void) {
    struct arena arena = {0}, *a = &arena;
    const char *error = NULL;
    struct kernel k = kernel_of(a);
    struct launch l = {.global = {6400, 1, 1}, .local = {96, 1, 1}, .count = 1};
    struct work work = {0};
    const uint64_t groups[TRACED] = {0, 1, 2};
    struct study study = {
        .gpu = gpu_find(a, "gtx-980", &error), .machine = &k, .launch = &l, .work = &work};
    const struct trace *t = an_trace(
        a, &(struct trace_request){
               .kernel = &k, .launch = &l, .warp_width = 32, .groups = groups, .n_groups = TRACED});
    test_pairs(a, &study, t);
    study.by_item = true;
    test_pairs(a, &study, t);
    arena_free(a);
    return CHECK_DONE();
}
