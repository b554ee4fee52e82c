/* What is kept of a launch for the next estimate: the same at another clock, one tracer for groups
 * that lie elsewhere, nothing for another launch. */
#include "check.h"
#include "perfmodel/scale/launch_store.h"

/* One computation of each work-item. */
static struct kernel kernel_of(struct arena *a) {
    struct value *value = NEW(a, struct value);
    uint32_t *number = NEW(a, uint32_t);
    struct block *block = NEW(a, struct block);
    struct item *item = NEW(a, struct item);
    *value = (struct value){.op = OP_RET, .comps = 1};
    *block = (struct block){.values = number, .n_values = 1, .n_items = 1, .loop = NONE};
    *item = (struct item){.kind = ITEM_COMPUTE};
    return (struct kernel){.values = value,
                           .n_values = 1,
                           .blocks = block,
                           .n_blocks = 1,
                           .items = item,
                           .n_items = 1};
}

static struct launch launch_of(uint64_t items) {
    return (struct launch){.global = {items, 1, 1}, .local = {64, 1, 1}, .count = 1};
}

static const struct gpu *gpu_of(struct arena *a, const char *name) {
    const char *error = NULL;
    const struct gpu *g = gpu_find(a, name, &error);
    CHECK(g && !error);
    return g;
}

static struct round round_at(uint64_t first_group, uint64_t stride) {
    return (struct round){.groups_total = 1000,
                          .groups_per_sm = 4,
                          .sms = 16,
                          .first_group = first_group,
                          .stride = stride,
                          .usual_group = first_group,
                          .row = 1000};
}

static void test_traces(struct arena *a) {
    struct kernel k = kernel_of(a);
    struct launch l = launch_of(64000), other = launch_of(6400);
    struct work work = {0};
    struct study study = {
        .gpu = gpu_of(a, "gtx-980"), .machine = &k, .launch = &l, .max_ops = 1000, .work = &work};
    struct launch_store s = {0};
    struct round near = round_at(100, 1), far = round_at(200, 16);
    const struct trace *first = store_trace(&s, &study, &near);
    CHECK(certain_is_exact(first->certain) && first->n_warps == 8);
    CHECK(store_trace(&s, &study, &near) == first);
    const struct trace *more = store_trace(&s, &study, &far);
    CHECK(more != first && more->tracer == first->tracer);
    CHECK(more->n_warps == 8 && more->warps[0].group == 200);
    study.gpu = gpu_of(a, "mi100"); /* warps of 64 */
    CHECK(store_trace(&s, &study, &far)->n_warps == 4);
    study.launch = &other;
    CHECK(store_trace(&s, &study, &near)->launch->global[0] == 6400);
    launch_store_free(&s);
}

static void test_sharing(struct arena *a) {
    const char *error = NULL;
    struct sharing_request x = {.gpu = gpu_of(a, "gtx-980"), .groups_per_sm = 4, .sms = 16}, y = x;
    y.gpu = gpu_at_clock(a, x.gpu, 600, x.gpu->machine.mem_mhz, &error);
    CHECK(y.gpu && sharing_is_same(&x, &y));
    y.sms = 15;
    CHECK(!sharing_is_same(&x, &y));
    y = x;
    y.gpu = gpu_of(a, "a100");
    CHECK(!sharing_is_same(&x, &y));
}

int main(void) {
    struct arena a = {0};
    test_traces(&a);
    test_sharing(&a);
    arena_free(&a);
    return CHECK_DONE();
}
