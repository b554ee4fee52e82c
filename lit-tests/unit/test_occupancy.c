/* Resident work-groups: the vendors' documented examples, what limits, and that less of anything
 * never means fewer groups. All rules at once are in perfmodel/occupancy-rules.test. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "perfmodel/occupancy/occupancy.h"

enum { SEED = 31, KERNELS = 200 };

struct dice {
    unsigned short state[3];
};

static unsigned below(struct dice *d, unsigned n) {
    return (unsigned)nrand48(d->state) % n;
}

static struct group_needs any_needs(struct dice *d) {
    struct group_needs n = {.items = below(d, 2) ? 32u << below(d, 6) : 1 + below(d, 1024),
                            .regs_per_item = below(d, 3) ? 8 + below(d, 120) : below(d, 300)};
    if (below(d, 2))
        n.local_bytes = below(d, 2) ? 512u << below(d, 8) : below(d, 60000);
    return n;
}

static const struct gpu *gpu(struct arena *a, const char *name) {
    const char *error;
    return gpu_find(a, name, &error);
}

static bool is(const struct gpu *g, struct group_needs n, unsigned groups, unsigned warps,
               enum limiter by) {
    struct occupancy o = occupancy_of(g, &n);
    return o.groups_per_sm == groups && o.warps == warps && o.limiter == by &&
           o.max_warps == (unsigned)g->machine.max_warps_per_sm;
}

/* CUDA C Programming Guide, hardware multithreading: "if a kernel uses 64 registers and each
 * block has 512 threads [...] two blocks can reside"; with one register more, only one. */
static void test_programming_guide(struct arena *a) {
    const struct gpu *g = gpu(a, "gtx-980");
    CHECK(is(g, (struct group_needs){512, 64, 512, 0, 0}, 2, 32, LIMIT_REGISTERS));
    CHECK(is(g, (struct group_needs){512, 65, 512, 0, 0}, 1, 16, LIMIT_REGISTERS));
}

/* CUDA C++ Best Practices Guide, calculating occupancy: 37 registers give 75 % with blocks
 * of 128 threads and 63 % with blocks of 320. */
static void test_best_practices(struct arena *a) {
    const struct gpu *g = gpu(a, "a100");
    CHECK(is(g, (struct group_needs){128, 37, 0, 0, 0}, 12, 48, LIMIT_REGISTERS));
    CHECK(is(g, (struct group_needs){320, 37, 0, 0, 0}, 4, 40, LIMIT_REGISTERS));
}

/* Where warps leave before their group: four times as many groups of four warps of which one stays,
 * as far as barriers go. */
static void test_warps_that_leave(struct arena *a) {
    const struct gpu *g = gpu(a, "mi210");
    CHECK(is(g, (struct group_needs){256, 16, 0, 0, 0}, 8, 32, LIMIT_WARPS));
    CHECK(is(g, (struct group_needs){256, 16, 0, 0, 2.5}, 12, 30, LIMIT_GROUP_SIZE));
    CHECK(is(g, (struct group_needs){256, 16, 0, 0, 1}, 16, 16, LIMIT_GROUPS));
}

static void test_limiters(struct arena *a) {
    const struct gpu *g = gpu(a, "gtx-980"), *kepler = gpu(a, "gtx-645");
    CHECK(is(g, (struct group_needs){256, 32, 0, 0, 0}, 8, 64, LIMIT_WARPS));
    CHECK(is(g, (struct group_needs){32, 16, 0, 0, 0}, 32, 32, LIMIT_GROUPS));
    CHECK(is(kepler, (struct group_needs){64, 16, 0, 0, 0}, 16, 32, LIMIT_GROUPS));
    CHECK(is(g, (struct group_needs){256, 33, 0, 0, 0}, 6, 48, LIMIT_REGISTERS));
    CHECK(is(g, (struct group_needs){256, 16, 49152, 0, 0}, 2, 16, LIMIT_LOCAL_MEMORY));
    CHECK(is(kepler, (struct group_needs){256, 16, 16385, 0, 0}, 2, 16, LIMIT_LOCAL_MEMORY));
    CHECK(is(g, (struct group_needs){768, 32, 0, 0, 0}, 2, 48, LIMIT_GROUP_SIZE));
    CHECK(is(g, (struct group_needs){1, 1, 0, 0, 0}, 32, 32, LIMIT_GROUPS));
    CHECK(is(g, (struct group_needs){1025, 16, 0, 0, 0}, 0, 0, LIMIT_GROUP_SIZE));
    CHECK(occupancy_of(g, &(struct group_needs){1025, 16, 0, 0, 0}).groups_per_sm == 0);
    CHECK(occupancy_of(g, &(struct group_needs){64, 16, 49153, 0, 0}).groups_per_sm == 0);
}

