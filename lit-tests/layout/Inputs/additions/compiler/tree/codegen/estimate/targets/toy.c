/* A compiler for compute capability 5.2 that gives every work-item 99 registers. */
#include <string.h>

#include "codegen/estimate/targets/target.h"

static bool compiles_for(const struct gpu *g) {
    return strcmp(g->arch, "sm_52") == 0;
}

static double allocated(const struct register_demand *d, const struct gpu *g) {
    (void)d;
    (void)g;
    return 99;
}

static double for_values(uint32_t per_item, const struct gpu *g) {
    (void)g;
    return per_item;
}

const struct target target_toy = {.compiler = "ptxas",
                                  .form = FORM_KEEP_DIVISIONS,
                                  .compiles_for = compiles_for,
                                  .latency = {.alu = 1, .local = 1, .math = 1, .memory = 1},
                                  .allocated = allocated,
                                  .for_values = for_values};
