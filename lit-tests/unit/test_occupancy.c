/* Resident work-groups against the vendors' own rules: their documented examples, and
 * generated kernels on every architecture. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "perfmodel/occupancy.h"

enum { SEED = 31, KERNELS = 200 };

struct dice {
    unsigned short state[3];
};

static unsigned below(struct dice *d, unsigned n) {
    return (unsigned)nrand48(d->state) % n;
}

/* A row of the vendors' tables; sizes in registers, bytes, warps. */
struct limits {
    const char *gpu;
    unsigned warp, warps, groups, group_items, regs, group_regs, item_regs, regs_unit;
    unsigned local, group_local, local_unit, local_reserved;
};

static const struct limits nvidia[] = {
    {"quadro-k600", 32, 64, 16, 1024, 65536, 65536, 63, 256, 49152, 49152, 256, 0},
    {"gtx-645", 32, 64, 16, 1024, 65536, 65536, 63, 256, 49152, 49152, 256, 0},
    {"jetson-tk1", 32, 64, 16, 1024, 65536, 32768, 255, 256, 49152, 49152, 256, 0},
    {"quadro-k620", 32, 64, 32, 1024, 65536, 65536, 255, 256, 65536, 49152, 256, 0},
    {"940m", 32, 64, 32, 1024, 65536, 65536, 255, 256, 65536, 49152, 256, 0},
    {"gtx-980", 32, 64, 32, 1024, 65536, 65536, 255, 256, 98304, 49152, 256, 0},
    {"a100", 32, 64, 32, 1024, 65536, 65536, 255, 256, 167936, 166912, 128, 1024},
    {"rtx-3090", 32, 48, 16, 1024, 65536, 65536, 255, 256, 102400, 101376, 128, 1024},
};
enum { NVIDIA = sizeof nvidia / sizeof nvidia[0] };

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

static unsigned up(unsigned n, unsigned unit) {
    return (n + unit - 1) / unit * unit;
}

/* NVIDIA's occupancy calculator. Four warps at a time get registers, one for each part of the
 * SM. A kernel that wants more registers than an item may have is compiled to spill. */
static unsigned nvidia_groups(const struct limits *l, const struct group_needs *n) {
    unsigned warps = up(n->items, l->warp) / l->warp;
    unsigned groups = least(l->groups, l->warps / warps);
    unsigned warp_regs = up(least(n->regs_per_item, l->item_regs) * l->warp, l->regs_unit);
    unsigned local = up(n->local_bytes + l->local_reserved, l->local_unit);
    if (n->items > l->group_items || n->local_bytes > l->group_local)
        return 0;
    if (warp_regs)
        groups =
            least(groups, l->group_regs / warp_regs / 4 * 4 / warps * (l->regs / l->group_regs));
    return local ? least(groups, l->local / local) : groups;
}

/* CDNA2: four SIMDs with 512 vector registers for each lane in granules of 8, and 8 waves;
 * 64 KiB of local memory for all. */
static unsigned cdna2_groups(const struct group_needs *n) {
    unsigned waves = up(n->items, 64) / 64, regs = up(least(n->regs_per_item, 512), 8);
    unsigned groups = 4 * least(8, regs ? 512 / regs : 8) / waves;
    if (n->items > 1024 || n->local_bytes > 65536)
        return 0;
    return n->local_bytes ? least(groups, 65536 / n->local_bytes) : groups;
}

static struct group_needs any_needs(struct dice *d) {
    struct group_needs n = {.items = below(d, 2) ? 32u << below(d, 6) : 1 + below(d, 1024),
                            .regs_per_item = below(d, 3) ? 8 + below(d, 120) : below(d, 300)};
    if (below(d, 2))
        n.local_bytes = below(d, 2) ? 512u << below(d, 8) : below(d, 60000);
    return n;
}

static bool agrees(const struct gpu *g, const struct group_needs *n, unsigned groups) {
    struct occupancy o = occupancy_of(g, n);
    unsigned warps = up(n->items, (unsigned)g->warp_width) / (unsigned)g->warp_width;
    if (o.groups_per_sm == groups && o.warps_per_group == warps && o.warps == groups * warps)
        return true;
    printf("%s: %u items, %u registers, %u bytes: %u groups, not %u\n", g->name, n->items,
           n->regs_per_item, n->local_bytes, o.groups_per_sm, groups);
    return false;
}