/* Less of anything never means fewer groups. */
static void test_monotonous(struct arena *a, struct dice *d) {
    size_t n_gpus;
    const char *const *names = gpu_names(&n_gpus);
    for (size_t i = 0; i < n_gpus; i++) {
        const struct gpu *g = gpu(a, names[i]);
        bool good = true;
        for (int k = 0; k < KERNELS; k++) {
            struct group_needs more = any_needs(d), less = more;
            less.regs_per_item -= below(d, less.regs_per_item + 1);
            less.local_bytes -= below(d, less.local_bytes + 1);
            good &= occupancy_of(g, &less).groups_per_sm >= occupancy_of(g, &more).groups_per_sm;
            less.items -= below(d, less.items);
            good &= occupancy_of(g, &less).groups_per_sm >= occupancy_of(g, &more).groups_per_sm;
        }
        CHECK(good);
    }
}

/* With the most registers a group of any size fits, with one more it does not. */
static void test_most_regs(struct arena *a) {
    size_t n_gpus;
    const char *const *names = gpu_names(&n_gpus);
    for (size_t i = 0; i < n_gpus; i++) {
        const struct gpu *g = gpu(a, names[i]);
        bool good = true;
        for (uint32_t items = 1; items <= g->machine.max_items_per_group; items++) {
            uint32_t most = occupancy_most_regs(g, items);
            struct group_needs fits = {items, most, 0, 0, 0}, more = {items, most + 1, 0, 0, 0};
            good &= occupancy_of(g, &fits).groups_per_sm > 0;
            good &=
                most == g->machine.max_regs_per_item || occupancy_of(g, &more).groups_per_sm == 0;
        }
        CHECK(good);
    }
}

/* An estimate is bounded by the largest group that the source allows, what a compiler counted by
 * the launch's. 512 and 1,024 work-items leave 128 and 64 of 65,536 registers. */
static void test_bounds(struct arena *a) {
    const struct gpu *g = gpu(a, "rtx-3060");
    const struct kernel bounded = {.most_local = 1024}, free = {0};
    const struct register_use counted = {.per_item = 200};
    struct register_use guess = counted;
    guess.estimated = true;
    struct register_use use = registers_in_launch(guess, &bounded, g, 256);
    CHECK(use.per_item == 64 && use.limited && use.spill_bytes == (200 - 64) * 4);
    CHECK(registers_in_launch(counted, &bounded, g, 256).per_item == 200);
    CHECK(registers_in_launch(counted, &bounded, g, 512).per_item == 128);
    use = registers_in_launch(guess, &free, g, 256);
    CHECK(use.per_item == 200 && !use.limited);
}

/* What ptxas of CUDA 13 leaves at most to a kernel with .reqntid, on sm_75 and sm_86. */
static void test_ptxas_bounds(struct arena *a) {
    static const uint32_t most[][2] = {{257, 168}, {384, 168}, {416, 128}, {512, 128}, {576, 96},
                                       {640, 96},  {704, 80},  {832, 72},  {960, 64},  {1024, 64}};
    static const char *const names[] = {"rtx-2080-ti", "rtx-3060"};
    for (size_t i = 0; i < sizeof most / sizeof *most; i++)
        for (size_t n = 0; n < sizeof names / sizeof *names; n++)
            CHECK(occupancy_most_regs(gpu(a, names[n]), most[i][0]) == most[i][1]);
}

int main(void) {
    struct arena arena = {0};
    struct dice dice = {{SEED, 0, 0}};
    printf("seed %d\n", SEED);
    test_programming_guide(&arena);
    test_best_practices(&arena);
    test_warps_that_leave(&arena);
    test_limiters(&arena);
    test_monotonous(&arena, &dice);
    test_most_regs(&arena);
    test_bounds(&arena);
    test_ptxas_bounds(&arena);
    arena_free(&arena);
    return CHECK_DONE();
}
