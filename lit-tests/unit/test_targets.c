/* Which compiler of targets.def a GPU has by its vendor, and what is said of one that nobody looks
 * into. */
#include <string.h>

#include "check.h"
#include "codegen/estimate/targets/target.h"
#include "codegen/providers/providers.h"

static const char *compiler_of(const struct gpu *g) {
    return target_table[target_of(g)].name;
}

/* Every vendor's compiler has targets, and one of them for GPUs with no peculiarity. */
static void test_vendors(void) {
    for (size_t i = 0; i < N_VENDORS; i++) {
        const struct gpu g = {.vendor = &vendors[i]};
        const char *compiler = target_table[target_of(&g)].target->compiler;
        CHECK(vendors[i].compiler ? strcmp(compiler, vendors[i].compiler) == 0 : !compiler);
    }
}

static void test_families(void) {
    struct gpu g = {.vendor = &vendors[VENDOR_nvidia]};
    CHECK(strcmp(compiler_of(&g), "ptxas") == 0);
    g.machine.loads_bases = 1;
    CHECK(strcmp(compiler_of(&g), "ptxas_sm90") == 0);
    g.machine.finds_powers = 1;
    CHECK(strcmp(compiler_of(&g), "ptxas_sm100") == 0);
    g.machine.address_bases = 1;
    CHECK(strcmp(compiler_of(&g), "ptxas_sm75") == 0);
    g.vendor = &vendors[VENDOR_amd];
    CHECK(strcmp(compiler_of(&g), "amdgcn") == 0);
}

static void test_unknown_compiler(struct arena *a) {
    const struct vendor nobody = {.name = "nobody", .called = "Nobody"};
    const struct gpu g = {.name = "a GPU", .vendor = &nobody};
    struct register_demand *demand = NEW_ARRAY(a, struct register_demand, target_count);
    uint32_t of = target_of(&g);
    demand[of] = (struct register_demand){.target = "live_ranges", .least = 21, .overlapped = 40};
    const struct kernel k = {.demand = demand, .n_demand = target_count};
    const struct code_query query = {.machine = &k, .gpu = &g};
    struct register_use use = providers_find(NULL, &query).registers;
    CHECK(use.per_item == 21 && use.estimated && strcmp(use.source, "live-ranges") == 0);
    demand[of].least = 0;
    CHECK(providers_find(NULL, &query).registers.per_item == 1);
}

int main(void) {
    struct arena a = {0};
    test_vendors();
    test_families();
    test_unknown_compiler(&a);
    arena_free(&a);
    return CHECK_DONE();
}