static const struct gpu *gpu(struct arena *a, const char *name) {
    const char *error;
    return gpu_find(a, name, &error);
}

static void test_generated(struct arena *a, struct dice *d) {
    for (int i = 0; i < NVIDIA; i++)
        for (int k = 0; k < KERNELS; k++) {
            struct group_needs n = any_needs(d);
            CHECK(agrees(gpu(a, nvidia[i].gpu), &n, nvidia_groups(&nvidia[i], &n)));
        }
    for (int k = 0; k < KERNELS; k++) {
        struct group_needs n = any_needs(d);
        n.local_bytes = up(n.local_bytes, 512);
        CHECK(agrees(gpu(a, "mi250x"), &n, cdna2_groups(&n)));
    }
}

static bool is(const struct gpu *g, struct group_needs n, unsigned groups, unsigned warps,
               enum limiter by) {
    struct occupancy o = occupancy_of(g, &n);
    return o.groups_per_sm == groups && o.warps == warps && o.limiter == by &&
           o.max_warps == (unsigned)g->max_warps_per_sm;
}

/* CUDA C Programming Guide, hardware multithreading: "if a kernel uses 64 registers and each
 * block has 512 threads [...] two blocks can reside"; with one register more, only one. */
static void test_programming_guide(struct arena *a) {
    const struct gpu *g = gpu(a, "gtx-980");
    CHECK(is(g, (struct group_needs){512, 64, 512}, 2, 32, LIMIT_REGISTERS));
    CHECK(is(g, (struct group_needs){512, 65, 512}, 1, 16, LIMIT_REGISTERS));
}

/* CUDA C++ Best Practices Guide, calculating occupancy: 37 registers give 75 % with blocks
 * of 128 threads and 63 % with blocks of 320. */
static void test_best_practices(struct arena *a) {
    const struct gpu *g = gpu(a, "a100");
    CHECK(is(g, (struct group_needs){128, 37, 0}, 12, 48, LIMIT_REGISTERS));
    CHECK(is(g, (struct group_needs){320, 37, 0}, 4, 40, LIMIT_REGISTERS));
}

static void test_limiters(struct arena *a) {
    const struct gpu *g = gpu(a, "gtx-980"), *kepler = gpu(a, "gtx-645");
    CHECK(is(g, (struct group_needs){256, 32, 0}, 8, 64, LIMIT_WARPS));
    CHECK(is(g, (struct group_needs){32, 16, 0}, 32, 32, LIMIT_GROUPS));
    CHECK(is(kepler, (struct group_needs){64, 16, 0}, 16, 32, LIMIT_GROUPS));
    CHECK(is(g, (struct group_needs){256, 33, 0}, 6, 48, LIMIT_REGISTERS));
    CHECK(is(g, (struct group_needs){256, 16, 49152}, 2, 16, LIMIT_LOCAL_MEMORY));
    CHECK(is(kepler, (struct group_needs){256, 16, 16385}, 2, 16, LIMIT_LOCAL_MEMORY));
    CHECK(is(g, (struct group_needs){768, 32, 0}, 2, 48, LIMIT_GROUP_SIZE));
    CHECK(is(g, (struct group_needs){1, 1, 0}, 32, 32, LIMIT_GROUPS));
    CHECK(occupancy_of(g, &(struct group_needs){1025, 16, 0}).groups_per_sm == 0);
    CHECK(occupancy_of(g, &(struct group_needs){64, 16, 49153}).groups_per_sm == 0);
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
        for (uint32_t items = 1; items <= g->max_items_per_group; items++) {
            uint32_t most = occupancy_most_regs(g, items);
            struct group_needs fits = {items, most, 0}, more = {items, most + 1, 0};
            good &= occupancy_of(g, &fits).groups_per_sm > 0;
            good &= most == g->max_regs_per_item || occupancy_of(g, &more).groups_per_sm == 0;
        }
        CHECK(good);
    }
}

int main(void) {
    struct arena arena = {0};
    struct dice dice = {{SEED, 0, 0}};
    printf("seed %d\n", SEED);
    test_programming_guide(&arena);
    test_best_practices(&arena);
    test_limiters(&arena);
    test_generated(&arena, &dice);
    test_monotonous(&arena, &dice);
    test_most_regs(&arena);
    arena_free(&arena);
    return CHECK_DONE();
}
